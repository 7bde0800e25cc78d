package org.tersegrad.compressors.levels;

import static org.tersegrad.compressors.RecipeEntry.scheme;

import java.util.List;
import java.util.Locale;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;

/**
 * Every element as an integer of 8 or 4 bits, times a step of its block: symmetric, with the largest magnitude of the block
 * at the largest integer s, 127 or 7.
 *
 * <pre>
 *   step = max |x_i| / s of the block,  C(x)_i = step round(x_i / step)
 *   at random    unbiased, for blocks of b elements  omega = min(b / (4 s²), sqrt(b) / s)
 *   correlated   as at random, in a group in agreement with the other workers: their errors cancel
 *   dither       receivers subtract it; unbiased, omega = b / (12 s²), in a group correlated, too
 *   to nearest   halves to even; |C(x)_i − x_i| ≤ step / 2; contractive, delta = max(1 − b / (4 s²), 1 / b)
 *   body  that of {@link Qsgd}
 * </pre>
 *
 * <p>The length of a block: a step takes 32 bits, and the largest element of a long block makes the step too large for all others.
 * A bit more for each element makes the error four times smaller, so what counts is the error times 4^bits. With 4 bits, rounded to
 * nearest:
 *
 * <pre>
 *   block                    64     128     256     512    4096
 *   Gaussian               5.95    4.97    4.88    5.15    6.50
 *   heavy-tailed           17.4    18.5    22.6    28.8    57.3
 *   recorded in training   6.87    6.60    7.99    10.1    25.7
 * </pre>
 *
 * <p>Hence 128, which is the best or nearly so for all three. With 8 bits a step is fine enough in long blocks.
 *
 * <p>To nearest no element loses more than itself and the largest of a block nothing: hence 1 / b.
 *
 * @param bits 8 or 4
 * @param block how many elements share a step
 * @param rounding to nearest or one of the unbiased ones
 */
public record BlockInteger(int bits, int block, Rounding rounding) implements Quantizer {
    /** The names in recipes, those of {@link AffineInteger} among them. */
    public static final List<RecipeEntry<Compressor>> ENTRIES = List.of(
            entry(8, "int8")
                    .withExamples(
                            "int8(rounding=nearest)",
                            "int8(block=1048576,rounding=nearest)",
                            "int8(rounding=correlated)",
                            "int8(rounding=dither)",
                            "int8(affine=true)",
                            "int8(rounding=correlated,affine=true)",
                            "int8(rounding=dither,affine=true)",
                            "int8(block=1048576,rounding=nearest,affine=true)"),
            entry(4, "int4(nearest)")
                    .withExamples(
                            "int4",
                            "int4(block=4096,rounding=nearest)",
                            "int4(rounding=dither)",
                            "int4(affine=true)",
                            "int4(block=100,rounding=dither,affine=true)",
                            "int4(block=100,rounding=nearest,affine=true)"));

    private static RecipeEntry<Compressor> entry(int bits, String example) {
        return scheme(
                        "int" + bits,
                        example,
                        "integers of " + bits + " bits and a step",
                        a -> of(bits, a),
                        Rounding.PARAMETER,
                        new Parameter("block", "how many elements share a step"),
                        new Parameter("affine", "true: from the least to the greatest of a block, not around 0"))
                .withFormats(LevelsFormat.INSTANCE, DitheredFormat.LEVELS, AffineInteger.FORMAT, DitheredFormat.AFFINE);
    }

    private static Compressor of(int bits, RecipeArguments a) {
        int block = a.asInt("block", defaultBlock(bits));
        Rounding rounding = a.asChoice("rounding", Rounding.STOCHASTIC);
        return a.asBoolean("affine", false)
                ? new AffineInteger(bits, block, rounding)
                : new BlockInteger(bits, block, rounding);
    }

    /** Rounding between two levels. */
    public enum Rounding {
        /** Up or down at random, so that the mean is exact. */
        STOCHASTIC,
        /** Rounds to the nearer one, halves to the even one. */
        NEAREST,
        /**
         * At random, in agreement with the other workers of a group: each rounds as {@link #STOCHASTIC} does, and where one rounds
         * up another is likely to round down. The error of the mean of n equal gradients is n times smaller, that of unlike ones
         * up to twice.
         */
        CORRELATED,
        /**
         * Adds a dither that receivers draw, too, and subtract: the error is as small as to nearest, and does not depend on the
         * element. In a group correlated, too, so that the error of the mean of n equal gradients is 2n times smaller. A zero gets
         * noise, unless all of its bucket are zeros.
         */
        DITHER;

