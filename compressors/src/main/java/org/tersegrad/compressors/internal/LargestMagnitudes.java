package org.tersegrad.compressors.internal;

import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.codecs.internal.ActiveKernels;
import org.tersegrad.codecs.internal.FloatKernels;

/**
 * The indices of the {@code count} largest magnitudes among {@code size} floats, ascending; of equal ones those with the
 * lower index. One pass over the floats where all goes well.
 *
 * <pre>
 *   least, sure = keys a bit below and a bit above the one wanted, guessed from a sample
 *   for each block:
 *     collect the indices of keys >= least as candidates; note those that are not sure
 *     if they outgrow their room: keep the largest, and let only larger ones in from now on
 *   if fewer than count were found: the same again with least = 0
 *   drop the smallest of those that are not sure
 * </pre>
 *
 * <p>The guess decides how long it takes and never what comes out. Time is linear in the size for any input: keeping the
 * largest takes time in proportion to the room, and the room is larger than {@code count} by an eighth at least. The room
 * is in proportion to {@code count} and to the error of the sample.
 */
public final class LargestMagnitudes {
    private static final FloatKernels FLOATS = ActiveKernels.FLOATS;
    /** Floats from which indices are collected at a time; they are still in the first cache when their keys are taken. */
    private static final int BLOCK = 4096;
    /** Floats that are next to each other in the sample: a cache line. */
    private static final int LINE = 16;
    /** With fewer floats a sample does not pay. */
    private static final int SMALL = 4096;
    /** How far from the wanted rank the guesses are, in standard deviations of the sample. */
    private static final double DEVIATIONS = 4;

    private final int size;
    private final int count;
    private final int lines;
    /** Ranks in the sample that give the two guesses. */
    private final int leastRank;

    private final int sureRank;
    private final KeyHistogram histogram = new KeyHistogram();
    private final int[] candidates;
    /** Keys of the sample, then of candidates that are not sure. */
    private final int[] keys;
    /** Where in {@code candidates} those are. */
    private final int[] places;

    private int found;
    private int unsure;
    private boolean split;
    private int largest;
    private int calls;

    /** Allocates all that {@link #select} needs. */
    public LargestMagnitudes(int size, int count) {
        if (count < 0 || count > size) {
            throw new IllegalArgumentException(count + " of " + size + " elements");
        }
        this.size = size;
        this.count = count;
        lines = size < SMALL || count == 0 || count == size ? 0 : (int) Math.sqrt(size);
        double fraction = (double) count / Math.max(1, size);
        double sample = (double) lines * LINE;
        double expected = fraction * sample;
        double error = DEVIATIONS * Math.sqrt(expected * (1 - fraction)) + DEVIATIONS;
        leastRank = (int) Math.min(sample, Math.ceil(expected + error));
        sureRank = (int) Math.max(0, expected - error);
        double scale = lines == 0 ? 0 : size / sample;
        int margin = (int) Math.min(size - count, Math.max(2 * scale * error, count / 8 + BLOCK));
        candidates = new int[count == 0 || count == size ? 0 : count + margin + BLOCK + FloatKernels.COLLECT_ROOM];
        keys = new int[(int) Math.max(Math.max(sample, BLOCK), Math.min(size, 2 * scale * (leastRank - sureRank))) + 1];
        places = new int[keys.length];
    }

    /**
     * Finds the largest magnitudes.
     *
     * @param values not modified
     * @param offset where the {@code size} floats begin
     * @param indices modified: the first {@code count} are the result, counted from {@code offset}; of no use if a value
     *     is not finite
     * @return the largest key of all, so {@link FloatKernels#NON_FINITE} or more if a value is not finite
     */
    public int select(float[] values, int offset, int[] indices) {
        if (count == 0 || count == size) {
            for (int i = 0; i < count; i++) {
                indices[i] = i;
            }
            return FLOATS.largestKey(values, offset, size);
        }
        int least = 0;
        int sure = Integer.MAX_VALUE;
        if (lines > 0) {
            sample(values, offset);
            least = ranked(keys, lines * LINE, leastRank, 0);
            sure = sureRank == 0 ? Integer.MAX_VALUE : ranked(keys, lines * LINE, sureRank, least);
        }
        collect(values, offset, least, sure);
        if (found < count) {
            sure = Integer.MAX_VALUE;
            collect(values, offset, 0, sure);
        }
        if (split && found - unsure <= count) {
            dropUnsure(sure);
            copyKept(indices);
        } else {
            shrink(values, offset);
            System.arraycopy(candidates, 0, indices, 0, count);
        }
        return largest;
    }

