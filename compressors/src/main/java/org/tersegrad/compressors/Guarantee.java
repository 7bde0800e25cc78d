package org.tersegrad.compressors;

import org.tersegrad.compressors.floats.Natural;
import org.tersegrad.compressors.internal.Numbers;
import org.tersegrad.compressors.sparse.RandomK;

/**
 * A bound on a compressor C, valid for every gradient x of a shape. But for {@link Bounded}, float rounding is left aside, and so are numbers
 * below 2<sup>-126</sup>, where floats lose their precision, and numbers so large that C(x) would overflow: {@link Natural} and
 * {@link RandomK} say where that begins.
 */
public sealed interface Guarantee {
    /** Contraction by nothing less: the whole gradient, exactly. */
    Guarantee EXACT = new Unbiased(0);

    /** No bound that holds for every gradient. */
    Guarantee NONE = new None();

    /** The bound for a gradient of two parts, one with this bound and one with another. */
    Guarantee and(Guarantee other);

    /** The most that the mean of |C(x) − x|² can be, in units of |x|²; infinite if nothing is promised about that. */
    double relativeError();

    /**
     * The mean of C(x) is x, and the mean of |C(x) − x|² is at most omega |x|².
     *
     * @param omega not negative; 0 is lossless
     */
    record Unbiased(double omega) implements Guarantee {
        public Unbiased {
            if (!(omega >= 0)) {
                throw new IllegalArgumentException("omega is 0 or more, this is " + omega);
            }
        }

        @Override
        public Guarantee and(Guarantee other) {
            return other instanceof Unbiased unbiased ? new Unbiased(Math.max(omega, unbiased.omega)) : NONE;
        }

        @Override
        public double relativeError() {
            return omega;
        }

        @Override
        public String toString() {
            return omega == 0 ? "exact" : "unbiased, omega " + Numbers.brief(omega);
        }
    }

    /**
     * The mean of |C(x) − x|² is at most (1 − delta) |x|²: with error feedback it converges.
     *
     * @param delta above 0, at most 1
     */
    record Contractive(double delta) implements Guarantee {
        public Contractive {
            if (!(delta > 0 && delta <= 1)) {
                throw new IllegalArgumentException("delta is above 0 and at most 1, this is " + delta);
            }
        }

        @Override
        public Guarantee and(Guarantee other) {
            return other instanceof Contractive contractive
                    ? new Contractive(Math.min(delta, contractive.delta))
                    : NONE;
        }

        @Override
        public double relativeError() {
            return 1 - delta;
        }

        @Override
        public String toString() {
            boolean nearlyOne = delta > 0.999 && delta < 1;
            return "contractive, delta " + (nearlyOne ? "1 - " + Numbers.brief(1 - delta) : Numbers.brief(delta));
        }
    }

    /**
     * Every element of C(x) − x is at most {@code error} in magnitude: not on average, and as a float, rounding, subnormal and huge
     * numbers included.
     *
     * @param error above 0, finite
     */
    record Bounded(double error) implements Guarantee {
        public Bounded {
            if (!(error > 0 && error <= Double.MAX_VALUE)) {
                throw new IllegalArgumentException("an error bound is above 0 and finite, this is " + error);
            }
        }

        @Override
        public Guarantee and(Guarantee other) {
            return other instanceof Bounded bounded ? new Bounded(Math.max(error, bounded.error)) : NONE;
        }

        @Override
        public double relativeError() {
            return Double.POSITIVE_INFINITY;
        }

        @Override
        public String toString() {
            return "bounded, error " + Numbers.brief(error);
        }
    }

    /** No bound that holds for every gradient. */
    record None() implements Guarantee {
        @Override
        public Guarantee and(Guarantee other) {
            return NONE;
        }

        @Override
        public double relativeError() {
            return Double.POSITIVE_INFINITY;
        }

        @Override
        public String toString() {
            return "none";
        }
    }
}
