package org.tersegrad.compressors.internal;

import org.tersegrad.codecs.internal.floats.ReductionKernels;
import org.tersegrad.codecs.internal.floats.SelectionKernels;

/**
 * The indices of the {@code count} largest magnitudes among {@code size} floats, ascending; of equal ones those with the
 * lower index. One pass over the floats where all goes well.
 *
 * <pre>
 *   least, sure = keys a bit below and a bit above the one wanted, guessed from a sample
 *   for each block:
 *     collect the indices of keys >= least as candidates; note those that are not sure
 *     if they outgrow their array: keep the largest, and let only larger ones in from now on
 *   if fewer than count were found: the same again with a lower guess, at last with least = 0
 *   leave out the smallest of those that are not sure
 * </pre>
 *
 * <p>The guess decides how long it takes and never what comes out. Time is linear in the size for any input: keeping the largest
 * takes time in proportion to the array, and the array is larger than {@code count} by an eighth at least. Its size is in
 * proportion to {@code count} and to the error of the sample.
 */
public final class LargestMagnitudes {
    /** Floats from which indices are collected at a time; they are still in a near cache when their keys are taken. */
    private static final int BLOCK = 16384;
    /** Passes with a guess before one without. */
    private static final int GUESSES = 3;

    /** Makes the floats of a selection while it goes through them, so that it finds them in the cache. Made again, they are the same. */
    public interface Source {
        /** The source of floats that are there already. */
        Source READY = new Source() {
            @Override
            public void sample(int from, int count) {}

            @Override
            public void make(int from, int count) {}
        };

        /** Makes a few floats before all others; they need not be finite. */
        void sample(int from, int count);

        /** Makes floats, or throws. */
        void make(int from, int count);
    }

    private final int size;
    private final int count;
    private final KeySample sample;
    private final KeyHistogram histogram = new KeyHistogram();
    private final int[] candidates;
    /** Keys of candidates that are not sure. */
    private final int[] keys;
    /** Positions of those in {@code candidates}. */
    private final int[] places;

    private int found;
    private int unsure;
    /** Whether all candidates that are not sure are noted. */
    private boolean noted;

    private int largest;

    /** Allocates all that {@link #select} needs. */
    public LargestMagnitudes(int size, int count) {
        if (count < 0 || count > size) {
            throw new IllegalArgumentException(count + " of " + size + " elements");
        }
        this.size = size;
        this.count = count;
        sample = new KeySample(size, count);
        boolean trivial = count == 0 || count == size;
        int margin = Math.min(size - count, Math.max(count / 8 + 1024, 2 * sample.expectedExtra()));
        candidates = new int[trivial ? 0 : count + margin + Math.min(size, BLOCK) + SelectionKernels.COLLECT_ROOM];
        keys = new int
                [trivial ? Math.min(size, 1024) + 1 : Math.max(1024, Math.min(size, 3 * sample.expectedUnsure())) + 1];
        places = new int[keys.length];
    }

    /**
     * Finds the largest magnitudes.
     *
     * @param values not modified
     * @param offset where the {@code size} floats begin
     * @param indices modified: the first {@code count} are the result, counted from {@code offset}; of no use if a value
     *     is not finite
     * @return the largest key of all, so {@link ReductionKernels#NON_FINITE} or more if a value is not finite
     */
    public int select(float[] values, int offset, int[] indices) {
        return select(values, offset, indices, Source.READY);
    }

    /**
     * The same for floats that are made on the way.
     *
     * @param values modified by {@code source} only
     * @param source makes all of them
     */
    public int select(float[] values, int offset, int[] indices, Source source) {
        if (count == 0 || count == size) {
            for (int i = 0; i < count; i++) {
                indices[i] = i;
            }
            source.make(0, size);
            return ReductionKernels.LARGEST_KEY.at(size).largestKey(values, offset, size);
        }
        sample.draw(values, offset, source, histogram);
        collect(values, offset, source);
        for (int pass = 1; found < count; pass++) {
            if (pass < GUESSES) {
                sample.drawLower(values, offset, found, histogram);
            } else {
                sample.clear();
            }
            collect(values, offset, Source.READY);
        }
        int reached = noted ? found : size;
        if (noted && found - unsure <= count) {
            leaveOut(indices);
        } else {
            keepLargest(values, offset);
            System.arraycopy(candidates, 0, indices, 0, count);
        }
        sample.follow(reached);
        return largest;
    }

