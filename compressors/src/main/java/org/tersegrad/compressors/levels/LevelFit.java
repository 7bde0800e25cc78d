package org.tersegrad.compressors.levels;

import java.util.Arrays;
import org.tersegrad.compressors.levels.EntropyLevels.Format;

/**
 * The numbers that levels stand for, of least error: the mean of the elements of each magnitude up to 15 as an offset, and one scale for
 * all, with which what is sent is orthogonal to what is left.
 */
final class LevelFit {
    /** Offsets of magnitudes from 1 on, in 1/256 of a step. */
    final byte[] offsets = new byte[Format.OFFSETS];

    /** Sum and number of the elements of each symbol, in two tables by turns, as an addition waits for the one before it. */
    private final double[] sums = new double[2 * Format.DIRECT_SYMBOLS];

    private final int[] numbers = new int[2 * Format.DIRECT_SYMBOLS];
    private double largeProduct;
    private double largeSquare;
    private int offsetCount;
    private double scale;

    void clear() {
        Arrays.fill(sums, 0);
        Arrays.fill(numbers, 0);
        largeProduct = 0;
        largeSquare = 0;
    }

    /**
     * Adds elements, all of whose symbols have a level of their own.
     *
     * @param source not modified, nor is {@code symbols}, which begins at 0
     * @param first the symbol that is 0 in {@code symbols}
     */
    void add(float[] source, int at, int count, int[] symbols, int first) {
        int i = 0;
        for (; i < count - 1; i += 2) {
            int even = symbols[i] + first;
            int odd = symbols[i + 1] + first + Format.DIRECT_SYMBOLS;
            sums[even] += source[at + i];
            sums[odd] += source[at + i + 1];
            numbers[even]++;
            numbers[odd]++;
        }
        if (i < count) {
            sums[symbols[i] + first] += source[at + i];
            numbers[symbols[i] + first]++;
        }
    }

    /** Adds elements some of whose levels share symbols. */
    void addLarge(float[] source, int at, int count, int[] symbols, int first, int[] levels) {
        for (int i = 0; i < count; i++) {
            int symbol = symbols[i] + first;
            if (symbol < Format.DIRECT_SYMBOLS) {
                sums[symbol] += source[at + i];
                numbers[symbol]++;
            } else {
                largeProduct += (double) source[at + i] * levels[i];
                largeSquare += (double) levels[i] * levels[i];
            }
        }
    }

    /**
     * Computes offsets and scale.
     *
     * @param factor of the elements that were rounded
     * @param most the number of offsets at most
     * @return the part of |x|² that they send
     */
    double fit(int magnitudes, double factor, int most) {
        offsetCount = 0;
        Arrays.fill(offsets, (byte) 0);
        for (int m = 1; m <= most; m++) {
            int count = number(m);
            if (count > 0) {
                double mean = sum(m) / count * factor - m;
                offsets[m - 1] = (byte) Math.max(-127, Math.min(127, Math.rint(256 * mean)));
                offsetCount = count * mean * mean >= 1 ? m : offsetCount;
            }
        }
        double product = largeProduct;
        double square = largeSquare;
        for (int m = 1; m <= magnitudes; m++) {
            double value = m + (m <= offsetCount ? offsets[m - 1] / 256.0 : 0);
            product += sum(m) * value;
            square += number(m) * value * value;
        }
        scale = square == 0 ? 0 : Math.min(product / square, Float.MAX_VALUE);
        return scale * product;
    }

    /** Takes numbers that are known beforehand. */
    void use(byte[] known, int count, double step) {
        System.arraycopy(known, 0, offsets, 0, count);
        offsetCount = count;
        scale = step;
    }

    /** The number of offsets that are worth a byte. */
    int offsetCount() {
        return offsetCount;
    }

    float scale() {
        return (float) scale;
    }

    /** The sum of the elements of a magnitude, negative ones subtracted. */
    private double sum(int m) {
        int odd = Format.DIRECT_SYMBOLS;
        return sums[2 * m] + sums[2 * m + odd] - sums[2 * m - 1] - sums[2 * m - 1 + odd];
    }

    /** Number of elements of a magnitude. */
    private int number(int m) {
        int odd = Format.DIRECT_SYMBOLS;
        return numbers[2 * m] + numbers[2 * m + odd] + numbers[2 * m - 1] + numbers[2 * m - 1 + odd];
    }
}
