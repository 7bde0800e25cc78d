package org.tersegrad.compressors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.tersegrad.compressors.floats.Dense;
import org.tersegrad.compressors.floats.Half;
import org.tersegrad.compressors.floats.Lossless;
import org.tersegrad.compressors.floats.Mx;
import org.tersegrad.compressors.floats.Natural;
import org.tersegrad.compressors.floats.Nvfp4;
import org.tersegrad.compressors.levels.AffineInteger;
import org.tersegrad.compressors.levels.BlockInteger;
import org.tersegrad.compressors.levels.FourMeans;
import org.tersegrad.compressors.levels.Qsgd;
import org.tersegrad.compressors.levels.TernGrad;
import org.tersegrad.compressors.signs.LionSign;
import org.tersegrad.compressors.signs.OneBit;
import org.tersegrad.compressors.signs.ScaledSign;
import org.tersegrad.compressors.signs.Sign;
import org.tersegrad.compressors.signs.TernarySign;
import org.tersegrad.compressors.sparse.Keep;
import org.tersegrad.compressors.sparse.RandomK;
import org.tersegrad.compressors.sparse.Sparsifier;
import org.tersegrad.compressors.sparse.Strom;
import org.tersegrad.compressors.sparse.Threshold;
import org.tersegrad.compressors.sparse.TopK;
import org.tersegrad.compressors.transforms.CosineTopK;
import org.tersegrad.compressors.transforms.Eden;
import org.tersegrad.compressors.transforms.LowRank;
import org.tersegrad.compressors.wrappers.Chunked;
import org.tersegrad.compressors.wrappers.Clip;
import org.tersegrad.compressors.wrappers.NonFinite;
import org.tersegrad.compressors.wrappers.SkipSmall;
import org.tersegrad.compressors.wrappers.Warmup;

