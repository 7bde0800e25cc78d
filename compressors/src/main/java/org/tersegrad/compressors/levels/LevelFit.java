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

    /** Symbols of a table: those with a level of their own, and one for all others. */
    private static final int TABLE = Format.DIRECT_SYMBOLS + 1;

    /** Sum and number of the elements of each symbol, in four tables by turns, as an addition waits for the one before it. */
    private final double[] sums = new double[4 * TABLE];

    private final int[] numbers = new int[4 * TABLE];
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
     * Adds elements.
     *
     * @param source not modified, nor are {@code symbols} and {@code levels}, which begin at 0
     * @param first the symbol that is 0 in {@code symbols}
     */
    void add(float[] source, int at, int count, int[] symbols, int first, int[] levels, int alphabet) {
        if (alphabet > Format.DIRECT_SYMBOLS) {
            addLarge(source, at, count, symbols, first, levels);
            return;
        }
        int i = 0;
        for (; i < count - 3; i += 4) {
            int a = symbols[i] + first;
            int b = symbols[i + 1] + first + TABLE;
            int c = symbols[i + 2] + first + 2 * TABLE;
            int d = symbols[i + 3] + first + 3 * TABLE;
            sums[a] += source[at + i];
            sums[b] += source[at + i + 1];
            sums[c] += source[at + i + 2];
            sums[d] += source[at + i + 3];
            numbers[a]++;
            numbers[b]++;
            numbers[c]++;
            numbers[d]++;
        }
        for (; i < count; i++) {
            sums[symbols[i] + first] += source[at + i];
            numbers[symbols[i] + first]++;
        }
    }

    /** Adds elements some of whose levels share symbols, without a branch, as these come at random. */
    private void addLarge(float[] source, int at, int count, int[] symbols, int first, int[] levels) {
        double product = 0;
        double square = 0;
        for (int i = 0; i < count; i++) {
            int symbol = Math.min(symbols[i] + first, Format.DIRECT_SYMBOLS);
            double large = levels[i] & (Format.DIRECT_SYMBOLS - 1 - symbol) >> 31;
            sums[symbol + (i & 3) * TABLE] += source[at + i];
            numbers[symbol + (i & 3) * TABLE]++;
            product += source[at + i] * large;
            square += large * large;
        }
        largeProduct += product;
        largeSquare += square;
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
        return project(magnitudes);
    }

    /** Finds the scale of least error for these offsets; returns the part of |x|² that they send with it. */
    double project(int magnitudes) {
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

    double scale() {
        return scale;
    }

    /** The sum of the elements of a magnitude, negative ones subtracted. */
    private double sum(int m) {
        double sum = 0;
        for (int at = 2 * m; at < sums.length; at += TABLE) {
            sum += sums[at] - sums[at - 1];
        }
        return sum;
    }

    /** Number of elements of a magnitude. */
    private int number(int m) {
        int number = 0;
        for (int at = 2 * m; at < sums.length; at += TABLE) {
            number += numbers[at] + numbers[at - 1];
        }
        return number;
    }
}
