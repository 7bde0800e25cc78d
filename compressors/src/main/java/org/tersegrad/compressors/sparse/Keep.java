package org.tersegrad.compressors.sparse;

import org.tersegrad.compressors.internal.Numbers;

/** How many elements a sparsifier keeps: a fraction of the tensor, or a number. */
public sealed interface Keep {
    /** How many of {@code size} elements; at least 1 unless there are none. */
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