/** A compressor prints as a recipe that parses to it; mistakes are reported in a sentence that helps. */
class RecipeTest {
    /** Texts as the records print them. */
    static final Map<String, Compressor> PRINTED = Map.ofEntries(
            Map.entry("dense", new Dense()),
            Map.entry("half", Half.fp16()),
            Map.entry("bf16", Half.bf16()),
            Map.entry("natural", new Natural()),
            Map.entry("lossless", Lossless.fp32()),
            Map.entry("dct(0.01)", CosineTopK.fraction(0.01)),
            Map.entry("dct(k=32)", CosineTopK.count(32)),
            Map.entry("lossless(bf16)", Lossless.bf16()),
            Map.entry("lowrank(2)", new LowRank(2)),
            Map.entry("topk(0.01)", TopK.fraction(0.01)),
            Map.entry("topk(k=100,values=fp16)", TopK.count(100).withValues(TopK.Values.FP16)),
            Map.entry("randomk(0.0000001)", RandomK.fraction(1e-7)),
            Map.entry("randomk(k=10,scaled=false)", RandomK.count(10).unscaled()),
            Map.entry("threshold(0.001)", new Threshold(0.001f)),
            Map.entry("strom(0.001)", new Strom(0.001f)),
            Map.entry("qsgd(levels=7)", Qsgd.levels(7)),
            Map.entry(
                    "qsgd(levels=1,bucket=64,norm=max,code=entropy)",
                    new Qsgd(1, 64, Qsgd.Norm.MAX, Qsgd.Code.ENTROPY)),
            Map.entry("terngrad", new TernGrad()),
            Map.entry("terngrad(clip=2.5)", new TernGrad(2.5f)),
            Map.entry("int8", BlockInteger.int8()),
            Map.entry(
                    "int4(block=32,rounding=nearest)",
                    BlockInteger.int4().withBlock(32).nearest()),
            Map.entry("sign", new ScaledSign()),
            Map.entry("sign(scaled=false)", new Sign()),
            Map.entry("onebit", new OneBit()),
            Map.entry("lion", new LionSign()),
            Map.entry("lion(beta1=0.5,beta2=0)", new LionSign(0.5f, -0f)),
            Map.entry("onebit+chunked(512)", new Chunked(new OneBit(), 512)),
            Map.entry("topk(0.01)+skipsmall(1000)", SkipSmall.below(1000, TopK.fraction(0.01))),
            Map.entry("sign+skipsmall(0,vectors=true)", new SkipSmall(new ScaledSign(), 0, true)),
            Map.entry("half+nonfinite(skip)", Half.fp16().with(new NonFinite(NonFinite.Policy.SKIP))),
            Map.entry(
                    "topk(0.001)+warmup(stages=4,steps=100)",
                    TopK.fraction(0.001).with(new Warmup(4, 100))),
            Map.entry("dense+clip(0.5)", new Dense().with(new Clip(0.5f))),
            Map.entry("int4", BlockInteger.int4()),
            Map.entry("int4(block=4096)", BlockInteger.int4().withBlock(4096)),
            Map.entry("eden(1)", Eden.bits(1)),
            Map.entry("eden(4,scale=unbiased)", Eden.bits(4).unbiased()),
            Map.entry("mxfp8", Mx.fp8()),
            Map.entry("mxfp6(element=e3m2)", Mx.fp6().withElement(Mx.Element.E3M2)),
            Map.entry("mxfp4(rounding=stochastic)", Mx.fp4().stochastic()),
            Map.entry(
                    "mxfp4(element=e3m0,rounding=stochastic)",
                    Mx.fp4().withElement(Mx.Element.E3M0).stochastic()),
            Map.entry("nvfp4", Nvfp4.nearest()),
            Map.entry("fourmeans", new FourMeans()),
            Map.entry("int8(affine=true)", AffineInteger.int8()),
            Map.entry(
                    "int4(block=32,rounding=nearest,affine=true)",
                    AffineInteger.int4().withBlock(32).nearest()),
            Map.entry("sign(zero=true)", new TernarySign(true)),
            Map.entry("sign(scaled=false,zero=true)", new TernarySign(false)),
            Map.entry("topk(0.001,sample=0.01)", TopK.fraction(0.001).withSample(0.01)),
            Map.entry("nvfp4(rounding=stochastic)", Nvfp4.stochastic()),
            Map.entry("dense+clip(1)+chunked(8)", new Chunked(new Dense().with(new Clip(1f)), 8)));

    static Stream<Map.Entry<String, Compressor>> printed() {
        return PRINTED.entrySet().stream();
    }

    @ParameterizedTest
    @MethodSource("printed")
    void printedFormIsTheShortOneAndIsRead(Map.Entry<String, Compressor> pair) {
        assertThat(pair.getValue()).hasToString(pair.getKey());
        assertThat(Recipe.parse(pair.getKey())).isEqualTo(pair.getValue());
    }

