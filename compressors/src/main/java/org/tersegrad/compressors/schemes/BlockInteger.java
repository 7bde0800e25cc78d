package org.tersegrad.compressors.schemes;

import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.TensorEncoder;
import org.tersegrad.compressors.internal.bodies.LevelsBody;
import org.tersegrad.compressors.internal.bodies.LevelsEncoder;
import org.tersegrad.compressors.internal.bodies.QuantizerPlan;

/**
 * Every element as an integer of 8 or 4 bits, times a step of its block: symmetric, with the largest magnitude of the block
 * at the largest integer s, 127 or 7.
 *
 * <pre>
 *   step = max |x_i| / s of the block,  C(x)_i = step round(x_i / step)
 *
 *   at random    unbiased, for blocks of b elements  omega = min(b / (4 s²), sqrt(b) / s)
 *   to nearest   halves to even; |C(x)_i − x_i| ≤ step / 2; contractive, delta = max(1 − b / (4 s²), 1 / b)
 *
 *   body  that of {@link Qsgd}
 * </pre>
 *
 * <p>To nearest no element loses more than itself and the largest of a block nothing: hence 1 / b.
 *
 * @param bits 8 or 4
 * @param block how many elements share a step
 * @param rounding at random or to nearest
 */
public record BlockInteger(int bits, int block, Rounding rounding) implements Quantizer {
    /** What happens between two levels. */
    public enum Rounding {
        /** Up or down at random, so that the mean is exact. */
        STOCHASTIC,
        /** To the nearer one, halves to the even one. */
        NEAREST
    }

    /** A step for each 16 KB of floats. */
    public static final int DEFAULT_BLOCK = 4096;

    public BlockInteger {
        if (bits != 4 && bits != 8) {
            throw new IllegalArgumentException("integers of 4 or 8 bits, not of " + bits);
        }
        Qsgd.requireBucket(block);
    }

    /** 8 bits, rounded at random. */
    public static BlockInteger int8() {
        return new BlockInteger(8, DEFAULT_BLOCK, Rounding.STOCHASTIC);
    }

    /** 4 bits, rounded at random. */
    public static BlockInteger int4() {
        return new BlockInteger(4, DEFAULT_BLOCK, Rounding.STOCHASTIC);
    }

    /** The same, rounded to nearest. */
    public BlockInteger nearest() {
        return new BlockInteger(bits, block, Rounding.NEAREST);
    }

    /** The same with other blocks. */
    public BlockInteger withBlock(int other) {
        return new BlockInteger(bits, other, rounding);
    }

    @Override
    @SuppressWarnings("exports") // as in the interface
    public QuantizerPlan plan(Shape shape) {
        int levels = (1 << (bits - 1)) - 1;
        return new QuantizerPlan(levels, block, false, rounding == Rounding.STOCHASTIC, LevelsBody.FIXED, 0f);
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return new LevelsEncoder(this, plan(shape), shape, seed);
    }

    @Override
    public int maxBytes(Shape shape) {
        return TensorEncoder.payloadBytes(plan(shape).maxBodyBytes(shape.size()), shape);
    }

    @Override
    public Guarantee guarantee(Shape shape) {
        if (rounding == Rounding.STOCHASTIC || shape.size() == 0) {
            return plan(shape).unbiased(shape.size());
        }
        double b = Math.min(block, shape.size());
        double s = plan(shape).levels();
        return new Guarantee.Contractive(Math.max(1 - b / (4 * s * s), 1 / b));
    }

    @Override
    public String toString() {
        String blocks = block == DEFAULT_BLOCK ? "" : "block=" + block;
        String nearest = rounding == Rounding.STOCHASTIC ? "" : "rounding=nearest";
        String both = blocks + (blocks.isEmpty() || nearest.isEmpty() ? "" : ",") + nearest;
        return "int" + bits + (both.isEmpty() ? "" : "(" + both + ")");
    }
}
