package org.tersegrad.testkit;

import static org.tersegrad.testkit.Trait.IDEMPOTENT;
import static org.tersegrad.testkit.Trait.LOOKS_AT_SOME;
import static org.tersegrad.testkit.Trait.ODD;
import static org.tersegrad.testkit.Trait.PERMUTES;
import static org.tersegrad.testkit.Trait.SCALES;
import static org.tersegrad.testkit.Trait.TAKES_ANYTHING;

import java.util.List;
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
import org.tersegrad.compressors.sparse.RandomK;
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

/**
 * The built-in compressors, with the traits that they claim. A new scheme adds a line here and inherits every law; the author of a
 * wrapper can try it around all of them.
 */
public final class BuiltInCompressors {
    private BuiltInCompressors() {}

    /** All of them, with the settings that change how they work. */
    public static final List<Subject> ALL = List.of(
            new Subject(new Dense(), ODD, SCALES, PERMUTES, IDEMPOTENT),
            new Subject(Half.fp16(), ODD, PERMUTES, IDEMPOTENT),
            new Subject(Half.bf16(), ODD, SCALES, PERMUTES, IDEMPOTENT),
            new Subject(Half.fp16().stochastic(), ODD, IDEMPOTENT),
            new Subject(Half.bf16().stochastic(), ODD, SCALES, IDEMPOTENT),
            new Subject(TopK.fraction(0.01), ODD, SCALES, PERMUTES, IDEMPOTENT),
            new Subject(TopK.fraction(0.3), ODD, SCALES, PERMUTES, IDEMPOTENT),
            new Subject(TopK.fraction(1), ODD, SCALES, PERMUTES, IDEMPOTENT),
            new Subject(TopK.count(3), ODD, SCALES, PERMUTES, IDEMPOTENT),
            new Subject(TopK.fraction(0.1).withValues(TopK.Values.FP16), ODD, PERMUTES, IDEMPOTENT),
            new Subject(TopK.fraction(0.1).withValues(TopK.Values.BF16), ODD, SCALES, PERMUTES, IDEMPOTENT),
            new Subject(TopK.fraction(0.1).withValues(TopK.Values.INT8), ODD, SCALES, PERMUTES),
            new Subject(RandomK.fraction(0.1), ODD, SCALES, LOOKS_AT_SOME),
            new Subject(RandomK.fraction(1).unscaled(), ODD, SCALES, PERMUTES, IDEMPOTENT),
            new Subject(RandomK.count(4).unscaled(), ODD, SCALES, IDEMPOTENT, LOOKS_AT_SOME),
            new Subject(new Threshold(0.01f), ODD, PERMUTES, IDEMPOTENT),
            new Subject(new Threshold(0f), ODD, SCALES, PERMUTES, IDEMPOTENT),
            new Subject(new Strom(0.005f), ODD, PERMUTES),
            new Subject(Qsgd.levels(7), ODD, SCALES),
            new Subject(Qsgd.levels(1).withNorm(Qsgd.Norm.MAX), ODD, SCALES),
            new Subject(Qsgd.levels(127).withBucket(100), ODD, SCALES),
            new Subject(Qsgd.levels(3).withBucket(64), ODD, SCALES),
            new Subject(Qsgd.levels(32767).withBucket(1000), ODD, SCALES),
            new Subject(Qsgd.levels(15).entropyCoded(), ODD, SCALES),
            new Subject(Qsgd.levels(127).withNorm(Qsgd.Norm.MAX).entropyCoded(), ODD, SCALES),
            new Subject(new TernGrad(), ODD, SCALES),
            new Subject(new TernGrad(2.5f), ODD, SCALES),
            new Subject(new Sign(), ODD, PERMUTES, IDEMPOTENT),
            new Subject(new ScaledSign(), ODD, SCALES, PERMUTES, IDEMPOTENT),
            new Subject(new OneBit(), ODD, SCALES, PERMUTES, IDEMPOTENT),
            new Subject(new LionSign(), PERMUTES, IDEMPOTENT),
            new Subject(BlockInteger.int8(), ODD, SCALES),
            new Subject(BlockInteger.int8().nearest(), ODD, SCALES, IDEMPOTENT),
            new Subject(BlockInteger.int8().nearest().withBlock(1 << 20), ODD, SCALES, PERMUTES, IDEMPOTENT),
            new Subject(BlockInteger.int4(), ODD, SCALES),
            new Subject(BlockInteger.int4().nearest(), ODD, SCALES, IDEMPOTENT),
            new Subject(Lossless.fp32(), ODD, SCALES, PERMUTES, IDEMPOTENT),
            new Subject(Lossless.bf16(), ODD, SCALES, PERMUTES, IDEMPOTENT),
            new Subject(BlockInteger.int4().nearest().withBlock(4096), ODD, SCALES, IDEMPOTENT),
            new Subject(Eden.bits(1), SCALES),
            new Subject(Eden.bits(2), SCALES),
            new Subject(Eden.bits(3).unbiased(), SCALES),
            new Subject(Eden.bits(4), SCALES),
            new Subject(Mx.fp8(), ODD, SCALES, IDEMPOTENT),
            new Subject(Mx.fp8().withElement(Mx.Element.E5M2).stochastic(), ODD, SCALES, IDEMPOTENT),
            new Subject(Mx.fp6(), ODD, SCALES, IDEMPOTENT),
            new Subject(Mx.fp6().withElement(Mx.Element.E3M2), ODD, SCALES, IDEMPOTENT),
            new Subject(Mx.fp4(), ODD, SCALES, IDEMPOTENT),
            new Subject(Mx.fp4().stochastic(), ODD, SCALES, IDEMPOTENT),
            new Subject(Mx.fp4().withElement(Mx.Element.E3M0), ODD, SCALES, IDEMPOTENT),
            new Subject(Nvfp4.nearest(), ODD, SCALES),
            new Subject(Nvfp4.stochastic(), ODD, SCALES),
            new Subject(AffineInteger.int8(), SCALES),
            new Subject(AffineInteger.int8().nearest().withBlock(1 << 20), SCALES, PERMUTES),
            new Subject(AffineInteger.int4(), SCALES),
            new Subject(AffineInteger.int4().nearest().withBlock(100), SCALES),
            new Subject(new TernarySign(true), ODD, SCALES, PERMUTES),
            new Subject(new TernarySign(false), ODD, PERMUTES, IDEMPOTENT),
            new Subject(TopK.fraction(0.1).withSample(0.5), ODD, SCALES),
            new Subject(TopK.fraction(1).withSample(0.01).withValues(TopK.Values.INT8), ODD, SCALES),
            new Subject(new Natural(), ODD, SCALES, IDEMPOTENT),
            new Subject(CosineTopK.fraction(0.1), ODD, SCALES),
            new Subject(CosineTopK.count(4), ODD, SCALES),
            new Subject(new LowRank(1), ODD, SCALES),
            new Subject(new LowRank(4), ODD, SCALES),
            new Subject(new Chunked(TopK.fraction(0.1), 100), ODD, SCALES, IDEMPOTENT),
            new Subject(new Chunked(Qsgd.levels(7), 513), ODD, SCALES),
            new Subject(new Chunked(new OneBit(), 64), ODD, SCALES, IDEMPOTENT),
            new Subject(SkipSmall.below(100, new ScaledSign()), ODD, SCALES, IDEMPOTENT),
            new Subject(new SkipSmall(new LowRank(2), 0, true), ODD, SCALES),
            new Subject(TopK.fraction(0.1).with(new NonFinite(NonFinite.Policy.ZERO)), ODD, SCALES, TAKES_ANYTHING),
            new Subject(new ScaledSign().with(new NonFinite(NonFinite.Policy.SKIP)), ODD, SCALES, TAKES_ANYTHING),
            new Subject(TopK.fraction(0.01).with(new Warmup(4, 1)), ODD, SCALES, PERMUTES, IDEMPOTENT),
            new Subject(RandomK.count(2).with(new Warmup(1, 2)), ODD, SCALES, LOOKS_AT_SOME),
            new Subject(BlockInteger.int8().with(new Clip(1f)), ODD));

    /** One or more for every scheme of the wire format. */
    public static final List<Subject> ONE_OF_EACH_SCHEME = ALL.stream()
            .filter(subject -> List.of(
                            new Dense(),
                            Half.fp16(),
                            Half.bf16(),
                            TopK.fraction(0.3),
                            TopK.fraction(0.1).withValues(TopK.Values.INT8),
                            RandomK.fraction(0.1),
                            new Strom(0.005f),
                            Qsgd.levels(127).withBucket(100),
                            Qsgd.levels(15).entropyCoded(),
                            new TernGrad(),
                            new ScaledSign(),
                            new OneBit(),
                            new Natural(),
                            Lossless.fp32(),
                            CosineTopK.fraction(0.1),
                            new LowRank(1),
                            Eden.bits(2),
                            Mx.fp8(),
                            Nvfp4.nearest(),
                            AffineInteger.int4(),
                            new Chunked(TopK.fraction(0.1), 100))
                    .contains(subject.compressor()))
            .toList();
}
