package org.tersegrad.errorfeedback;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Mirror;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;

/**
 * Estimates of the gradient on both sides: a worker sends what its estimate h lacks. Payloads are increments, for a
 * {@link org.tersegrad.compressors.Mirror}; the step that is taken is the mean of g over all workers.
 *
 * <pre>
 *   v = (1 − eta) v + eta gradient                   eta = 1: v is the gradient.  In the first step v is the gradient
 *   q = C(v − h)                                     sent
 *   g = h + nu q,   h = h + lambda q                 h = 0 at first; the mirror does the same
 *
 *   C unbiased:     lambda = 1 / (1 + omega),  nu = 1 / (1 + omega / n) for n workers
 *   C contractive:  lambda = nu = 1
 *
 *   EF21     lambda = nu = 1: h comes closer to a constant v with each step if C is contractive
 *   DIANA    lambda = 1 / (1 + omega),  nu = 1: g is unbiased, and its variance vanishes as h approaches v
 * </pre>
 *
 * <p>Unlike {@link ErrorFeedback} it converges to the exact solution when workers have different data, and has no residual: a
 * change of the learning rate needs no attention. Stochastic gradients need an eta below 1, or large batches.
 *
 * <p>P. Richtárik, I. Sokolov, I. Fatkhullin, <i>EF21: a new, simpler, theoretically better, and practically faster error
 * feedback</i>, 2021. I. Fatkhullin, A. Tyurin, P. Richtárik, <i>Momentum provably improves error feedback!</i>, 2023.
 * K. Mishchenko, E. Gorbunov, M. Takáč, P. Richtárik, <i>Distributed learning with compressed gradient differences</i>, 2019.
 * L. Condat, K. Yi, P. Richtárik, <i>EF-BV: a unified theory of error feedback and variance reduction mechanisms for biased and
 * unbiased compression in distributed optimization</i>, 2022.
 *
 * @param inner C; one that does not remember itself
 * @param lambda share of an increment in the next h, above 0 and at most 1; empty if it follows from C's guarantee
 * @param nu share of an increment in g, as lambda
 * @param eta how much of a new gradient goes into v, above 0 and at most 1
 */
public record EfBv(Compressor inner, Optional<Float> lambda, Optional<Float> nu, float eta) implements Compressor {
    /** Default of {@code ef21m}. */
    public static final float USUAL_ETA = 0.1f;

    /** Small tensors and vectors may have a guarantee that others lack. */
    private static final Shape MATRIX = new Shape(1000, 1000);

    private static final Optional<Float> ALL = Optional.of(1f);

    public EfBv {
        Feedback.requireForgetful(inner);
        lambda.ifPresent(value -> requireShare("lambda", value));
        nu.ifPresent(value -> requireShare("nu", value));
        requireShare("eta", eta);
        weights(inner, lambda, nu, MATRIX);
    }

    private static void requireShare(String name, float value) {
        if (!(value > 0 && value <= 1)) {
            throw new IllegalArgumentException(name + " is above 0 and at most 1, this is " + value);
        }
    }

    /** EF-BV with the lambda and nu that follow from the compressor's guarantee and the number of workers. */
    public static EfBv over(Compressor inner) {
        return new EfBv(inner, Optional.empty(), Optional.empty(), 1f);
    }

    /** EF21, for contractive compressors. */
    public static EfBv ef21(Compressor inner) {
        return new EfBv(inner, ALL, ALL, 1f);
    }

    /** DIANA, for unbiased compressors. */
    public static EfBv diana(Compressor inner) {
        return new EfBv(inner, Optional.empty(), ALL, 1f);
    }

    /** Follows a moving average of the gradients instead of each one. */
    public EfBv withMomentum(float newEta) {
        return new EfBv(inner, lambda, nu, newEta);
    }

    private static Mirror.Weights weights(Compressor inner, Optional<Float> lambda, Optional<Float> nu, Shape shape) {
        if (lambda.isPresent() && nu.isPresent()) {
            return new Mirror.Weights(lambda.get(), nu.get(), 0f);
        }
        Guarantee guarantee = inner.traits(shape).guarantee();
        double omega = 0;
        if (guarantee instanceof Guarantee.Unbiased unbiased) {
            omega = unbiased.omega();
        } else if (nu.isPresent() || Double.isInfinite(guarantee.relativeError())) {
            throw new IllegalArgumentException("lambda and nu follow from omega, and the guarantee of " + inner + " is "
                    + guarantee + "; use +ef21, or give both, as in +efbv(lambda=0.5,nu=1)");
        }
        return new Mirror.Weights(
                lambda.orElse((float) (1 / (1 + omega))), nu.orElse(1f), nu.isPresent() ? 0f : (float) omega);
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return new EstimateEncoder(shape, seed);
    }

