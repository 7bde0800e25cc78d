package org.tersegrad.compressors.levels;

import org.tersegrad.codecs.Rans;
import org.tersegrad.compressors.levels.EntropyLevels.Format;

/**
 * The table of symbols for levels of Gaussian numbers, which follows from the step and so need not be sent. All of it is computed in
 * integers, so that all readers have the same:
 *
 * <pre>
 *   w(0) = 2^24, r(0) = 2143293437; w(j + 1) = w(j) r(j) >> 31, r(j + 1) = r(j) 2139111403 >> 31     e^(−z² / 2) at z = j / 16
 *   c(0) = 0, c(j + 1) = c(j) + w(j) + w(j + 1) up to j = 80                                         its integral, by trapezoids
 *   g(k) = c at z = (k + 1/2) step, linear between its places, at most c(80)
 *   count of a symbol   of level 0: 2 g(0); of level k or −k: g(k) − g(k − 1); of magnitudes a to b: 2 (g(b) − g(a − 1)); at least 1
 * </pre>
 */
final class GaussianTable {
    /** The unit of steps: 2^-13. */
    static final double UNIT = 0x1p-13;

    /** The least step, 2^-7 of a standard deviation. */
    static final int LEAST_STEP = 1 << 6;

    /** The largest, 5 standard deviations. */
    static final int MOST_STEP = 5 << 13;

    private static final int PLACES = 80;
    /** Units of half a step in a place of the table. */
    private static final int PART_BITS = 10;

    private static final int[] INTEGRAL = integral();

    private GaussianTable() {}

    private static int[] integral() {
        int[] integral = new int[PLACES + 1];
        long w = 1 << 24;
        long ratio = 2143293437L; // 2^31 e^(−1/512), then smaller by e^(−1/256) each
        for (int j = 0; j < PLACES; j++) {
            long next = (w * ratio) >> 31;
            integral[j + 1] = (int) (integral[j] + w + next);
            ratio = (ratio * 2139111403L) >> 31;
            w = next;
        }
        return integral;
    }

    /** The step as a number of units, 0 if it is not one of those that are used. */
    static int step(float value) {
        double units = value / UNIT;
        return units == Math.rint(units) && units >= LEAST_STEP && units <= MOST_STEP ? (int) units : 0;
    }

    /** The integral from 0 to (k + 1/2) step. */
    private static int below(int k, int step) {
        long at = (2L * k + 1) * step;
        int place = (int) Math.min(PLACES, at >> PART_BITS);
        if (place == PLACES) {
            return INTEGRAL[PLACES];
        }
        long part = at & ((1 << PART_BITS) - 1);
        return INTEGRAL[place] + (int) (((INTEGRAL[place + 1] - INTEGRAL[place]) * part) >> PART_BITS);
    }

    /** The count of a symbol. */
    private static int count(int symbol, int step) {
        if (symbol == 0) {
            return 2 * below(0, step);
        }
        if (symbol < Format.DIRECT_SYMBOLS) {
            int magnitude = (symbol + 1) / 2;
            return Math.max(1, below(magnitude, step) - below(magnitude - 1, step));
        }
        int first = Format.firstOf(symbol - Format.DIRECT);
        int last = Format.firstOf(symbol - Format.DIRECT + 1) - 1;
        return Math.max(1, 2 * (below(last, step) - below(first - 1, step)));
    }

    /**
     * The counts of the first symbols.
     *
     * @param counts modified
     */
    static void count(int step, int alphabet, int[] counts) {
        for (int s = 0; s < alphabet; s++) {
            counts[s] = count(s, step);
        }
    }

    /** The bits of a level with a step, on average over Gaussian numbers. */
    static double bits(int step, Rans rans, int[] counts) {
        int alphabet = Format.alphabet((int) (4.5 / (step * UNIT)) + 1);
        count(step, alphabet, counts);
        double total = 0;
        double raw = 0;
        for (int s = 0; s < alphabet; s++) {
            total += counts[s];
            raw += (double) counts[s] * Format.rawBits(s);
        }
        return (8.0 * rans.use(alphabet).expectedBytes(counts) + raw) / total;
    }

