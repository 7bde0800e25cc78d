package org.tersegrad.compressors.levels;

import java.util.Arrays;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.floats.LevelKernels;
import org.tersegrad.codecs.internal.integers.RandomKernels;
import org.tersegrad.codecs.internal.integers.ScalarRandom;
import org.tersegrad.compressors.Seed;

/**
 * The random words of a block that is rounded. A worker rounds coordinate c with the u that its r stands for, f bits of a half word:
 *
 * <pre>
 *   K = floor(x / step + u)         u = (r + 1/2) / 2^f, and a dither below 2^-f
 *   alone         r = g                                                          g of f bits, uniform
 *   in a group    r = floor((p 2^f + g) / n),   p = (shuffle(w) + shift) mod n    for worker w of n
 * </pre>
 *
 * <p>Shift and shuffle are drawn from a seed that all workers have, the shift for each coordinate and the shuffle of all workers for
 * each 64. So the p of the workers are different for each coordinate: u is uniform for each worker, and spread over n strata among
 * them. With shifts alone neighbours in rank would be neighbours in p, and the mean of only some workers worse than without
 * agreement.
 *
 * <p>A. T. Suresh, Z. Sun, J. H. Ro, F. Yu, <i>Correlated quantization for distributed mean estimation and optimization</i>, 2022.
 */
final class RoundingWords {
    /** The most workers that agree. */
    static final int MOST_WORKERS = 1024;

    private static final int WORDS = LevelsFormat.ELEMENTS / Kernels.GROUP * Kernels.ROUNDING_WORDS;

    /** Words of the elements that share a shuffle, two to a word. */
    private static final int SHUFFLED = 32;

    // Children of the seed of a step that all workers have.
    private static final int SHIFTS = 0;
    private static final int SHUFFLES = 1;
    private static final int DITHER = 2;
    private static final int FIRST_WORKER = 3;

    /** The words, as the rounding kernels take them. */
    final int[] words;

    private final BlockInteger.Rounding rounding;
    private int rank;
    private int size;
    private int fraction;
    private int[] shifts = {};
    private int[] places = {};
    private int[] twice = {};
    private float[] subtracted = {};

    /**
     * Words for an encoder of one worker.
     *
     * @param seed its place in a group
     * @param fraction f
     */
    RoundingWords(BlockInteger.Rounding rounding, Seed seed, int fraction) {
        this.rounding = rounding;
        words = new int[rounding == BlockInteger.Rounding.NEAREST ? 0 : WORDS];
        use(seed.rank(), seed.size(), fraction);
        if (rounding.isAgreed() && size > MOST_WORKERS) {
            throw new IllegalArgumentException(
                    "up to " + MOST_WORKERS + " workers agree on their rounding, not " + size);
        }
    }

    /** Words for a receiver of dithered levels. */
    RoundingWords() {
        this(BlockInteger.Rounding.DITHER, Seed.of(0), 0);
    }

    /** Goes on with the words of another worker. */
    final void use(int itsRank, int itsSize, int itsFraction) {
        rank = itsRank;
        size = itsSize;
        fraction = itsFraction;
    }

    /** The part of a worker's seed that an encoder draws words from: what its group shares, if they agree. */
    static Seed seed(BlockInteger.Rounding rounding, Seed seed) {
        return rounding.isAgreed() ? Seed.of(seed.shared()) : seed;
    }

    /**
     * Draws the words of a block, always the same for the same elements.
     *
     * @param step the seed of this step, from {@link #seed}
     * @param from the first element of the block, a multiple of 512
     */
    void draw(long step, int from, int count) {
        switch (rounding) {
            case NEAREST -> {}
            case STOCHASTIC -> draw(step, from, count, words);
            case CORRELATED -> agree(step, FIRST_WORKER + rank, from, count);
            case DITHER -> agree(step, DITHER, from, count);
        }
    }

    /** Draws the g of a block that all workers share with dither, for {@link #sumSubtracted}. */
    void drawShared(long step, int from, int count) {
        draw(CounterRandom.fork(step, DITHER), from, count, words);
    }

