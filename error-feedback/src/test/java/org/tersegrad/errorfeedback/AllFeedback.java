package org.tersegrad.errorfeedback;

import static org.tersegrad.testkit.Claim.FORGETS_NOTHING;
import static org.tersegrad.testkit.Claim.TAKES_ANYTHING;

import java.util.List;
import java.util.Optional;
import org.tersegrad.compressors.levels.BlockInteger;
import org.tersegrad.compressors.levels.Qsgd;
import org.tersegrad.compressors.signs.OneBit;
import org.tersegrad.compressors.signs.ScaledSign;
import org.tersegrad.compressors.sparse.RandomK;
import org.tersegrad.compressors.sparse.Strom;
import org.tersegrad.compressors.sparse.TopK;
import org.tersegrad.compressors.transforms.LowRank;
import org.tersegrad.compressors.wrappers.Chunked;
import org.tersegrad.compressors.wrappers.Clip;
import org.tersegrad.compressors.wrappers.NonFinite;
import org.tersegrad.compressors.wrappers.Warmup;
import org.tersegrad.testkit.Subject;

/** Every kind of feedback, over compressors that differ in how they work on a memory. */
final class AllFeedback {
    private AllFeedback() {}

    static final List<Subject> ALL = List.of(
            new Subject(ErrorFeedback.over(TopK.fraction(0.1)), FORGETS_NOTHING),
            new Subject(ErrorFeedback.over(new ScaledSign()), FORGETS_NOTHING),
            new Subject(new OneBit().with(new ErrorFeedback().withDecay(0.9f))),
            new Subject(ErrorFeedback.over(BlockInteger.int8()), FORGETS_NOTHING),
            new Subject(BlockInteger.int4().nearest().with(new ErrorFeedback().withClip(0.5f))),
            new Subject(ErrorFeedback.over(Qsgd.levels(7).entropyCoded()), FORGETS_NOTHING),
            new Subject(ErrorFeedback.over(new Strom(0.01f)), FORGETS_NOTHING),
            new Subject(ErrorFeedback.over(new LowRank(2)), FORGETS_NOTHING),
            new Subject(ErrorFeedback.over(RandomK.fraction(0.1).unscaled()), FORGETS_NOTHING),
            new Subject(new Chunked(ErrorFeedback.over(TopK.fraction(0.1)), 100), FORGETS_NOTHING),
            new Subject(
                    ErrorFeedback.over(TopK.fraction(0.1)).with(new NonFinite(NonFinite.Policy.ZERO)),
                    TAKES_ANYTHING,
                    FORGETS_NOTHING),
            new Subject(EfBv.ef21(TopK.fraction(0.1))),
            new Subject(EfBv.ef21(new ScaledSign())),
            new Subject(EfBv.ef21(TopK.count(5)).withMomentum(0.1f)),
            new Subject(new Chunked(EfBv.ef21(TopK.fraction(0.1)), 64)),
            new Subject(EfBv.diana(RandomK.fraction(0.1))),
            new Subject(EfBv.over(Qsgd.levels(1))),
            new Subject(new EfBv(TopK.fraction(0.1), Optional.of(0.5f), Optional.of(0.75f), 0.9f)),
            new Subject(EfBv.over(new Chunked(RandomK.fraction(0.1), 64))),
            new Subject(new Chunked(new EfBv(RandomK.count(4), Optional.of(0.05f), Optional.of(1f), 1f), 64)),
            new Subject(MomentumCorrection.over(TopK.fraction(0.1))),
            new Subject(MomentumCorrection.over(TopK.fraction(0.1)).withoutMasking()),
            new Subject(MomentumCorrection.over(TopK.fraction(0.01).with(new Warmup(2, 1)))
                    .withMomentum(0.5f)
                    .with(new Clip(1f))));
}
