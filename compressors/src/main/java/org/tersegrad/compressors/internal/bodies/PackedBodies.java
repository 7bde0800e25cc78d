package org.tersegrad.compressors.internal.bodies;

/** Up to eight bodies of one kind and one layout, with what the kernels need to add them together. */
public final class PackedBodies {
    /** The most bodies. */
    public static final int MOST = 8;

    private final BodyView[] views = new BodyView[MOST];
    private int count;

    // What the kernels are called with: the bytes of each body, where its group begins, and its factor there.
    public final byte[][] in = new byte[MOST][];
    public final int[] at = new int[MOST];
    public final float[] factors = new float[MOST];

    public PackedBodies() {
        for (int i = 0; i < MOST; i++) {
            views[i] = new BodyView();
        }
    }

    /** How many there are. */
    public int count() {
        return count;
    }

    /** Forgets all of them. */
    public void clear() {
        count = 0;
    }

    /** The view of a body. */
    public BodyView view(int i) {
        return views[i];
    }

    /** A view for one more, which has the bytes of a former one. */
    public BodyView next() {
        return views[count++];
    }

    /** Moves {@code at} on to the next group. */
    public void advance(int bytes) {
        for (int m = 0; m < count; m++) {
            at[m] += bytes;
        }
    }

    /** Sets {@code in}. */
    public void open() {
        for (int m = 0; m < count; m++) {
            in[m] = views[m].bytes;
        }
    }
}