    /** The least step that takes no more than these bits. */
    static int stepFor(double bits) {
        Rans rans = new Rans(Format.SYMBOLS);
        int[] counts = new int[Format.SYMBOLS];
        int low = LEAST_STEP - 1;
        int high = MOST_STEP;
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (bits(middle, rans, counts) <= bits) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }

    /** The most bits of a level, on average over any numbers of mean square 1. */
    static double mostBits(int step) {
        double total = 2.0 * INTEGRAL[PLACES];
        int levels = levels(step);
        double[] squares = new double[levels];
        double[] bits = new double[levels];
        for (int k = 0; k < levels; k++) {
            int symbol = Format.alphabet(k) - 1;
            // A frequency is rounded down, and those of symbols beyond the table take some of it.
            double frequency = Math.max(1, 4096 * 0.95 * count(symbol, step) / total - 2);
            double z = Math.max(0, k - 0.5) * step * UNIT;
            squares[k] = z * z;
            bits[k] = 12 - StrictMath.log(frequency) / StrictMath.log(2) + Format.rawBits(symbol);
        }
        return most(squares, bits);
    }

    /**
     * The most that the squared error of a level can be, on average over any numbers of mean square 1: largest at the ends of the cell
     * of a level.
     *
     * @param offsets of the first magnitudes
     */
    static double mostError(int step, byte[] offsets) {
        int levels = levels(step);
        double[] squares = new double[2 * levels];
        double[] errors = new double[2 * levels];
        double delta = step * UNIT;
        for (int k = 0; k < levels; k++) {
            double value = delta * (k > 0 && k <= offsets.length ? k + offsets[k - 1] / 256.0 : k);
            double low = Math.max(0, k - 0.5) * delta;
            double high = (k + 0.5) * delta;
            squares[2 * k] = low * low;
            squares[2 * k + 1] = high * high;
            errors[2 * k] = (value - low) * (value - low);
            errors[2 * k + 1] = (high - value) * (high - value);
        }
        return most(squares, errors);
    }

    /** Levels up to 16 standard deviations; what a larger one takes is less than its square allows. */
    private static int levels(int step) {
        return (int) (16 / (step * UNIT)) + 2;
    }

    /** The most of the mean of values that belong to squares, if the mean of the squares is at most 1; the squares do not fall. */
    private static double most(double[] squares, double[] values) {
        double most = 0;
        for (int low = 0; squares[low] <= 1; low++) {
            most = Math.max(most, values[low]);
            for (int high = low + 1; high < squares.length; high++) {
                if (squares[high] > 1) {
                    double share = (1 - squares[low]) / (squares[high] - squares[low]);
                    most = Math.max(most, values[low] + (values[high] - values[low]) * share);
                }
            }
        }
        return most;
    }

    /**
     * The mean of the Gaussian numbers of each level, as offsets in 1/256 of a step from its middle.
     *
     * @return one for each magnitude from 1 on, at most as many as a body has; none if there is one magnitude only
     */
    static byte[] offsets(int step) {
        double delta = step * UNIT;
        int magnitudes = Math.min(Format.OFFSETS, (int) (4.5 / delta + 0.5));
        byte[] offsets = new byte[magnitudes <= 1 ? 0 : magnitudes];
        for (int m = 1; m <= offsets.length; m++) {
            double sum = 0;
            double moment = 0;
            for (int i = -32; i < 32; i++) {
                double place = (i + 0.5) / 64;
                double density = StrictMath.exp(-place * delta * delta * (m + place / 2)); // of the middle, it is 1
                sum += density;
                moment += density * place;
            }
            offsets[m - 1] = (byte) Math.rint(256 * moment / sum);
        }
        return offsets;
    }
}