    private void collect(float[] values, int offset, Source source) {
        int least = sample.least();
        found = 0;
        unsure = 0;
        largest = 0;
        noted = true;
        for (int done = 0; done < size; done += BLOCK) {
            int block = Math.min(BLOCK, size - done);
            source.make(done, block);
            if (found + block + SelectionKernels.COLLECT_ROOM > candidates.length) {
                keepLargest(values, offset);
                noted = false;
                least = histogram.key() + 1;
            }
            int more = SelectionKernels.COLLECT
                    .at(block)
                    .collect(values, offset + done, block, least, done, candidates, found);
            noted &= unsure + more < keys.length;
            if (noted) {
                note(values, offset, more);
            }
            found += more;
        }
    }

    /** Takes the keys of {@code more} candidates that have just been found. */
    private void note(float[] values, int offset, int more) {
        int sure = sample.sure();
        int largestKey = largest;
        int next = unsure;
        for (int i = found; i < found + more; i++) {
            int key = key(values[offset + candidates[i]]);
            largestKey = Math.max(largestKey, key);
            if (key < sure) {
                keys[next] = key;
                places[next++] = i;
            }
        }
        largest = largestKey;
        unsure = next;
    }

    /** Copies all candidates but the smallest of those that are not sure. */
    private void leaveOut(int[] indices) {
        int wanted = count - (found - unsure);
        int least = sample.sure();
        int ties = 0;
        if (wanted > 0) {
            least = histogram.find(keys, unsure, wanted, sample.least(), Math.min(largest, sample.sure()));
            ties = histogram.ties();
        }
        if (unsure == found) {
            int kept = 0;
            for (int i = 0; i < found; i++) {
                candidates[kept] = candidates[i];
                kept += (least - keys[i]) >>> 31;
                if (keys[i] == least && --ties >= 0) {
                    kept++;
                }
            }
            System.arraycopy(candidates, 0, indices, 0, count);
            return;
        }
        int out = 0;
        for (int i = 0; i < unsure; i++) {
            places[out] = places[i];
            out += (keys[i] - least) >>> 31;
            if (keys[i] == least && --ties < 0) {
                out++;
            }
        }
        int from = 0;
        int to = 0;
        for (int i = 0; i < out; i++) {
            int run = places[i] - from;
            System.arraycopy(candidates, from, indices, to, run);
            to += run;
            from += run + 1;
        }
        System.arraycopy(candidates, from, indices, to, count - to);
    }

    /** Keeps only the {@code count} largest candidates. */
    private void keepLargest(float[] values, int offset) {
        largest = keepLargest(values, offset, candidates, found, count);
        found = count;
    }

    /**
     * Keeps only the largest of some elements; of equal ones those with the lower index.
     *
     * @param values not modified; finite
     * @param indices modified: of the first {@code among} the first {@code wanted} stay, in their order
     * @param wanted 1 to {@code among}
     * @return the largest key
     */
    public int keepLargest(float[] values, int offset, int[] indices, int among, int wanted) {
        histogram.start(wanted, 0, Integer.MAX_VALUE);
        int step = keys.length;
        do {
            for (int i = 0; i < among; i += step) {
                int block = Math.min(step, among - i);
                for (int j = 0; j < block; j++) {
                    keys[j] = key(values[offset + indices[i + j]]);
                }
                histogram.add(keys, block);
            }
        } while (histogram.narrow());
        int least = histogram.key();
        int ties = histogram.ties();
        int largestKey = 0;
        int kept = 0;
        for (int i = 0; i < among; i++) {
            int key = key(values[offset + indices[i]]);
            largestKey = Math.max(largestKey, key);
            indices[kept] = indices[i];
            kept += (least - key) >>> 31;
            if (key == least && --ties >= 0) {
                kept++;
            }
        }
        return largestKey;
    }

    private static int key(float value) {
        return Float.floatToRawIntBits(value) & Integer.MAX_VALUE;
    }
}
