package org.tersegrad.compressors.internal;

import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.codecs.internal.floats.SelectionKernels;

/**
 * Guesses from a few cache lines of a tensor two keys that most likely have the {@code count}-th largest between them.
 *
 * <p>There are as many lines as the square root of the size, one in each of as many equal parts of the tensor and at another
 * place each time. Only keys that are not far below the last guess are kept, since only those can be of use.
 */
final class KeySample {
    /** Floats next to each other: a cache line. */
    private static final int LINE = 16;
    /** Lines that are on their way from memory at the same time. */
    private static final int BATCH = 256;
    /** With fewer floats a sample does not pay. */
    private static final int SMALL = 4096;
    /** Distance of the guesses from the wanted rank, in standard deviations of the sample. */
    private static final double DEVIATIONS = 4;
    /** Margin below the last guess in which keys are kept, in units in the last place: a factor of two thirds or so. */
    private static final int BELOW = 1 << 22;
    /** With more floats a sample costs little and leaves fewer keys to look at. */
    private static final int FOLLOWED = 16384;
    /** Units in the last place that a guess rises if twice the intended number of keys reach it: a factor of a tenth or so. */
    private static final int STEP = 1 << 20;

    private final int size;
    private final int count;
    private final int lines;
    private final double expected;
    private final double error;
    private final int[] starts;
    private final float[] copy;
    private final int[] indices;
    private final int[] keys;
    private int kept;
    private int largest;
    private int draws;
    private int least;
    private int sure = Integer.MAX_VALUE;
    /** Whether the last guess is good enough for floats like those before. */
    private boolean following;

    KeySample(int size, int count) {
        this.size = size;
        this.count = count;
        lines = size < SMALL || count == 0 || count == size ? 0 : (int) Math.sqrt(size);
        double fraction = (double) count / Math.max(1, size);
        expected = fraction * lines * LINE;
        error = DEVIATIONS * (1 + Math.sqrt(expected * (1 - fraction)));
        starts = new int[BATCH];
        copy = new float[Math.min(lines, BATCH) * LINE];
        indices = new int[copy.length + SelectionKernels.COLLECT_ROOM];
        keys = new int[lines * LINE + 1];
    }

    /** A key that should be below the one wanted, or 0 for no guess. */
    int least() {
        return least;
    }

    /** A key that should be above the one wanted. */
    int sure() {
        return sure;
    }

    /** Upper bound of the expected number of keys beyond {@code count} that reach {@link #least}. */
    int expectedExtra() {
        return lines == 0 ? 0 : (int) Math.min(size, error * size / (lines * LINE));
    }

    /** Expected number of keys between the two. */
    int expectedUnsure() {
        return lines == 0 ? size : 2 * expectedExtra();
    }

    /** Makes no guess: every key is above the one and below the other. */
    void clear() {
        least = 0;
        sure = Integer.MAX_VALUE;
    }

    /**
     * Takes in how many keys reached {@link #least}. Of few floats the next guess is made of this one, such that a few standard deviations
     * more than {@code count} reach it.
     */
    void follow(int found) {
        double intended = count + DEVIATIONS * (2 + Math.sqrt(count));
        following = lines > 0 && size <= FOLLOWED && least > STEP && found < 4 * intended;
        if (following) {
            least += (int) ((found / intended - 1) * STEP);
        }
    }

    /** Draws a sample and guesses, or guesses by {@link #follow}. */
    void draw(float[] values, int offset, LargestMagnitudes.Source source, KeyHistogram histogram) {
        if (following) {
            sure = Integer.MAX_VALUE;
        } else if (lines > 0) {
            draws++;
            guess(values, offset, source, expected, histogram);
        }
    }

    /** Guesses again after only {@code found} keys reached {@link #least}. */
    void drawLower(float[] values, int offset, int found, KeyHistogram histogram) {
        guess(
                values,
                offset,
                LargestMagnitudes.Source.READY,
                (expected + error) * count / Math.max(1, found),
                histogram);
    }

    private void guess(
            float[] values, int offset, LargestMagnitudes.Source source, double rank, KeyHistogram histogram) {
        int leastRank = (int) Math.ceil(rank + error);
        int sureRank = (int) (rank - error);
        keep(values, offset, source, Math.max(0, least - BELOW));
        if (kept < leastRank) {
            keep(values, offset, LargestMagnitudes.Source.READY, 0);
        }
        clear();
        if (leastRank <= kept) {
            least = histogram.find(keys, kept, leastRank, 0, largest);
        }
        if (sureRank > 0 && sureRank <= kept) {
            sure = histogram.find(keys, kept, sureRank, least, largest);
        }
    }

    /** Takes those keys of the sample that are {@code bound} or more. */
    private void keep(float[] values, int offset, LargestMagnitudes.Source source, int bound) {
        int part = size / lines;
        int largestKey = 0;
        kept = 0;
        for (int from = 0; from < lines; from += BATCH) {
            int batch = Math.min(BATCH, lines - from);
            for (int i = 0; i < batch; i++) {
                long within = (CounterRandom.word(draws, from + i) & 0xffffffffL) * (part - LINE + 1);
                starts[i] = offset + (from + i) * part + (int) (within >>> 32);
                source.sample(starts[i] - offset, LINE);
            }
            // Loads that wait for memory all at once. The sum is stored where the next key goes, only not to be left
            // out.
            float sum = 0;
            for (int i = 0; i < batch; i++) {
                sum += values[starts[i]] + values[starts[i] + LINE - 1];
            }
            keys[kept] = Float.floatToRawIntBits(sum);
            for (int i = 0; i < batch; i++) {
                System.arraycopy(values, starts[i], copy, i * LINE, LINE);
            }
            int more = SelectionKernels.COLLECT.at(batch * LINE).collect(copy, 0, batch * LINE, bound, 0, indices, 0);
            for (int i = 0; i < more; i++) {
                int key = Float.floatToRawIntBits(copy[indices[i]]) & Integer.MAX_VALUE;
                keys[kept + i] = key;
                largestKey = Math.max(largestKey, key);
            }
            kept += more;
        }
        largest = largestKey;
    }
}
