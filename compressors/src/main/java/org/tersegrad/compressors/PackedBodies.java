package org.tersegrad.compressors;

/** Up to eight bodies of one format and one layout, with the arguments of the kernels that add them together. */
public final class PackedBodies {
    /** The most bodies. */
    public static final int MOST = 8;

    private final Body[] views = new Body[MOST];
    private int count;

    /** The bytes of each body, for the kernels. */
    public final byte[][] in = new byte[MOST][];
    /** The index of the current group in the bytes of each body. */
    public final int[] at = new int[MOST];
    /** The factor of each body in the current group, or in each row of a group. */
    public final float[] factors = new float[MOST * Byte.SIZE];

    /** None yet. */
    public PackedBodies() {
        Body.Workspace workspace = new Body.Workspace();
        for (int i = 0; i < MOST; i++) {
            views[i] = new Body(workspace);
        }
    }

    /** Number of bodies. */
    public int count() {
        return count;
    }

    /** Forgets all of them. */
    void clear() {
        count = 0;
    }

    /** The view of a body. */
    public Body view(int i) {
        return views[i];
    }

    /** Takes one more body, whose bytes must stay as they are until all are added. */
    public void add(Body body) {
        next().view(body);
    }

    /** A view for one more, which has the bytes of a former one. */
    Body next() {
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
            in[m] = views[m].bytes();
        }
    }
}
