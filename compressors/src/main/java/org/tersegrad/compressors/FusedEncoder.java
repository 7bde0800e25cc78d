package org.tersegrad.compressors;

import org.tersegrad.codecs.internal.floats.ReductionKernels;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.LargestMagnitudes;
import org.tersegrad.compressors.internal.OrderedSums;
import org.tersegrad.compressors.internal.SignBits;

/**
 * An encoder that does a step with a residual in fewer passes than three calls would: it adds the residual when it first looks
 * at an element, and subtracts what is sent when it last does.
 */
public abstract class FusedEncoder extends BodyEncoder {
    private static final Residual NO_RESIDUAL = new Residual(0);
    /** Number of sums whose signs are packed while some of them are still in the cache. */
    private static final int SIGNS = Residual.PIECE;

    private final OrderedSums norms = new OrderedSums();
    private Residual residual = NO_RESIDUAL;

    private final LargestMagnitudes.Source sums = new LargestMagnitudes.Source() {
        @Override
        public void sample(int from, int count) {
            residual.addAnyway(from, count, residual.sum(), from);
        }

        @Override
        public void make(int from, int count) {
            addTo(residual.sum(), from, from, count);
        }
    };

    /** An encoder of a recipe for one tensor. */
    protected FusedEncoder(Compressor recipe, Shape shape, Seed seed, BodyFormat format) {
        super(recipe, shape, seed, format);
    }

    @Override
    public final void encode(FloatSlice newGradient, Residual itsResidual, Payload payload) {
        byte[] out = open(newGradient.length(), payload);
        itsResidual.open(newGradient);
        encode(itsResidual, payload, out);
    }

    @Override
    public final void encode(Slice newGradient, Residual itsResidual, Payload payload) {
        byte[] out = open(newGradient.length(), payload);
        itsResidual.open(newGradient);
        encode(itsResidual, payload, out);
    }

    private void encode(Residual itsResidual, Payload payload, byte[] out) {
        residual = itsResidual;
        try {
            int bytes = encodeBody(residual.sum(), 0, out, bodyAt());
            keepResidual(residual, out, bodyAt());
            close(payload, bytes);
        } finally {
            residual.close();
            residual = NO_RESIDUAL;
        }
    }

    /** Whether this step has a residual; then what is encoded is its sum. */
    protected final boolean remembering() {
        return residual != NO_RESIDUAL;
    }

    /**
     * The largest key of elements that {@link #encodeBody} looks at for the first time.
     *
     * @throws IllegalArgumentException if one of them is not finite
     */
    protected final int largestKey(float[] values, int offset, int from, int count) {
        return remembering()
                ? addTo(residual.sum(), from, from, count)
                : Finite.largestKey(values, offset + from, count, from);
    }

    /**
     * Adds some elements of the gradient to their residual, and returns the largest key of the sums.
     *
     * @param target modified: takes the sums, from {@code to} on
     * @throws IllegalArgumentException if one of these elements is not finite
     */
    protected final int addTo(float[] target, int to, int from, int count) {
        return residual.add(from, count, target, to);
    }

    /** Makes the elements that {@link #encodeBody} selects from, if they are sums. */
    @SuppressWarnings("exports") // for the schemes of this module
    protected final LargestMagnitudes.Source source() {
        return remembering() ? sums : LargestMagnitudes.Source.READY;
    }

    /**
     * Packs the signs of a block of elements that {@link #encodeBody} looks at for the first time, and adds up their
     * magnitudes.
     *
     * @param count 4096, or what is left
     * @throws IllegalArgumentException if one of them is not finite
     */
    protected final double packSigns(float[] values, int offset, int from, int count, byte[] out, int to) {
        if (!remembering()) {
            double sum = norms.packSigns(values, offset + from, count, out, to);
            if (!Double.isFinite(sum)) {
                throw Finite.refusal(values, offset + from, count, from);
            }
            return sum;
        }
        float[] lanes = norms.begin();
        for (int done = 0; done < count; done += SIGNS) {
            int part = Math.min(SIGNS, count - done);
            residual.addAndSum(from + done, part, lanes);
            SignBits.pack(values, offset + from + done, part, out, to + done / 8);
        }
        double sum = norms.end(values, offset + from, count);
        if (Double.isFinite(sum)) {
            return sum;
        }
        residual.saturate(from, count, values, offset + from);
        ReductionKernels.SUM_MAGNITUDES.at(count).sumMagnitudes(values, offset + from, count, norms.begin());
        return norms.end(values, offset + from, count);
    }

    /**
     * Makes what is left of the sum the new residual.
     *
     * @param out not modified: the body that was written, from {@code at} on
     */
    protected abstract void keepResidual(Residual residual, byte[] out, int at);
}