    /** Fails when a new compressor has no recipe. One that is not public is another's under the same recipe. */
    @Test
    void everyCompressorOfThisModuleIsHere() throws Exception {
        Set<Class<?>> here = new HashSet<>();
        PRINTED.values().forEach(compressor -> here.add(compressor.getClass()));
        Recipe.entries().stream()
                .flatMap(entry -> entry.samples().recipes().stream())
                .forEach(recipe -> here.add(Recipe.parse(recipe).getClass()));
        Path classes = Path.of(Compressor.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        try (Stream<Path> files = Files.walk(classes.resolve("org/tersegrad/compressors"))) {
            for (String file : files.map(path -> classes.relativize(path).toString())
                    .filter(file -> file.endsWith(".class") && !file.endsWith("package-info.class"))
                    .toList()) {
                Class<?> type = Class.forName(file.replace(".class", "").replace(File.separatorChar, '.'));
                boolean named = type.isRecord() && Modifier.isPublic(type.getModifiers());
                if (named && Compressor.class.isAssignableFrom(type)) {
                    assertThat(here).contains(type);
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "TopK( Fraction = 1E-2 )         | topk(0.01)",
                "  topk(0.01)\t+ Clip ( 1e+1 )   | topk(0.01)+clip(10)",
                "dense()                         | dense",
                "topk(.5, values=FP16)           | topk(0.5,values=fp16)",
                "topk(1.)                        | topk(1)",
                "qsgd                            | qsgd(levels=7)",
                "qsgd(4bit)                      | qsgd(levels=7)",
                "qsgd(levels=2bits)              | qsgd(levels=1)",
                "qsgd(16BIT, norm=MAX)           | qsgd(levels=32767,norm=max)",
                "qsgd(15, code=fixed)            | qsgd(levels=15)",
                "terngrad(2.5)                   | terngrad(clip=2.5)",
                "terngrad(clip=-0)               | terngrad",
                "int8(nearest)                   | int8(rounding=nearest)",
                "int4(stochastic,block=128)     | int4",
                "sign(scaled=TRUE)               | sign",
                "lion(beta2=0.5)                 | lion(beta1=0.9,beta2=0.5)",
                "topk(k=5)+warmup(2,steps=3)     | topk(k=5)+warmup(stages=2,steps=3)",
            })
    void otherSpellings(String text, String printed) {
        assertThat(Recipe.parse(text)).hasToString(printed);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''            | the recipe is empty; one is topk(0.01)",
                "' '           | the recipe is empty",
                "topkk(0.01)   | recipe \"topkk(0.01)\", character 1: there is no recipe topkk; did you mean topk? (there are dense, half,",
                "tokp          | there is no recipe tokp; did you mean topk?",
                "zzzzz         | there is no recipe zzzzz (there are dense,",
                "dense+ef      | character 7: there is no wrapper ef (there are chunked, skipsmall, nonfinite, warmup, clip)",
                "dense + cilp(1) | character 9: there is no wrapper cilp; did you mean clip?",
                "chunked(4)    | character 1: chunked stands behind a compressor and a +, as in topk(0.01)+chunked(4096)",
                "half+dense    | character 6: dense stands first, not behind a +, as in dense",
                "+clip(1)      | character 1: the name of a recipe is missing (there are dense,",
                "dense+        | character 7: the name of a wrapper is missing (there are chunked,",
                "topk(0.1      | character 5: this ( is never closed",
                "topk(         | character 6: the fraction of topk is expected here, not the end",
                "topk(0.1,)    | character 10: only the first argument of topk goes without its name (there are fraction, k, bits, values, sample)",
                "topk(k=)      | character 8: the k of topk is expected here, not )",
                "topk(=3)      | only the first argument of topk goes without its name",
                "topk((0.1))   | character 6: the fraction of topk is expected here, not (",
                "topk(0.1+clip(1) | character 5: this ( is never closed",
                "topk(0.1))    | character 10: + or the end is expected here, not )",
                "topk(0.1) x   | character 11: + or the end is expected here, not x",
                "dense 0.1     | character 7: + or the end is expected here, not 0",
                "topk(0.1,vlaues=fp16) | character 10: topk has no parameter vlaues; did you mean values? (there are fraction, k, bits, values, sample)",
                "topk(0.1,fraction=0.2) | character 10: the fraction of topk is given twice",
                "topk(0.1,k=2) | topk(0.1,k=2): either a fraction or k, not both",
                "dense(1)      | character 7: dense takes no parameters",
                "topk          | character 1: topk: fraction is missing, as in topk(0.01)",
                "topk(one)     | topk(one): a number is expected for fraction, not one",
                "topk(NaN)     | a number is expected for fraction, not NaN",
                "strom(1f)     | a number is expected for tau, not 1f",
                "topk(k=1.5)   | a whole number up to 2147483647 is expected for k, not 1.5",
                "topk(k=9999999999) | a whole number up to 2147483647 is expected for k, not 9999999999",
                "dense+clip(1)+topk(5) | character 15: topk stands first",
                "topk(5)+clip(1) | character 1: topk(5): a fraction to keep is above 0 and at most 1, this is 5;"
                        + " a number of elements is written as k=5",
                "dense + clip( 0 ) | character 9: clip( 0 ): a norm to clip at is above 0 and finite, this is 0.0",
                "strom(1e99)   | tau is above 0 and finite, this is Infinity",
                "qsgd(1bit)    | qsgd(1bit): levels have 2 to 16 bits, not 1",
                "qsgd(17bit)   | qsgd(17bit): levels have 2 to 16 bits, not 17",
                "qsgd(0)       | qsgd(0): 1 to 32767 levels, not 0",
                "qsgd(4bot)    | a whole number up to 2147483647 is expected for levels, not 4bot",
                "qsgd(200,code=entropy) | 1 to 127 levels, not 200",
                "qsgd(norm=l3) | l2 or max is expected for norm, not l3; did you mean l2?",
                "topk(1,values=fp17) | or bits4 is expected for values, not fp17; did you mean fp16?",
                "sign(scaled=no) | false or true is expected for scaled, not no",
                "half+nonfinite | policy is missing, as in topk(0.01)+nonfinite(zero)",
                "half+warmup(stages=4,steps=1) | the schedule changes how many elements are kept, as in topk or randomk, and cannot for half",
                "sign+chunked(8)+clip(1)+chunked(4) | chunked(4): a message has no chunks of chunks, and"
                        + " sign+chunked(8)+clip(1) makes chunks already",
                "topk(0.1)+warmup(stages=0,steps=1) | at least 1 stage of at least 1 step, not 0 of 1",
            })
    void mistakesAreExplained(String text, String sentence) {
        assertThatThrownBy(() -> Recipe.parse(text))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(sentence);
    }

    @Test
    void everyEntryHasAnExampleOfItselfAndSaysWhatItIs() {
        List<RecipeEntry<Compressor>> entries = Recipe.entries();
        assertThat(entries).extracting(RecipeEntry::name).contains("dense", "clip");
        for (RecipeEntry<Compressor> entry : entries) {
            Compressor compressor = Recipe.parse(entry.example());
            assertThat(Recipe.parse(compressor.toString())).isEqualTo(compressor);
            assertThat(entry.example()).contains(entry.name());
            assertThat(entry.help()).isNotBlank();
            assertThat(entry.parameters())
                    .allSatisfy(parameter -> assertThat(parameter.help()).isNotBlank());
        }
    }

    @Property(edgeCases = EdgeCasesMode.NONE) // they outnumber the tries
    void whatIsPrintedIsRead(@ForAll("compressors") Compressor compressor) {
        assertThat(Recipe.parse(compressor.toString())).isEqualTo(compressor);
    }

    /** Whatever is typed: a compressor, or one kind of exception. */
    @Property
    void nothingElseIsThrown(@ForAll("nearlyRecipes") String text) {
        try {
            Compressor compressor = Recipe.parse(text);
            assertThat(Recipe.parse(compressor.toString())).isEqualTo(compressor);
        } catch (IllegalArgumentException expected) {
            assertThat(expected.getMessage()).contains("recipe");
        }
    }

    @Provide
    Arbitrary<String> nearlyRecipes() {
        return Arbitraries.of(
                        "topk", "qsgd", "int8", "clip", "warmup", "ef", "(", ")", ",", "=", "+", " ", "1", "0.5", "k",
                        "1e-7", "4bit", "stages", "steps", "\u0130", "chunked", "\n")
                .list()
                .ofMaxSize(12)
                .map(parts -> String.join("", parts));
    }

    @Provide
    Arbitrary<Compressor> compressors() {
        Arbitrary<Compressor> plain =
                Arbitraries.oneOf(sparsifiers().map(sparsifier -> (Compressor) sparsifier), quantizers(), others());
        Arbitrary<Compressor> once = Arbitraries.oneOf(plain, wrapped(plain), warmups());
        return Arbitraries.oneOf(once, wrapped(once), wrapped(wrapped(once)));
    }

    private static Arbitrary<Sparsifier> sparsifiers() {
        Arbitrary<Keep> keep = Arbitraries.oneOf(fractions().map(Keep.Fraction::new), counts().map(Keep.Count::new));
        return Arbitraries.oneOf(
                Combinators.combine(keep, Arbitraries.of(TopK.Values.class)).as(TopK::new),
                Combinators.combine(keep, Arbitraries.of(true, false)).as(RandomK::new),
                keep.map(CosineTopK::new));
    }

    private static Arbitrary<Compressor> quantizers() {
        Arbitrary<Integer> levels = Arbitraries.integers().between(1, 127);
        return Arbitraries.oneOf(
                Combinators.combine(levels, counts(), Arbitraries.of(Qsgd.Norm.class), Arbitraries.of(Qsgd.Code.class))
                        .as(Qsgd::new),
                Arbitraries.integers().between(1, 32767).map(Qsgd::levels),
                Combinators.combine(Arbitraries.of(4, 8), counts(), Arbitraries.of(BlockInteger.Rounding.class))
                        .as(BlockInteger::new),
                magnitudes().map(TernGrad::new));
    }

    private static Arbitrary<Compressor> others() {
        Arbitrary<Float> weights = Arbitraries.oneOf(
                Arbitraries.floats().between(0f, 1f), Arbitraries.of(-0f, 0.9f, 0.99f, 1e-7f, Float.MIN_VALUE));
        return Arbitraries.oneOf(
                Arbitraries.of(
                        new Dense(),
                        Half.fp16(),
                        Half.bf16(),
                        new Natural(),
                        Lossless.fp32(),
                        Lossless.bf16(),
                        new ScaledSign(),
                        new Sign(),
                        new OneBit()),
                Combinators.combine(weights, weights).as(LionSign::new),
                magnitudes().map(Threshold::new),
                magnitudes().filter(value -> value > 0).map(Strom::new),
                counts().map(LowRank::new));
    }

    private static Arbitrary<Compressor> warmups() {
        return Combinators.combine(sparsifiers(), counts(), counts())
                .as((inner, stages, steps) -> inner.with(new Warmup(stages, steps)));
    }

    private static Arbitrary<Compressor> wrapped(Arbitrary<Compressor> inner) {
        return Arbitraries.oneOf(
                Combinators.combine(inner.filter(each -> !each.toString().contains("chunked")), counts())
                        .as(Chunked::new),
                Combinators.combine(inner, Arbitraries.integers().greaterOrEqual(0), Arbitraries.of(true, false))
                        .as(SkipSmall::new),
                Combinators.combine(inner, Arbitraries.of(NonFinite.Policy.class))
                        .as((each, policy) -> each.with(new NonFinite(policy))),
                Combinators.combine(inner, magnitudes().filter(value -> value > 0))
                        .as((each, norm) -> each.with(new Clip(norm))));
    }

    private static Arbitrary<Integer> counts() {
        return Arbitraries.integers().greaterOrEqual(1);
    }

    private static Arbitrary<Double> fractions() {
        return Arbitraries.longs()
                .between(1, Double.doubleToLongBits(1.0))
                .map(Double::longBitsToDouble)
                .edgeCases(edges -> edges.add(Double.MIN_VALUE, 1e-7, 0.1, 1.0));
    }

    /** Any bit pattern of a finite float that is not negative, and −0. */
    private static Arbitrary<Float> magnitudes() {
        return Arbitraries.integers()
                .between(0, Float.floatToIntBits(Float.MAX_VALUE))
                .map(Float::intBitsToFloat)
                .edgeCases(edges -> edges.add(-0f, Float.MIN_VALUE, 1e-7f, 0.1f, Float.MAX_VALUE));
    }
}
