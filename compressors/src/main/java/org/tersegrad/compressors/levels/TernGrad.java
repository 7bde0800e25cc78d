package org.tersegrad.compressors.levels;

import static org.tersegrad.compressors.RecipeEntry.scheme;

import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.Numbers;

/**
 * Every element becomes −s, 0 or s at random, so that its mean is exact; s is the largest magnitude of the tensor.
 *
 * <pre>
 *   C(x)_i = s sign(x_i)  with chance |x_i| / s,  else 0
 *   E|C(x) − x|² = s |x|₁ − |x|²                unbiased, omega = (sqrt(d) − 1) / 2
 *
 *   body  that of {@link Qsgd} with one level, one bucket and five trits to a byte: 1.6 bits
 * </pre>
 *
 * <p>Clipping at c standard deviations about the mean makes s, and with it the noise, smaller: what is larger becomes
 * that, so the result is unbiased for the clipped gradient only. The paper clips at 2.5.
 *
 * <p>W. Wen and others, <i>TernGrad: ternary gradients to reduce communication in distributed deep learning</i>, 2017.
 *
 * <p>Workers of a group can round in agreement. With dither omega is d / 12: receivers subtract it, and for few large elements among
 * many small ones that is far worse than rounding most to 0. See {@link BlockInteger.Rounding}.
 *
 * @param clip in standard deviations; 0 does not clip
 * @param rounding an unbiased one
 */
public record TernGrad(float clip, BlockInteger.Rounding rounding) implements Quantizer {
    /** Its name in recipes. */
    public static final RecipeEntry<Compressor> ENTRY = scheme(
                    "terngrad",
                    "terngrad",
                    "plus, minus or zero times the largest, at random",
                    a -> new TernGrad(a.asFloat("clip", 0f), a.asChoice("rounding", BlockInteger.Rounding.STOCHASTIC)),
                    new Parameter("clip", "at this many standard deviations; 0 does not clip"),
                    BlockInteger.Rounding.AT_RANDOM)
            .withFormats(LevelsFormat.INSTANCE, DitheredFormat.LEVELS)
            .withExamples("terngrad(clip=2.5)", "terngrad(rounding=correlated)", "terngrad(clip=2.5,rounding=dither)");

    public TernGrad {
        Numbers.requireMagnitude(clip, 0, "clipping is at 0 or more standard deviations");
        clip += 0f; // −0 becomes 0
        BlockInteger.Rounding.atRandom("terngrad", rounding);
    }

    /** Rounding without agreement. */
    public TernGrad(float clip) {
        this(clip, BlockInteger.Rounding.STOCHASTIC);
    }

    /** TernGrad without clipping: unbiased. */
    public TernGrad() {
        this(0f);
    }

    @Override
    @SuppressWarnings("exports") // as in the interface
    public QuantizerPlan plan(Shape shape) {
        return new QuantizerPlan(1, Math.max(1, shape.size()), false, rounding, LevelsFormat.TRITS, clip);
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
        if (clip > 0) {
            return rounding.traits(Guarantee.NONE);
        }
        return rounding.traits(
                plan.dithers()
                        ? plan.unbiased(shape.size())
                        : new Guarantee.Unbiased(Math.max(0, (Math.sqrt(shape.size()) - 1) / 2)));
    }

    @Override
    public String toString() {
        String settings = (clip == 0 ? "" : ",clip=" + Numbers.plain(clip)) + rounding.argument();
        return settings.isEmpty() ? "terngrad" : "terngrad(" + settings.substring(1) + ")";
    }
}
