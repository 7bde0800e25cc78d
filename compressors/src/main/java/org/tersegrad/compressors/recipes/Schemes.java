package org.tersegrad.compressors.recipes;

import static org.tersegrad.compressors.RecipeEntry.scheme;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.RecipeProvider;
import org.tersegrad.compressors.floats.Dense;
import org.tersegrad.compressors.floats.Half;
import org.tersegrad.compressors.floats.Lossless;
import org.tersegrad.compressors.floats.Mx;
import org.tersegrad.compressors.floats.Natural;
import org.tersegrad.compressors.floats.Nvfp4;
import org.tersegrad.compressors.levels.AffineInteger;
import org.tersegrad.compressors.levels.BlockInteger;
import org.tersegrad.compressors.levels.Qsgd;
import org.tersegrad.compressors.levels.TernGrad;
import org.tersegrad.compressors.signs.LionSign;
import org.tersegrad.compressors.signs.OneBit;
import org.tersegrad.compressors.signs.ScaledSign;
import org.tersegrad.compressors.signs.Sign;
import org.tersegrad.compressors.signs.TernarySign;
import org.tersegrad.compressors.sparse.Keep;
import org.tersegrad.compressors.sparse.RandomK;
import org.tersegrad.compressors.sparse.Strom;
import org.tersegrad.compressors.sparse.Threshold;
import org.tersegrad.compressors.sparse.TopK;
import org.tersegrad.compressors.transforms.CosineTopK;
import org.tersegrad.compressors.transforms.Eden;
import org.tersegrad.compressors.transforms.LowRank;

/** The schemes of this module by name. A new scheme adds its lines here; its record checks the values. */
public final class Schemes implements RecipeProvider {
    private static final Pattern BITS = Pattern.compile("(\\d{1,2})bits?");
    /** The part of the elements that is kept. */
    public static final Parameter FRACTION = new Parameter("fraction", "of the elements, above 0, at most 1");
    /** How many elements are kept. */
    public static final Parameter COUNT = new Parameter("k", "how many elements, instead of a fraction");

    /** How a number between two others is rounded. */
    public static final Parameter ROUNDING = new Parameter("rounding", "stochastic or nearest");

    private static final Parameter BLOCK = new Parameter("block", "how many elements share a step");
    private static final Parameter AFFINE =
            new Parameter("affine", "true: from the least to the greatest of a block, not around 0");

    @Override
    public List<RecipeEntry<?>> entries() {
        return Stream.of(floats(), blockFloats(), sparse(), levels(), signs())
                .flatMap(List::stream)
                .toList();
    }

    private static List<RecipeEntry<?>> floats() {
        return List.of(
                scheme("dense", "dense", "every element as it is", a -> new Dense()),
                scheme(
                        "half",
                        "half",
                        "every element as an IEEE float of 16 bits",
                        a -> half(Half.Format.FP16, a),
                        ROUNDING),
                scheme("bf16", "bf16", "the upper 16 bits of every element", a -> half(Half.Format.BF16, a), ROUNDING),
                scheme(
                        "lossless",
                        "lossless",
                        "every element as it is, exponents entropy-coded",
                        a -> new Lossless(a.asChoice("values", Lossless.Values.FP32)),
                        new Parameter("values", "fp32 or bf16")),
                scheme("natural", "natural", "sign and a power of two, rounded at random", a -> new Natural()),
                scheme(
                        "lowrank",
                        "lowrank(2)",
                        "a matrix as the product of two thin ones",
                        a -> new LowRank(a.asInt("rank")),
                        new Parameter("rank", "columns of the thin matrices")));
    }

    private static List<RecipeEntry<?>> blockFloats() {
        return List.of(
                mx(Mx.fp8(), "e4m3 or e5m2"),
                mx(Mx.fp6(), "e2m3 or e3m2"),
                mx(Mx.fp4(), "e2m1 or e3m0"),
                scheme(
                        "nvfp4",
                        "nvfp4",
                        "floats of 4 bits, a scale for each 16 and one for all",
                        a -> new Nvfp4(a.asChoice("rounding", Half.Rounding.NEAREST)),
                        ROUNDING));
    }

    private static RecipeEntry<?> mx(Mx usual, String elements) {
        String name = usual.toString();
        return scheme(
                name,
                name,
                "floats of " + usual.bits() + " bits, and a power of two for each 32",
                a -> {
                    Mx mx = new Mx(a.asChoice("element", usual.element()), a.asChoice("rounding", usual.rounding()));
                    if (mx.bits() != usual.bits()) {
                        throw new IllegalArgumentException("elements of " + name + " are " + elements + ", not "
                                + mx.element().name().toLowerCase(Locale.ROOT));
                    }
                    return mx;
                },
                ROUNDING,
                new Parameter("element", elements));
    }

