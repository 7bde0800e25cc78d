package org.tersegrad.compressors.levels;

import static org.tersegrad.compressors.RecipeEntry.scheme;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.Numbers;

/**
 * Rounds every element at random to one of s levels of each sign, up or down so that its mean is exact.
 *
 * <pre>
 *   C(x)_i = sign(x_i) (norm / s) (l + 1)  with chance s |x_i| / norm − l,  else sign(x_i) (norm / s) l
 *            where l = floor(s |x_i| / norm), and norm is that of the bucket of i
 *   unbiased, for buckets of b elements   omega = min(b / (4 s²), sqrt(b) / s)
 *   body  | code, 1 byte | s, 2 bytes | b, 4 bytes | norm / s of each bucket, 4 bytes | levels |
 * </pre>
 *
 * <p>Levels have {@code ceil(log2(2 s + 1))} bits, or fewer on average if they are entropy-coded. A mean is exact as far as floats
 * are: to 2<sup>-22</sup> of the element and 2<sup>-39</sup> of a step for s up to 127, then 2<sup>-45</sup> s.
 *
 * <p>Workers of a group can round in agreement, and receivers subtract a dither: {@link BlockInteger.Rounding}.
 *
 * <p>D. Alistarh, D. Grubic, J. Li, R. Tomioka, M. Vojnovic, <i>QSGD: communication-efficient SGD via gradient quantization
 * and encoding</i>, 2017.
 *
 * @param levels s, 1 to 32767; 7 makes 4 bits, 127 makes 8
 * @param bucket b, how many elements share a norm
 * @param norm of a bucket
 * @param code how levels are written
 * @param rounding an unbiased one
 * @param clip at this many standard deviations of a bucket, with its largest magnitude as norm; 0 does not clip. As in
 *     {@link TernGrad} the mean is then that of the clipped gradient
 */
