package org.tersegrad.compressors;

import org.tersegrad.compressors.floats.Natural;
import org.tersegrad.compressors.internal.Numbers;
import org.tersegrad.compressors.sparse.RandomK;

/**
 * A theoretical bound on a compressor C, valid for every gradient x of a shape. Float rounding is left aside, and so are numbers
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

    /** The most that the mean of |C(x) − x|² can be, in units of |x|²; infinite if nothing is promised. */
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