        /** The parameter in recipes. */
        static final Parameter PARAMETER = new Parameter("rounding", "stochastic, nearest, correlated or dither");

        /** The parameter of schemes that only round at random. */
        static final Parameter AT_RANDOM = new Parameter("rounding", "stochastic, correlated or dither");

        /** The argument of a scheme that only rounds at random. */
        static Rounding atRandom(String name, Rounding rounding) {
            if (rounding == NEAREST) {
                throw new IllegalArgumentException(
                        name + " rounds at random: stochastic, correlated or dither, not nearest");
            }
            return rounding;
        }

        /** Whether u depends on the coordinate and not on the sign of the element, so that workers and receivers agree on it. */
        boolean isAgreed() {
            return this == CORRELATED || this == DITHER;
        }

        /** The traits of a recipe that rounds like this. */
        Traits traits(Guarantee guarantee) {
            Traits traits = Traits.of(guarantee);
            return isAgreed() ? traits.withErrorFeedbackRefusal("a residual is for rounding=nearest") : traits;
        }

        /** The argument in a recipe, a comma before it. */
        String argument() {
            return this == STOCHASTIC ? "" : ",rounding=" + name().toLowerCase(Locale.ROOT);
        }
    }

    /** Default block for 8 bits: a step for each 16 KB of floats. */
    public static final int DEFAULT_BLOCK = 4096;

    /** Default block for 4 bits: a step for each 512 bytes of floats, a quarter of a bit for each element. */
    public static final int DEFAULT_BLOCK_OF_4_BITS = 128;

    public BlockInteger {
        requireBits(bits);
        Qsgd.requireBucket(block);
    }

    static void requireBits(int bits) {
        if (bits != 4 && bits != 8) {
            throw new IllegalArgumentException("integers of 4 or 8 bits, not of " + bits);
        }
    }

    /** 8 bits, rounded at random. */
    public static BlockInteger int8() {
        return new BlockInteger(8, DEFAULT_BLOCK, Rounding.STOCHASTIC);
    }

    /** 4 bits, rounded at random. */
    public static BlockInteger int4() {
        return new BlockInteger(4, DEFAULT_BLOCK_OF_4_BITS, Rounding.STOCHASTIC);
    }

    /** Default number of elements that share a step. */
    public static int defaultBlock(int bits) {
        return bits == 4 ? DEFAULT_BLOCK_OF_4_BITS : DEFAULT_BLOCK;
    }

    /** The same, rounded to nearest. */
    public BlockInteger nearest() {
        return new BlockInteger(bits, block, Rounding.NEAREST);
    }

    /** The same with another rounding. */
    public BlockInteger withRounding(Rounding other) {
        return new BlockInteger(bits, block, other);
    }

    /** The same with other blocks. */
    public BlockInteger withBlock(int other) {
        return new BlockInteger(bits, other, rounding);
    }

    @Override
    @SuppressWarnings("exports") // as in the interface
    public QuantizerPlan plan(Shape shape) {
        int levels = (1 << (bits - 1)) - 1;
        return new QuantizerPlan(levels, block, false, rounding, LevelsFormat.FIXED, 0f);
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return plan(shape).encoder(this, shape, seed);
    }

    @Override
    public int maxBytes(Shape shape) {
        return plan(shape).maxBytes(shape);
    }

    @Override
    public Traits traits(Shape shape) {
        QuantizerPlan plan = plan(shape);
        if (plan.random() || shape.size() == 0) {
            return rounding.traits(plan.unbiased(shape.size()));
        }
        double b = Math.min(block, shape.size());
        double s = plan.levels();
        return Traits.contractive(Math.max(1 - b / (4 * s * s), 1 / b));
    }

    @Override
    public String toString() {
        return text(bits, block, rounding, "");
    }

    /**
     * The recipe of integers.
     *
     * @param others further arguments, a comma before each
     */
    static String text(int bits, int block, Rounding rounding, String others) {
        String blocks = block == defaultBlock(bits) ? "" : ",block=" + block;
        String all = blocks + rounding.argument() + others;
        return "int" + bits + (all.isEmpty() ? "" : "(" + all.substring(1) + ")");
    }
}