    /**
     * The number that a receiver adds to the sum of all workers' levels of an element. Their r are floor((p 2^f + g) / n) for all p
     * below n, so the sum of those depends on g alone.
     */
    double sumSubtracted(int element) {
        int unit = 1 << fraction;
        int divisor = Math.min(Integer.lowestOneBit(size), unit); // the greatest of n and 2^f
        int sum = r(element) / divisor * divisor + ((unit - 1) * (size - 1) + divisor - 1) / 2;
        return 0.5 * size - Math.scalb(sum + 0.5 * size, -fraction);
    }

    private static void draw(long keys, int from, int count, int[] target) {
        int groups = groups(count);
        RandomKernels.ROUNDING_WORDS
                .at(groups * Kernels.GROUP)
                .roundingWords((int) keys, (int) (keys >>> 32), from / Kernels.GROUP, groups, target);
    }

    private static int groups(int count) {
        return (count + Kernels.GROUP - 1) / Kernels.GROUP;
    }

    /**
     * Draws words in agreement.
     *
     * @param own the child of the seed that g is drawn from
     */
    private void agree(long step, int own, int from, int count) {
        draw(CounterRandom.fork(step, own), from, count, words);
        if (size == 1) {
            return;
        }
        if (shifts.length == 0) {
            shifts = new int[WORDS];
            places = new int[WORDS];
        }
        draw(CounterRandom.fork(step, SHIFTS), from, count, shifts);
        long keys = CounterRandom.fork(step, SHUFFLES);
        int number = from / (2 * SHUFFLED);
        for (int group = 0; group < groups(count); group++) {
            int begin = group * Kernels.ROUNDING_WORDS;
            int end = begin + Kernels.DITHER;
            for (int at = begin; at < end; at += SHUFFLED, number++) {
                Arrays.fill(places, at, at + SHUFFLED, shuffled(keys, number));
            }
            stratify(begin, end);
        }
    }

    /** The place of a worker after a random shuffle, the exchanges of which it follows (R. Fisher, F. Yates, 1938). */
    private int shuffled(long keys, int number) {
        int place = rank;
        for (int last = size - 1; last > 0; last--) {
            long word = ScalarRandom.randomWord((int) keys, (int) (keys >>> 32), number * size + last) & 0xffffffffL;
            int other = (int) ((word * (last + 1)) >>> 32);
            if (place == last) {
                place = other;
            } else if (place == other) {
                place = last;
            }
        }
        return place;
    }

    /**
     * Makes r of g. What is divided by n is at most (n − 1) (2^f mod n) + 2^f − 1. For most groups the product of that with 2^k / n,
     * rounded up, is exact in 32 bits, and the loop is one that JIT compilers vectorize.
     */
    private void stratify(int at, int end) {
        int most = (size - 1) * ((1 << fraction) % size) + (1 << fraction) - 1;
        int bits = Long.SIZE - Long.numberOfLeadingZeros((long) most * size);
        long inverse = ((1L << bits) + size - 1) / size;
        if (most * inverse < 1L << 32) {
            stratifyFew(at, end, (int) inverse, bits);
        } else {
            stratifyMany(at, end);
        }
    }

    private void stratifyFew(int at, int end, int inverse, int bits) {
        int[] target = words; // local names: a store might change the fields of an object
        int[] drawn = shifts;
        int[] shuffled = places;
        int n = size;
        int high = 32 - fraction;
        int mask = (1 << fraction) - 1;
        int whole = (1 << fraction) / n;
        int rest = (1 << fraction) % n;
        for (int i = at; i < end; i++) {
            int p = shuffled[i] + (((drawn[i] & 0x7fff) * n) >>> 15) - n;
            int q = shuffled[i] + (((drawn[i] >>> 17) * n) >>> 15) - n;
            p += (p >> 31) & n;
            q += (q >> 31) & n;
            int even = p * whole + (((p * rest + (target[i] & mask)) * inverse) >>> bits);
            int odd = q * whole + (((q * rest + (target[i] >>> high)) * inverse) >>> bits);
            target[i] = (odd << high) | even;
        }
    }

