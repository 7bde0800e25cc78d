package org.tersegrad.compressors.internal;

import java.util.Arrays;

/**
 * Finds the key of a given rank among many, in at most three rounds whatever they are: it counts how many fall into each
 * of 2048 equal parts of a range, of few keys 128, goes on with the part that holds the rank, and ends where a part is a single key. Of
 * keys that are in one array it sorts the last few, mostly after one round.
 *
 * <pre>{@code
 * histogram.start(rank, low, high);
 * do {
 *     histogram.add(keys, count); // all of them, in any number of calls
 * } while (histogram.narrow());
 * }</pre>
 */
final class KeyHistogram {
    private static final int PART_BITS = 11;
    private static final int PARTS = 1 << PART_BITS;
    private static final int FEWER_BITS = 7;

    /**
     * Number of keys that are sorted faster than 2048 parts are counted. Below 44, so that the JDK's sort is one by insertion:
     * since JDK 22 its other way allocates a pair of pivots.
     */
    private static final int FEW = 40;

    private final int[] counts = new int[PARTS];
    private final int[] rest = new int[FEW + 1];
    private int low;
    /** Number of keys from {@code low} on that the parts cover, as an unsigned number. */
    private int span;

    private int shift;
    /** Binary logarithm of the number of parts. */
    private int bits;

    private int rank;
    /** Number of keys in the parts. */
    private int inside;

    /**
     * Begins to look for the {@code rank}-th largest among the keys of {@code low} or more.
     *
     * @param rank from 1 to the number of such keys
     * @param low not negative
     * @param high no key is larger
     */
    void start(int rank, int low, int high) {
        start(rank, low, high, PART_BITS);
    }

    private void start(int rank, int low, int high, int bits) {
        this.rank = rank;
        this.low = low;
        this.bits = bits;
        shift = Math.max(0, Integer.SIZE - Integer.numberOfLeadingZeros(high - low) - bits);
        span = 1 << bits << shift;
        Arrays.fill(counts, 0, 1 << bits, 0);
    }

    /** Counts {@code keys[0 .. count)}. */
    void add(int[] keys, int count) {
        int first = low;
        int width = span;
        int down = shift;
        int[] parts = counts;
        for (int i = 0; i < count; i++) {
            int above = keys[i] - first;
            if (Integer.compareUnsigned(above, width) < 0) {
                parts[above >>> down]++;
            }
        }
    }

    /** Goes on to the part that holds the rank; returns whether another round is needed. */
    boolean narrow() {
        int part = (1 << bits) - 1;
        while (rank > counts[part]) {
            rank -= counts[part];
            part--;
        }
        inside = counts[part];
        low += part << shift;
        if (shift == 0) {
            return false;
        }
        span = 1 << shift;
        shift = Math.max(0, shift - bits);
        Arrays.fill(counts, 0, 1 << bits, 0);
        return true;
    }

    /** All of it for keys that are in one array. */
    int find(int[] keys, int count, int rank, int low, int high) {
        start(rank, low, high, count <= PARTS / 8 ? FEWER_BITS : PART_BITS);
        add(keys, count);
        while (narrow()) {
            if (inside <= FEW) {
                sort(keys, count);
                break;
            }
            add(keys, count);
        }
        return key();
    }

    /** Ends with the few keys that the parts cover. */
    private void sort(int[] keys, int count) {
        int few = 0;
        for (int i = 0; i < count; i++) {
            rest[few] = keys[i];
            few += Integer.compareUnsigned(keys[i] - low, span) < 0 ? 1 : 0;
        }
        Arrays.sort(rest, 0, few);
        low = rest[few - rank];
        while (rest[few - 1] > low) {
            few--;
            rank--;
        }
    }

    /** The key found. */
    int key() {
        return low;
    }

    /** Number of keys among the largest that equal the one found: at least 1. */
    int ties() {
        return rank;
    }
}
