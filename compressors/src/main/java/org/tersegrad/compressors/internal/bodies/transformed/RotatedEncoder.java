package org.tersegrad.compressors.internal.bodies.transformed;

import java.util.Arrays;
import org.tersegrad.codecs.FixedWidth;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.codecs.internal.floats.ReductionKernels;
import org.tersegrad.codecs.internal.rotations.RotationKernels;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.TensorEncoder;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.OrderedSums;
import org.tersegrad.compressors.internal.bodies.BodyNumbers;

/**
 * Rotates each block of a gradient and rounds its coordinates to levels:
 *
 * <pre>
 *   for each block x of n elements, brought near 1 by a power of two
 *       t = Hadamard transform of x with random signs, so that |t|² = n |x|²
 *       c = levels of t √n / |t|, which are nearly standard normal
 *       write the factor of the block, s / n, where s is
 *           of least error    &lt;t, c> / |c|²
 *           unbiased          |t|² / &lt;t, c>
 *       pack the levels
 * </pre>
 */
public final class RotatedEncoder extends TensorEncoder {
    private static final int RUN = RotatedBody.RUN;
    private static final int NEAR_ONE = Float.floatToRawIntBits(1f);

    private final int bits;
    private final boolean unbiased;
    private final double[] boundaries;
    private final int[] thresholds;
    private final int[] rises;
    private final OrderedSums norms = new OrderedSums();
    private final int[] signs = new int[RUN / Integer.SIZE];
    private final float[] rotated;
    private final int[] fields;
    private final float[] lanes = new float[2 * Kernels.LANES];

    public RotatedEncoder(Compressor recipe, int bits, boolean unbiased, Shape shape, Seed seed) {
        super(recipe, shape, seed);
        this.bits = bits;
        this.unbiased = unbiased;
        boundaries = GaussianLevels.boundaries(bits);
        thresholds = new int[boundaries.length];
        rises = GaussianLevels.rises(bits);
        int run = Math.min(RUN, size);
        rotated = new float[run];
        fields = new int[run];
    }

    @Override
    protected int encodeBody(float[] values, int offset, byte[] out, int at) {
        long seed = stepSeed();
        out[at] = (byte) bits;
        LittleEndian.putLong(out, at + 1, seed);
        int factorAt = at + RotatedBody.FIELDS;
        int levelsAt = factorAt + 4 * RotatedBody.blocks(size);
        for (int done = 0; done < size; done += RUN) {
            int count = Math.min(RUN, size - done);
            int key = Finite.largestKey(values, offset + done, count, done);
            float up = Math.scalb(1f, Math.max(-126, Math.min(126, 127 - (key >>> 23))));
            RotatedBody.drawSigns(seed, done, count, signs);
            RotationKernels.FLIP_SIGNS.at(count).flipSigns(values, offset + done, count, up, signs, rotated, 0);
            for (int from = 0; from < count; from += RotatedBody.nextBlock(count - from)) {
                float factor = encodeBlock(from, RotatedBody.nextBlock(count - from), up);
                LittleEndian.putInt(out, factorAt, Float.floatToRawIntBits(factor));
                factorAt += 4;
            }
            FixedWidth.pack(fields, 0, count, bits, out, levelsAt + done / 8 * bits);
        }
        return (int) RotatedBody.byteLength(size, bits);
    }

    /** Turns a block into fields and returns its factor. */
    private float encodeBlock(int from, int count, float up) {
        RotationKernels.HADAMARD.at(count).hadamard(rotated, from, count);
        // A whole run was brought near 1; a block of the rest may be much smaller than the largest one.
        int key =
                count == RUN ? NEAR_ONE : ReductionKernels.LARGEST_KEY.at(count).largestKey(rotated, from, count);
        double norm = norms.euclidean(rotated, from, count, key);
        double deviation = norm / Math.sqrt(count);
        for (int k = 1; k < thresholds.length; k++) {
            thresholds[k] = Float.floatToRawIntBits((float) (boundaries[k] * deviation));
        }
        Arrays.fill(lanes, 0f);
        RotationKernels.TO_LEVELS.at(count).toLevels(rotated, from, count, thresholds, rises, fields, from, lanes);
        double product = sum(0) * GaussianLevels.UNIT;
        if (product == 0) {
            return 0f;
        }
        double scale = unbiased
                ? norm * norm / product
                : product / (sum(Kernels.LANES) * GaussianLevels.UNIT * GaussianLevels.UNIT);
        return (float) Math.min(scale / count / up, RotatedBody.largestFactor(count));
    }

    private double sum(int lane) {
        double sum = 0;
        for (int i = lane; i < lane + Kernels.LANES; i++) {
            sum += lanes[i];
        }
        return sum;
    }

    @Override
    protected int scheme() {
        return BodyNumbers.ROTATED;
    }
}
