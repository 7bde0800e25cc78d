package org.tersegrad.compressors.levels;

import java.util.Arrays;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.internal.Powers;
import org.tersegrad.compressors.levels.EntropyLevels.Format;

/**
 * Finds the step for which levels of a tensor take a given number of bits, without looking at the tensor again: from a histogram of
 * magnitudes, 64 bins to an octave, of all elements or of a sample.
 *
 * <pre>
 *   n_k  = how many elements have level k: those between (k − 1/2) step and (k + 1/2) step
 *   bits = sum over k of n_k log2(n / n_k), and the low bits of large levels and a table
 * </pre>
 *
 * <p>A dither moves the levels by up to half a step. The step must not depend on it; so the bits are then the larger of those with levels
 * in place and those with levels half a step off, which is the worst for most elements near 0.
 */
final class StepSearch {
    private static final int BIN_SHIFT = 17;
    private static final int OCTAVE = 1 << (23 - BIN_SHIFT);
    /** Magnitudes further below the largest are level 0 with every step. */
    private static final int BINS = 24 * OCTAVE;

    /** Elements next to each other in a sample: a cache line. */
    private static final int LINE = 16;

    private static final int LINES = 8192;

    /** Elements up to which all of them are looked at. */
    private static final int ALL = 1 << 18;

    /** Bits of an entry in a table of frequencies, about. */
    private static final double ENTRY_BITS = 9;

    /** Bits of everything else in a body: fields, offsets and states. */
    private static final double FIXED_BITS = 8 * 40;

    private static final double LEAST_FREQUENCY = 4096;

    private static final int ROUNDS = 30;

    /** Keys in each bin, of positive elements and then of negative ones. */
    private final int[] counts = new int[2 * BINS];
    /** Number of keys in a bin or above it. */
    private final int[] above = new int[2 * (BINS + 1)];
    /** Number of elements of each symbol, about, with the step looked at last. */
    private final double[] cells = new double[Format.SYMBOLS];

    /** The dithers, in steps, that bits are estimated for. */
    private final double[] dithers;

    private int firstBin;
    private int seen;
    private double deviation;
    private int symbols;
    private int size;

    StepSearch(boolean dithered) {
        dithers = dithered ? new double[] {0, 0.5} : new double[] {0};
    }

    /**
     * Looks at a tensor.
     *
     * @param values not modified; finite
     * @param largestKey of all of them, above 0
     */
    void look(float[] values, int offset, int count, int largestKey) {
        size = count;
        firstBin = (largestKey >>> BIN_SHIFT) - BINS + 1;
        Arrays.fill(counts, 0);
        if (count <= ALL) {
            tally(values, offset, count);
            seen = count;
        } else {
            int part = count / LINES;
            for (int i = 0; i < LINES; i++) {
                long within = (CounterRandom.word(0, i) & 0xffffffffL) * (part - LINE + 1);
                tally(values, offset + i * part + (int) (within >>> 32), LINE);
            }
            seen = LINES * LINE;
        }
        for (int sign = 0; sign < 2; sign++) {
            for (int bin = BINS - 1; bin >= 0; bin--) {
                int at = sign * (BINS + 1) + bin;
                above[at] = above[at + 1] + counts[sign * BINS + bin];
            }
        }
    }

    private void tally(float[] values, int from, int count) {
        for (int i = from; i < from + count; i++) {
            int bits = Float.floatToRawIntBits(values[i]);
            int bin = Math.max(0, ((bits & Integer.MAX_VALUE) >>> BIN_SHIFT) - firstBin);
            counts[bin + (bits >>> 31) * BINS]++;
        }
    }

    /** Number of elements of a sign, 0 or 1 for negative ones, above a magnitude: an estimate, as if evenly spread in a bin. */
    private double above(int sign, double magnitude) {
        int key = Float.floatToRawIntBits((float) magnitude);
        int bin = (key >>> BIN_SHIFT) - firstBin;
        if (bin >= BINS) {
            return 0;
        }
        int at = sign * (BINS + 1) + Math.max(0, bin);
        double within = bin < 0 ? 0 : (key & ((1 << BIN_SHIFT) - 1)) * (1.0 / (1 << BIN_SHIFT));
        return above[at + 1] + (above[at] - above[at + 1]) * (1 - within);
    }

