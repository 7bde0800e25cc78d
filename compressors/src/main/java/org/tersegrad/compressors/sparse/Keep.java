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

    /** The parameter of recipes for a number of elements that follows from a budget. */
    Parameter BITS = new Parameter("bits", "a parameter, instead of a fraction");

    /** The parameter of recipes for values that are scaled up to be unbiased. */
    Parameter SCALED = new Parameter("scaled", "true: unbiased; false: for error feedback");

    /** The number that a recipe asks for, by either parameter. */
    static Keep of(RecipeArguments a) {
        if (a.has("k") && a.has("fraction")) {
            throw new IllegalArgumentException("either a fraction or k, not both");
        }
        if (a.has("bits")) {
            if (a.has("k") || a.has("fraction")) {
                throw new IllegalArgumentException("either bits, a fraction or k, not two of them");
            }
            return new Bits(a.asDouble("bits"));
        }
        return a.has("k") ? new Count(a.asInt("k")) : new Fraction(a.asDouble("fraction"));
    }

    /** Number of elements kept out of {@code size}; at least 1 unless there are none. */
    int of(int size);

    /**
     * The same for elements whose values take {@code valueBits} bits each and {@code fixedBytes} together, which matters for a
     * budget.
     */
    default int of(int size, int valueBits, int fixedBytes) {
        return of(size);
    }

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

    /**
     * A budget: as many elements as a body of {@code ceil(bits size / 8)} bytes holds if their indices are random. A scheme that takes it
     * sends fewer where these indices take more, and at least one whatever the budget is.
     *
     * @param bits of an element of the tensor, above 0, at most 64
     */
    record Bits(double bits) implements Keep {
        public Bits {
            if (!(bits > 0 && bits <= 64)) {
                throw new IllegalArgumentException(
                        "bits of a parameter are above 0 and at most 64, these are " + Numbers.plain(bits));
            }
        }

        /** Bytes of the budget. */
        public long bytes(int size) {
            return (long) Math.ceil(bits * size / 8);
        }

        /** As many as fit with values of 32 bits. */
        @Override
        public int of(int size) {
            return of(size, Float.SIZE, 0);
        }

        @Override
        public int of(int size, int valueBits, int fixedBytes) {
            double budget = 8.0 * (bytes(size) - fixedBytes);
            if ((double) size * valueBits <= budget) {
                return size;
            }
            int least = Math.min(1, size);
            // Up to here more elements take more bits.
            int most = (int) (size * (1 - 1 / (1 + Math.scalb(1.0, valueBits))));
            while (least < most) {
                int middle = (int) ((least + (long) most + 1) / 2);
                if (indexBits(middle, size) + (double) middle * valueBits <= budget) {
                    least = middle;
                } else {
                    most = middle - 1;
                }
            }
            return least;
        }

        /** The entropy of {@code count} random indices. */
        private static double indexBits(double count, double size) {
            double others = size - count;
            double nats =
                    count * StrictMath.log(size / count) + (others > 0 ? others * StrictMath.log(size / others) : 0);
            return nats / StrictMath.log(2);
        }

        @Override
        public String toString() {
            return "bits=" + Numbers.plain(bits);
        }
    }
}