    private final class EstimateEncoder extends Feedback {
        private final float weight;
        private final FloatSlice estimate;
        /** v − h, and that of the current step until that is sent. */
        private FloatSlice residual;

        private FloatSlice nextResidual;
        /** v, and the v of the current step until that is sent; of no length if v is the gradient. */
        private float[] average;

        private float[] nextAverage;
        private boolean begun;

        EstimateEncoder(Shape shape, Seed seed) {
            super(EfBv.this, inner, shape, seed);
            weight = weights(inner, lambda, nu, shape).lambda();
            int size = shape.size();
            estimate = FloatSlice.of(saved(new float[size]));
            residual = FloatSlice.of(new float[size]);
            residualArray(() -> residual.array()); // how far the estimate is from what it follows
            nextResidual = FloatSlice.of(new float[size]);
            average = new float[eta == 1f ? 0 : size];
            savedArray(() -> average);
            nextAverage = new float[average.length];
        }

        @Override
        public void encode(FloatSlice gradient, Payload payload) {
            payload.clear();
            float[] wanted = nextResidual.array();
            Vectors.copy(gradient.requireLength(estimate.length()), wanted);
            if (eta < 1f) {
                float fresh = begun ? eta : 1f;
                Vectors.combination(1f - fresh, average, fresh, wanted, nextAverage);
                Vectors.combination(1f, nextAverage, -1f, estimate.array(), wanted);
            } else {
                Vectors.combination(1f, wanted, -1f, estimate.array(), wanted);
            }
            boolean large = Vectors.large(nextResidual);
            if (large) {
                gradient.requireFinite();
                Vectors.saturate(wanted);
            }
            inner().encode(nextResidual, payload);
            payload.addTo(estimate, weight);
            payload.addTo(nextResidual, -weight);
            if (large) {
                Vectors.saturate(estimate.array());
                Vectors.saturate(wanted);
            }
            payload.markIncrement();
            swap();
        }

        private void swap() {
            FloatSlice oldResidual = residual;
            residual = nextResidual;
            nextResidual = oldResidual;
            float[] oldAverage = average;
            average = nextAverage;
            nextAverage = oldAverage;
            begun = true;
        }

        /** An estimate is no debt: it is worth the same under another learning rate. */
        @Override
        public void scaleResidual(float factor) {}

        @Override
        protected long contentBytes() {
            return 1;
        }

        @Override
        protected void saveContent(ByteBuffer out) {
            out.put((byte) (begun ? 1 : 0));
        }

        @Override
        protected void restoreContent(ByteBuffer in) {
            int flag = in.get();
            if (flag != 0 && flag != 1) {
                throw new MalformedInputException(in.position() - 1, "a flag of " + flag + ", it is 0 or 1");
            }
            begun = flag == 1;
        }
    }

    @Override
    public int maxBytes(Shape shape) {
        return inner.maxBytes(shape);
    }

    @Override
    public Traits traits(Shape shape) {
        Traits traits = Feedback.estimating(inner.traits(shape), weights(inner, lambda, nu, shape));
        return traits.withKeepsMomentum(traits.keepsMomentum() || eta < 1);
    }

    @Override
    public String toString() {
        if (nu.equals(ALL) && lambda.equals(ALL)) {
            return inner + (eta == 1f ? "+ef21" : "+ef21m" + (eta == USUAL_ETA ? "" : "(" + Recipe.number(eta) + ")"));
        }
        if (nu.equals(ALL) && lambda.isEmpty() && eta == 1f) {
            return inner + "+diana";
        }
        String settings = lambda.map(value -> ",lambda=" + Recipe.number(value)).orElse("")
                + nu.map(value -> ",nu=" + Recipe.number(value)).orElse("")
                + (eta == 1f ? "" : ",eta=" + Recipe.number(eta));
        return inner + "+efbv" + (settings.isEmpty() ? "" : "(" + settings.substring(1) + ")");
    }
}
