package org.tersegrad.compressors.sparse;

import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.internal.Numbers;

/** The number of elements that a sparsifier keeps: a fraction of the tensor, or a count. */
public sealed interface Keep {
    /** The parameter of recipes for a part of the elements. */
    Parameter FRACTION = new Parameter("fraction", "of the elements, above 0, at most 1");

    /** The parameter of recipes for a number of elements. */
    Parameter COUNT = new Parameter("k", "how many elements, instead of a fraction");

    /** The parameter of recipes for values that are scaled up to be unbiased. */
    Parameter SCALED = new Parameter("scaled", "true: unbiased; false: for error feedback");

    /** The number that a recipe asks for, by either parameter. */
    static Keep of(RecipeArguments a) {
        if (a.has("k") && a.has("fraction")) {
            throw new IllegalArgumentException("either a fraction or k, not both");
        }
        return a.has("k") ? new Count(a.asInt("k")) : new Fraction(a.asDouble("fraction"));
    }

    /** Number of elements kept out of {@code size}; at least 1 unless there are none. */
    int of(int size);

    /**
     * A fraction, rounded down.
     *
     * @param fraction above 0, at most 1
     */
    record Fraction(double fraction) implements Keep {
        public Fraction {
            if (Double.isNaN(fraction) || Double.isInfinite(fraction)) {
                throw new IllegalArgumentException("a fraction to keep is a number, this is " + fraction);
            }
            if (!(fraction > 0 && fraction <= 1)) {
                String hint = fraction > 1 ? "; a number of elements is written as k=" + Math.round(fraction) : "";
                throw new IllegalArgumentException(
                        "a fraction to keep is above 0 and at most 1, this is " + Numbers.plain(fraction) + hint);
            }
        }

        @Override
        public int of(int size) {
            // 100 * 0.29 is a hair below 29; who writes 0.29 means 29.
            return Math.min(size, Math.max(1, (int) (size * fraction * (1 + 0x1p-50))));
        }

        @Override
        public String toString() {
            return Numbers.plain(fraction);
        }
    }

    /**
     * A number; of smaller tensors all elements are kept.
     *
     * @param count 1 or more
     */
    record Count(int count) implements Keep {
        public Count {
            if (count < 1) {
                throw new IllegalArgumentException("at least 1 element is kept, not " + count);
            }
        }

        @Override
        public int of(int size) {
            return Math.min(size, count);
        }

        @Override
        public String toString() {
            return "k=" + count;
        }
    }
}
