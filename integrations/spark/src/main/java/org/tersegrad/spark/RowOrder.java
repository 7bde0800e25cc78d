package org.tersegrad.spark;

import java.util.ArrayList;
import java.util.List;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.Seed;

/**
 * The rows that a partition learns from, by step: all of them in a random order, then all in another. A function of the step alone,
 * so that training can go on anywhere.
 */
final class RowOrder<R> {
    private final List<R> rows;
    private final int batch;
    private final Seed seed;
    private int[] order = {};
    private long pass = -1;

    /** @param rows not copied, not modified */
    RowOrder(List<R> rows, int batch, Seed seed) {
        this.rows = rows;
        this.batch = batch;
        this.seed = seed;
    }

    /** The rows of a step. */
    List<R> of(int step) {
        List<R> chosen = new ArrayList<>(batch);
        for (long at = (long) step * batch; chosen.size() < batch; at++) {
            if (at / rows.size() != pass) {
                pass = at / rows.size();
                order = shuffled(rows.size(), seed.fork(pass));
            }
            chosen.add(rows.get(order[(int) (at % rows.size())]));
        }
        return chosen;
    }

    /** The numbers from 0 up to a count in a random order (R. Fisher, F. Yates, 1938). */
    private static int[] shuffled(int count, Seed seed) {
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            long word = Integer.toUnsignedLong(CounterRandom.word(seed.value(), i));
            int j = (int) ((word * (i + 1)) >>> 32);
            order[i] = order[j];
            order[j] = i;
        }
        return order;
    }
}