public record Qsgd(int levels, int bucket, Norm norm, Code code, BlockInteger.Rounding rounding, float clip)
        implements Quantizer {
    /** Its name in recipes. */
    public static final RecipeEntry<Compressor> ENTRY = scheme(
                    "qsgd",
                    "qsgd(4bit)",
                    "levels of a bucket's norm, rounded at random",
                    a -> new Qsgd(
                            levels(a),
                            a.asInt("bucket", Qsgd.DEFAULT_BUCKET),
                            a.asChoice("norm", Norm.L2),
                            a.asChoice("code", Code.FIXED),
                            a.asChoice("rounding", BlockInteger.Rounding.STOCHASTIC),
                            a.asFloat("clip", 0f)),
                    new Parameter("levels", "of each sign, 1 to 32767, or 2bit to 16bit"),
                    new Parameter("bucket", "how many elements share a norm"),
                    new Parameter("norm", "l2 or max"),
                    new Parameter("code", "fixed or entropy"),
                    BlockInteger.Rounding.AT_RANDOM,
                    new Parameter("clip", "in standard deviations, with norm=max"))
            .withFormats(LevelsFormat.INSTANCE, DitheredFormat.LEVELS)
            .withExamples(
                    "qsgd(levels=1,norm=max)",
                    "qsgd(levels=127,bucket=100)",
                    "qsgd(levels=3,bucket=64)",
                    "qsgd(levels=32767,bucket=1000)",
                    "qsgd(levels=15,code=entropy)",
                    "qsgd(levels=127,norm=max,code=entropy)",
                    "qsgd(levels=7,bucket=100,rounding=correlated)",
                    "qsgd(levels=15,code=entropy,rounding=dither)",
                    "qsgd(levels=7,norm=max,clip=2.5)");

    private static final Pattern BITS = Pattern.compile("(\\d{1,2})bits?");

    /** As many levels as fit in a number of bits with a sign, or the number itself. */
    private static int levels(RecipeArguments a) {
        Matcher bits = BITS.matcher(a.has("levels") ? a.asText("levels").toLowerCase(Locale.ROOT) : "4bit");
        if (!bits.matches()) {
            return a.asInt("levels");
        }
        int number = Integer.parseInt(bits.group(1));
        if (number < 2 || number > 16) {
            throw new IllegalArgumentException("levels have 2 to 16 bits, not " + number);
        }
        return (1 << (number - 1)) - 1;
    }

    /** The norm of a bucket that s levels span. */
    public enum Norm {
        /** The Euclidean norm, as in the paper. */
        L2,
        /** The largest magnitude: less noise, and no promise that most levels are 0. */
        MAX
    }

    /** Coding of the levels. */
    public enum Code {
        /** The same number of bits for each level. */
        FIXED,
        /** Few bits for frequent ones; up to 127 levels. */
        ENTROPY
    }

    /** The bucket of the paper's experiments with 4 and 8 bits. */
    public static final int DEFAULT_BUCKET = 512;

    public Qsgd {
        requireLevels(levels, code == Code.ENTROPY ? LevelsFormat.MAX_ENTROPY_LEVELS : LevelsFormat.MAX_LEVELS);
        requireBucket(bucket);
        BlockInteger.Rounding.atRandom("qsgd", rounding);
        Numbers.requireMagnitude(clip, 0, "clipping is at 0 or more standard deviations");
        clip += 0f; // −0 becomes 0
        if (clip > 0 && norm == Norm.L2) {
            throw new IllegalArgumentException(
                    "levels of an l2 norm are not clipped; clip=" + clip + " needs norm=max");
        }
    }

    /** No clipping. */
    public Qsgd(int levels, int bucket, Norm norm, Code code, BlockInteger.Rounding rounding) {
        this(levels, bucket, norm, code, rounding, 0f);
    }

    /** Rounding without agreement. */
    public Qsgd(int levels, int bucket, Norm norm, Code code) {
        this(levels, bucket, norm, code, BlockInteger.Rounding.STOCHASTIC);
    }

    /** Euclidean norms of buckets of 512, levels of a fixed number of bits. */
    public static Qsgd levels(int levels) {
        return new Qsgd(levels, DEFAULT_BUCKET, Norm.L2, Code.FIXED);
    }

    /** The same with other buckets. */
    public Qsgd withBucket(int other) {
        return new Qsgd(levels, other, norm, code, rounding, clip);
    }

    /** The same with another norm. */
    public Qsgd withNorm(Norm other) {
        return new Qsgd(levels, bucket, other, code, rounding, clip);
    }

    /** The same with entropy-coded levels. */
    public Qsgd entropyCoded() {
        return new Qsgd(levels, bucket, norm, Code.ENTROPY, rounding, clip);
    }

    /** The same with another rounding, not to nearest. */
    public Qsgd withRounding(BlockInteger.Rounding other) {
        return new Qsgd(levels, bucket, norm, code, other, clip);
    }

    private static void requireLevels(int levels, int most) {
        if (levels < 1 || levels > most) {
            throw new IllegalArgumentException("1 to " + most + " levels, not " + levels);
        }
    }

    static void requireBucket(int bucket) {
        if (bucket < 1) {
            throw new IllegalArgumentException("a bucket has at least 1 element, not " + bucket);
        }
    }

    @Override
    @SuppressWarnings("exports") // as in the interface
    public QuantizerPlan plan(Shape shape) {
        int codeNumber = code == Code.FIXED ? LevelsFormat.FIXED : LevelsFormat.ENTROPY;
        return new QuantizerPlan(levels, bucket, norm == Norm.L2, rounding, codeNumber, clip);
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
        return rounding.traits(clip > 0 ? Guarantee.NONE : plan.unbiased(shape.size()));
    }

    @Override
    public String toString() {
        return "qsgd(levels=" + levels
                + (bucket == DEFAULT_BUCKET ? "" : ",bucket=" + bucket)
                + (norm == Norm.L2 ? "" : ",norm=" + norm.name().toLowerCase(Locale.ROOT))
                + (code == Code.FIXED ? "" : ",code=" + code.name().toLowerCase(Locale.ROOT))
                + rounding.argument()
                + (clip == 0 ? "" : ",clip=" + Numbers.plain(clip))
                + ")";
    }
}