    private void stratifyMany(int at, int end) {
        int high = 32 - fraction;
        int mask = (1 << fraction) - 1;
        int whole = (1 << fraction) / size;
        int rest = (1 << fraction) % size;
        long inverse = (1L << 32) / size + 1; // exact: what is divided is below 2^21, and size below 2^11
        for (int i = at; i < end; i++) {
            int p = places[i] + (((shifts[i] & 0x7fff) * size) >>> 15) - size;
            int q = places[i] + (((shifts[i] >>> 17) * size) >>> 15) - size;
            p += (p >> 31) & size;
            q += (q >> 31) & size;
            int even = p * whole + (int) (((p * rest + (words[i] & mask)) * inverse) >>> 32);
            int odd = q * whole + (int) (((q * rest + (words[i] >>> high)) * inverse) >>> 32);
            words[i] = (odd << high) | even;
        }
    }

    /**
     * Turns the r of negative elements around where workers agree or a receiver subtracts u. The rounding kernels turn them, too,
     * which makes levels odd functions of elements; so u is that of the coordinate, whatever the sign.
     *
     * @param values not modified
     * @param first the number in the block of the element at {@code at}
     */
    void turn(float[] values, int at, int count, int first) {
        if (!rounding.isAgreed()) {
            return;
        }
        for (int done = 0; done < count; ) {
            int element = first + done;
            int rows = Math.min(count - done, Kernels.GROUP - element % Kernels.GROUP) / (2 * Kernels.LANES);
            if (rows > 0 && element % (2 * Kernels.LANES) == 0) {
                int elements = 2 * Kernels.LANES * rows;
                RandomKernels.TURN_WORDS.at(elements).turnWords(values, at + done, rows, words, word(element));
                done += elements;
                continue;
            }
            int row = Math.min(count - done, Kernels.LANES - element % Kernels.LANES);
            turnRow(values, at + done, row, 0xffff << (element & Kernels.LANES), words, word(element));
            done += row;
        }
    }

    private static void turnRow(float[] values, int from, int count, int half, int[] words, int to) {
        for (int i = 0; i < count; i++) {
            words[to + i] ^= (Float.floatToRawIntBits(values[from + i]) >> 31) & half;
        }
    }

    /**
     * The numbers that a receiver adds to the levels of a block: 1/2 − (r + 1/2) / 2^f, exact in floats.
     *
     * @return as long as a block
     */
    float[] subtracted(int count) {
        if (subtracted.length == 0) {
            subtracted = new float[LevelsFormat.ELEMENTS];
            twice = new int[LevelsFormat.ELEMENTS];
        }
        for (int done = 0; done < count; done += 2 * Kernels.LANES) {
            twiceRows(words, word(done), fraction, twice, done);
        }
        int most = (1 << fraction) - 1;
        float unit = Math.scalb(1f, -fraction - 1);
        LevelKernels.FROM_LEVELS.at(count).fromLevels(twice, 0, count, most, -unit, subtracted, 0);
        return subtracted;
    }

    /** 2 r of two rows, which share their words. */
    private static void twiceRows(int[] words, int from, int fraction, int[] target, int to) {
        int most = (1 << fraction) - 1;
        for (int i = 0; i < Kernels.LANES; i++) {
            target[to + i] = (words[from + i] & most) << 1;
            target[to + i + Kernels.LANES] = words[from + i] >>> (32 - fraction) << 1;
        }
    }

    private int r(int element) {
        int word = words[word(element)];
        return (element & Kernels.LANES) == 0 ? word & ((1 << fraction) - 1) : word >>> (32 - fraction);
    }

    /** The word of an element, which has its lower half if its row of sixteen is even, else its upper half. */
    private static int word(int element) {
        int inGroup = element % Kernels.GROUP;
        return element / Kernels.GROUP * Kernels.ROUNDING_WORDS
                + inGroup / (2 * Kernels.LANES) * Kernels.LANES
                + inGroup % Kernels.LANES;
    }
}
