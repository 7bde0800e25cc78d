package org.tersegrad.compressors;

import org.tersegrad.codecs.internal.floats.AdditionKernels;
import org.tersegrad.codecs.internal.floats.ReductionKernels;

/** A format that sends every element: decoded block by block in the cache, and each block added. */
public abstract class BlockwiseFormat implements BodyFormat {
    /** Elements in a block: whole groups of 512 fields, and of 320 trits. */
    protected static final int BLOCK = Body.BLOCK;

    /** Elements of a target that is no array that are in the cache at a time, beside a block. */
    private static final int PIECE = 2048;

    private final Id id;

    /** A format with this identity. */
    protected BlockwiseFormat(Id id) {
        this.id = id;
    }

    @Override
    public final Id id() {
        return id;
    }

    /**
     * Decodes elements {@code from .. from + count}, for a body that was validated or written by an encoder.
     *
     * @param from a multiple of {@link #run}, or of a group in a body that joins others; never called for less than it and
     *     then for more
     * @param count {@link #run}, or the elements that are left
     * @param block modified in {@code [0, count)}
     */
    protected abstract void decode(Body body, int from, int count, float[] block);

    /** Elements that are decoded at a time, at most {@link Body#BLOCK}. */
    protected int run() {
        return Body.BLOCK;
    }

    @Override
    public final void addTo(Body body, float[] target, int offset, float weight) {
        float[] block = body.floats();
        for (int from = addPacked(body, target, offset, weight); from < body.elements(); from += run()) {
            int count = Math.min(run(), body.elements() - from);
            decode(body, from, count, block);
            AdditionKernels.ADD_SCALED.at(count).addScaled(block, 0, count, weight, target, offset + from);
        }
    }

    /**
     * Adds the first elements with a kernel that decodes them on the way, where there is one: with the bits that decoding them before
     * would give.
     *
     * @param target modified
     * @return how many elements that were: 0, or an element from which {@link #decode} can be called
     */
    protected int addPacked(Body body, float[] target, int offset, float weight) {
        return 0;
    }

    @Override
    public final void addTo(Body body, Slice target, float weight) {
        float[] block = body.floats();
        float[] sums = body.sums(Math.min(PIECE, body.elements()));
        for (int from = 0; from < body.elements(); from += run()) {
            int count = Math.min(run(), body.elements() - from);
            decode(body, from, count, block);
            for (int done = 0; done < count; done += PIECE) {
                int part = Math.min(PIECE, count - done);
                target.get(from + done, part, sums, 0);
                AdditionKernels.ADD_SCALED.at(part).addScaled(block, done, part, weight, sums, 0);
                target.set(sums, 0, part, from + done);
            }
        }
    }

    /** Adds some elements of each body, for which {@link #decode} can be called. */
    protected final void addRunTo(PackedBodies bodies, int from, int count, float[] target, int offset, float weight) {
        for (int m = 0; m < bodies.count(); m++) {
            float[] block = bodies.view(m).floats();
            decode(bodies.view(m), from, count, block);
            AdditionKernels.ADD_SCALED.at(count).addScaled(block, 0, count, weight, target, offset + from);
        }
    }

    /** The first element that does not decode to a finite number; the number of elements if there is none. */
    protected final int firstNotFinite(Body body) {
        float[] block = body.floats();
        for (int from = 0; from < body.elements(); from += run()) {
            int count = Math.min(run(), body.elements() - from);
            decode(body, from, count, block);
            if (ReductionKernels.LARGEST_KEY.at(count).largestKey(block, 0, count) >= ReductionKernels.NON_FINITE) {
                int i = 0;
                while (Float.isFinite(block[i])) {
                    i++;
                }
                return from + i;
            }
        }
        return body.elements();
    }
}