    /** The share of the elements that have a level other than 0, about. */
    double nonzero(double step) {
        return (above(0, step / 2) + above(1, step / 2)) / seen;
    }

    /** Counts the elements that have each symbol, and returns the number of symbols up to the last that occurs. */
    private int count(double step, double dither) {
        Arrays.fill(cells, 0);
        int end = 1;
        cells[0] = seen;
        for (int sign = 0; sign < 2; sign++) {
            double half = 0.5 + (sign == 0 ? dither : -dither);
            double left = above(sign, (1 - half) * step);
            cells[0] -= left;
            for (int magnitudes = 1; left > 0 && magnitudes < Format.MAGNITUDES; magnitudes++) {
                double rest = above(sign, (Format.firstOf(magnitudes + 1) - half) * step);
                int symbol = magnitudes <= Format.DIRECT ? 2 * magnitudes - sign : magnitudes + Format.DIRECT;
                cells[symbol] += left - rest;
                end = Math.max(end, symbol + 1);
                left = rest;
            }
        }
        return end;
    }

    /** The bits of all levels with their table, about. */
    double bits(double step) {
        double most = 0;
        for (double dither : dithers) {
            most = Math.max(most, bits(step, dither));
        }
        return most;
    }

    private double bits(double step, double dither) {
        int end = count(step, dither);
        double all = Powers.log2(seen);
        double sum = 0;
        double squares = 0;
        double rare = 0;
        symbols = 0;
        for (int s = 0; s < end; s++) {
            double here = cells[s];
            if (here > 0) {
                double cost = all - Powers.log2(here) + Format.rawBits(s);
                sum += here * cost;
                squares += here * cost * cost;
                symbols++;
                rare += here * LEAST_FREQUENCY < seen ? 1 - here * LEAST_FREQUENCY / seen : 0;
            }
        }
        double mean = sum / seen;
        deviation = seen == size ? 0 : size * Math.sqrt(Math.max(0, squares / seen - mean * mean) / seen);
        // A rare symbol gets a frequency of 1 in 4096 at the expense of all others.
        mean += rare / LEAST_FREQUENCY * Powers.LOG2_E;
        return mean * size + ENTRY_BITS * Math.min(symbols, size) + FIXED_BITS;
    }

    /** The standard deviation of {@link #bits} as it was computed last, as far as it is due to the sample. */
    double deviation() {
        return deviation;
    }

    /** The number of symbols in {@link #bits} as it was computed last. */
    int symbols() {
        return symbols;
    }

    /**
     * Estimates the number of elements that have each symbol, at least 1.
     *
     * @param symbolCounts modified in {@code [0, alphabet)}
     */
    void symbols(double step, int alphabet, int[] symbolCounts) {
        count(step, 0);
        double scale = (double) size / seen;
        for (int s = 0; s < alphabet; s++) {
            symbolCounts[s] = Math.max(1, (int) (cells[s] * scale));
        }
    }

    /**
     * The smallest step whose levels take no more than these bits, about.
     *
     * @param least with it they take more
     * @param most with it they take less
     */
    double find(double wanted, double least, double most) {
        double low = least;
        double high = most;
        double lowBits = bits(low);
        double highBits = bits(high);
        if (lowBits <= wanted) {
            return low;
        }
        for (int round = 0; round < ROUNDS && high > low * (1 + 1e-6); round++) {
            // The bits fall by about the size with every octave: between the ends of the interval, or halfway every
            // third time.
            double share = round % 3 == 2 ? 0.5 : (lowBits - wanted) / (lowBits - highBits);
            double ratio = Math.min(0.98, Math.max(0.02, share));
            double step = low * Powers.pow(high / low, ratio);
            double bits = bits(step);
            if (bits > wanted) {
                low = step;
                lowBits = bits;
            } else {
                high = step;
                highBits = bits;
                if (bits > wanted * (1 - 1e-4)) {
                    break;
                }
            }
        }
        return high;
    }
}