    /** Takes the keys of lines at random places, one in each of as many equal parts. */
    private void sample(float[] values, int offset) {
        CounterRandom.fill(calls++, 0, places, 0, lines);
        int part = size / lines;
        for (int line = 0; line < lines; line++) {
            int within = (int) (((places[line] & 0xffffffffL) * (part - LINE + 1)) >>> 32);
            int from = offset + line * part + within;
            for (int i = 0; i < LINE; i++) {
                keys[line * LINE + i] = key(values[from + i]);
            }
        }
    }

    private int ranked(int[] keys, int count, int rank, int low) {
        histogram.start(rank, low, Integer.MAX_VALUE);
        do {
            histogram.add(keys, count);
        } while (histogram.narrow());
        return histogram.key();
    }

    private void collect(float[] values, int offset, int leastKey, int sureKey) {
        int least = leastKey;
        found = 0;
        unsure = 0;
        largest = 0;
        split = true;
        for (int done = 0; done < size; done += BLOCK) {
            int block = Math.min(BLOCK, size - done);
            if (found + block + FloatKernels.COLLECT_ROOM > candidates.length) {
                shrink(values, offset);
                split = false;
                least = histogram.key() + 1;
            }
            int more = FLOATS.collect(values, offset + done, block, least, done, candidates, found);
            split &= unsure + more < keys.length;
            note(values, offset, more, sureKey);
        }
    }

    /** Takes in {@code more} candidates. */
    private void note(float[] values, int offset, int more, int sureKey) {
        int largestKey = largest;
        if (split) {
            int next = unsure;
            for (int i = found; i < found + more; i++) {
                int key = key(values[offset + candidates[i]]);
                largestKey = Math.max(largestKey, key);
                keys[next] = key; // kept by moving on
                places[next] = i;
                next += (key - sureKey) >>> 31;
            }
            unsure = next;
        } else {
            for (int i = found; i < found + more; i++) {
                largestKey = Math.max(largestKey, key(values[offset + candidates[i]]));
            }
        }
        largest = largestKey;
        found += more;
    }

    /** Marks, among the candidates that are not sure, those that are too many with −1. */
    private void dropUnsure(int sureKey) {
        int wanted = count - (found - unsure);
        int least = sureKey;
        int ties = 0;
        if (wanted > 0) {
            ranked(keys, unsure, wanted, 0);
            least = histogram.key();
            ties = histogram.ties();
        }
        for (int i = 0; i < unsure; i++) {
            candidates[places[i]] |= (keys[i] - least) >> 31;
            if (keys[i] == least && --ties < 0) {
                candidates[places[i]] = -1;
            }
        }
    }

    private void copyKept(int[] indices) {
        for (int i = 0, kept = 0; kept < count; i++) {
            indices[kept] = candidates[i];
            kept += 1 + (candidates[i] >> 31);
        }
    }

    /** Keeps only the {@code count} largest candidates. */
    private void shrink(float[] values, int offset) {
        histogram.start(count, 0, Integer.MAX_VALUE);
        do {
            for (int i = 0; i < found; i += BLOCK) {
                int block = Math.min(BLOCK, found - i);
                for (int j = 0; j < block; j++) {
                    keys[j] = key(values[offset + candidates[i + j]]);
                }
                histogram.add(keys, block);
            }
        } while (histogram.narrow());
        int least = histogram.key();
        int ties = histogram.ties();
        int kept = 0;
        for (int i = 0; i < found; i++) {
            int key = key(values[offset + candidates[i]]);
            candidates[kept] = candidates[i];
            kept += (least - key) >>> 31;
            if (key == least && --ties >= 0) {
                kept++;
            }
        }
        found = kept;
    }

    private static int key(float value) {
        return Float.floatToRawIntBits(value) & Integer.MAX_VALUE;
    }
}
