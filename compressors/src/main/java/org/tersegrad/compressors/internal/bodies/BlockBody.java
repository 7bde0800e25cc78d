package org.tersegrad.compressors.internal.bodies;

import org.tersegrad.codecs.internal.floats.AdditionKernels;
import org.tersegrad.compressors.internal.Workspace;

/** A body that speaks of every element: decoded block by block in the cache, and each block added. */
public abstract class BlockBody implements Body {
    /** Elements in a block: whole groups of 512 fields, and of 320 trits. */
    public static final int BLOCK = 5120;

    @Override
    public final void addTo(BodyView body, float[] target, int offset, float weight, Workspace workspace) {
        float[] block = workspace.floats();
        for (int from = 0; from < body.elements; from += run()) {
            int count = Math.min(run(), body.elements - from);
            decode(body, from, count, block, workspace);
            AdditionKernels.ADD_SCALED.at(count).addScaled(block, 0, count, weight, target, offset + from);
        }
    }

    @Override
    public final void addTo(
            BodyView body, short[] target, int offset, HalfFloat format, float weight, Workspace workspace) {
        float[] block = workspace.floats();
        float[] sums = workspace.sums(Math.min(run(), body.elements));
        for (int from = 0; from < body.elements; from += run()) {
            int count = Math.min(run(), body.elements - from);
            decode(body, from, count, block, workspace);
            format.toFloats(target, offset + from, count, sums, 0);
            AdditionKernels.ADD_SCALED.at(count).addScaled(block, 0, count, weight, sums, 0);
            format.round(sums, 0, count, target, offset + from);
        }
    }

    /** Adds some elements of each body, for which {@link #decode} can be called. */
    protected final void addRunTo(
            PackedBodies bodies, int from, int count, float[] target, int offset, float weight, Workspace workspace) {
        float[] block = workspace.floats();
        for (int m = 0; m < bodies.count(); m++) {
            decode(bodies.view(m), from, count, block, workspace);
            AdditionKernels.ADD_SCALED.at(count).addScaled(block, 0, count, weight, target, offset + from);
        }
    }

    /** How many elements are decoded at a time, at most {@link #BLOCK}. */
    protected int run() {
        return BLOCK;
    }

    /**
     * Decodes elements {@code from .. from + count}.
     *
     * @param from a multiple of {@link #run}, or of a group in a body that joins others; never called for less than it and
     *     then for more
     * @param block modified in {@code [0, count)}
     */
    protected abstract void decode(BodyView body, int from, int count, float[] block, Workspace workspace);
}
