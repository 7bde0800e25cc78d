package org.tersegrad.convergence.data;

import java.util.Arrays;
import org.tersegrad.compressors.Seed;
import org.tersegrad.reducers.internal.Shuffle;

/**
 * Examples of a file drawn at random: four fifths to learn from, the rest to be tested on. The same number of examples and the same
 * seed give the same split, whatever the seeds of the training are.
 *
 * @param training numbers of examples, in random order
 * @param test the others
 */
@SuppressWarnings("ArrayRecordComponent") // data, never compared
record Split(int[] training, int[] test) {
    static final long USUAL_SEED = 1;

    private static final int TEST = 5;

    /**
     * Draws a split.
     *
     * @param what the examples are, as in {@code iris.csv has 150 rows}
     * @throws DataUnavailableException if there are too few
     */
    static Split of(int examples, long seed, String what) {
        if (examples < TEST) {
            throw new DataUnavailableException(what + "; " + TEST + " is the least.");
        }
        int[] order = Shuffle.of(examples, Seed.of(seed));
        int training = examples - examples / TEST;
        return new Split(Arrays.copyOf(order, training), Arrays.copyOfRange(order, training, examples));
    }
}