    private static List<RecipeEntry<?>> sparse() {
        return List.of(
                scheme(
                        "topk",
                        "topk(0.01)",
                        "the elements of largest magnitude",
                        a -> new TopK(keep(a), a.asChoice("values", TopK.Values.FP32), a.asDouble("sample", 0)),
                        FRACTION,
                        COUNT,
                        new Parameter("values", "fp32, fp16, bf16 or int8"),
                        new Parameter("sample", "of the elements, for a threshold as in DGC; 0: exactly the largest")),
                scheme(
                        "randomk",
                        "randomk(0.01)",
                        "elements chosen at random",
                        a -> new RandomK(keep(a), a.asBoolean("scaled", true)),
                        FRACTION,
                        COUNT,
                        new Parameter("scaled", "true: unbiased; false: for error feedback")),
                scheme(
                        "dct",
                        "dct(0.01)",
                        "the largest coefficients of cosine transforms of chunks of 64 x 64",
                        a -> new CosineTopK(keep(a)),
                        new Parameter("fraction", "of the coefficients of each chunk, above 0, at most 1"),
                        new Parameter("k", "how many coefficients of each chunk, instead of a fraction")),
                scheme(
                        "threshold",
                        "threshold(0.001)",
                        "the elements larger than a fixed value",
                        a -> new Threshold(a.asFloat("value")),
                        new Parameter("value", "0 or more")),
                scheme(
                        "strom",
                        "strom(0.001)",
                        "plus or minus tau where an element is larger than tau",
                        a -> new Strom(a.asFloat("tau")),
                        new Parameter("tau", "above 0")));
    }

    /** What is kept, from either parameter. */
    public static Keep keep(RecipeArguments a) {
        if (a.has("k") && a.has("fraction")) {
            throw new IllegalArgumentException("either a fraction or k, not both");
        }
        return a.has("k") ? new Keep.Count(a.asInt("k")) : new Keep.Fraction(a.asDouble("fraction"));
    }

    private static List<RecipeEntry<?>> levels() {
        return List.of(
                scheme(
                        "qsgd",
                        "qsgd(4bit)",
                        "levels of a bucket's norm, rounded at random",
                        a -> new Qsgd(
                                qsgdLevels(a),
                                a.asInt("bucket", Qsgd.DEFAULT_BUCKET),
                                a.asChoice("norm", Qsgd.Norm.L2),
                                a.asChoice("code", Qsgd.Code.FIXED)),
                        new Parameter("levels", "of each sign, 1 to 32767, or 2bit to 16bit"),
                        new Parameter("bucket", "how many elements share a norm"),
                        new Parameter("norm", "l2 or max"),
                        new Parameter("code", "fixed or entropy")),
                scheme(
                        "terngrad",
                        "terngrad",
                        "plus, minus or zero times the largest, at random",
                        a -> new TernGrad(a.asFloat("clip", 0f)),
                        new Parameter("clip", "at so many standard deviations; 0 does not clip")),
                scheme(
                        "eden",
                        "eden(4)",
                        "levels for Gaussian numbers, after a random rotation",
                        a -> new Eden(a.asInt("bits"), a.asChoice("scale", Eden.Scale.LEAST)),
                        new Parameter("bits", "of a level, 1 to 4; with 1 it is DRIVE"),
                        new Parameter("scale", "least: of least error; unbiased: for means over many workers")),
                scheme("int8", "int8", "integers of 8 bits and a step", a -> integers(8, a), ROUNDING, BLOCK, AFFINE),
                scheme(
                        "int4",
                        "int4(nearest)",
                        "integers of 4 bits and a step",
                        a -> integers(4, a),
                        ROUNDING,
                        BLOCK,
                        AFFINE));
    }

    /** As many levels as fit in so many bits with a sign, or the number itself. */
    private static int qsgdLevels(RecipeArguments a) {
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

    /** A float of 16 bits. */
    public static Half half(Half.Format format, RecipeArguments a) {
        return new Half(format, a.asChoice("rounding", Half.Rounding.NEAREST));
    }

    private static Compressor integers(int bits, RecipeArguments a) {
        int block = a.asInt("block", BlockInteger.defaultBlock(bits));
        BlockInteger.Rounding rounding = a.asChoice("rounding", BlockInteger.Rounding.STOCHASTIC);
        return a.asBoolean("affine", false)
                ? new AffineInteger(bits, block, rounding)
                : new BlockInteger(bits, block, rounding);
    }

    private static List<RecipeEntry<?>> signs() {
        return List.of(
                scheme(
                        "sign",
                        "sign",
                        "signs, times the mean magnitude",
                        Schemes::sign,
                        new Parameter("scaled", "false: nothing but the signs"),
                        new Parameter("zero", "true: a zero has no sign, in 1.6 bits instead of 1")),
                scheme("onebit", "onebit", "signs, and the mean of each sign", a -> new OneBit()),
                scheme(
                        "lion",
                        "lion",
                        "signs of a momentum that the encoder keeps",
                        a -> new LionSign(a.asFloat("beta1", 0.9f), a.asFloat("beta2", 0.99f)),
                        new Parameter("beta1", "weight of the momentum in what is sent, 0 to 1"),
                        new Parameter("beta2", "weight of the old momentum in the new one, 0 to 1")));
    }

    private static Compressor sign(RecipeArguments a) {
        boolean scaled = a.asBoolean("scaled", true);
        if (a.asBoolean("zero", false)) {
            return new TernarySign(scaled);
        }
        return scaled ? new ScaledSign() : new Sign();
    }
}
