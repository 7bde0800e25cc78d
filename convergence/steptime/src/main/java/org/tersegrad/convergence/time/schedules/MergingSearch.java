package org.tersegrad.convergence.time.schedules;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.tersegrad.convergence.time.Call;

/**
 * The search of {@link BestMerging}, in n log n steps for one limit.
 *
 * <p>The time of an algorithm is a straight line in bytes. With one algorithm for each place in the sequence of calls, a group takes
 * {@code B(i) - B(j)}, the bytes at their rates, and a delay for each place that it uses, which for one i is the same for all j between two
 * last uses. So of all j for which the network is busy when gradient i is ready, the one with the least {@code f(j) - B(j)} is the best, and
 * a tree over j finds it. Of all j for which the network is idle, the last is the best: its group is the smallest. Once a group that
 * begins after j arrives too late, so does every longer one, and j is taken out of the tree. Where there is a choice of algorithms,
 * there is a tree for each way to choose.
 */
final class MergingSearch {
    /** Bisection ends at this share of the limit, or before, if nothing lies between its bounds. */
    private static final double PRECISION = 1e-14;

    private final Gradients gradients;
    private final int count;
    private final List<Choice> choices;
    private final double[] arrived;
    private final int[] before;

    /** The least limit that would have allowed a group that the last solution was denied. */
    private double nextLimit;

    private long operations;

    /** An algorithm for each place. */
    private final class Choice {
        private final double[] delays;
        private final double[] bytesSeconds;
        private final LeastKey keys;

        Choice(double[] delays, double[] bytesSeconds) {
            this.delays = delays;
            this.bytesSeconds = bytesSeconds;
            keys = new LeastKey(bytesSeconds.length);
        }
    }

    MergingSearch(Gradients gradients, Step step) {
        this.gradients = gradients;
        count = gradients.count();
        arrived = new double[count + 1];
        before = new int[count + 1];
        choices = new ArrayList<>();
        choices(step, 0, new double[gradients.places().size()], new double[count + 1]);
    }

    /** Chooses for the places from {@code place} on, one way after the other. */
    private void choices(Step step, int place, double[] delays, double[] bytesSeconds) {
        if (place == delays.length) {
            choices.add(new Choice(delays.clone(), bytesSeconds));
            return;
        }
        Call call = gradients.places().get(place);
        for (double[] line : step.collectives().lines(call, step.network())) {
            double[] more = new double[count + 1];
            for (int i = 0; i <= count; i++) {
                more[i] = bytesSeconds[i] + line[1] * gradients.bytes(place, i);
            }
            delays[place] = line[0];
            choices(step, place + 1, delays, more);
        }
    }

    /** The grouping of the shortest step. */
    Grouping best() {
        double enough = solve(Double.POSITIVE_INFINITY);
        Grouping best = grouping();
        // The last group arrives no earlier than without a limit, and at most all gradients but one are added by then.
        double least = Math.max(gradients.encoded(count), arrived[count] - gradients.adding(count - 1));
        double limit = least;
        while (enough - least > PRECISION * enough) {
            double needed = solve(limit);
            if (needed <= limit) {
                best = grouping();
                enough = Math.max(gradients.encoded(count), needed);
            } else {
                least = Math.max(limit, nextLimit);
            }
            limit = least + (enough - least) / 2;
        }
        return best;
    }

    /** Elementary steps so far, of all limits together. */
    long operations() {
        return operations;
    }

    /**
     * Fills {@link #arrived} and {@link #before}.
     *
     * @return the limit that the groups need, at most {@code limit}; infinite if there are no such groups
     */
    private double solve(double limit) {
        choices.forEach(choice -> choice.keys.clear());
        nextLimit = Double.POSITIVE_INFINITY;
        int idle = 0; // the last j whose groups have arrived when gradient i is ready
        for (int i = 1; i <= count; i++) {
            double ready = gradients.encoded(i);
            for (Choice choice : choices) {
                choice.keys.set(i - 1, arrived[i - 1] - choice.bytesSeconds[i - 1]);
            }
            while (idle < i - 1 && arrived[idle + 1] <= ready) {
                idle++;
            }
            arrived[i] = Double.POSITIVE_INFINITY;
            for (Choice choice : choices) {
                offer(i, idle, ready + seconds(choice, idle, i), limit);
                busy(choice, i, idle + 1, limit);
            }
            if (arrived[i] == Double.POSITIVE_INFINITY) {
                return Double.POSITIVE_INFINITY; // what comes later arrives later
            }
        }
        double needed = 0;
        for (int i = count; i > 0; i = before[i]) {
            needed = Math.max(needed, arrived[i] - gradients.adding(before[i]));
        }
        return needed;
    }

    /** Groups that wait for the network: those between two last uses of places have the same delays. */
    private void busy(Choice choice, int i, int first, double limit) {
        int to = i - 1;
        while (to >= first) {
            int from = first;
            for (int place = 0; place < choice.delays.length; place++) {
                int last = gradients.lastUse(place, i);
                from = last <= to ? Math.max(from, last) : from;
            }
            int j = choice.keys.least(from, to);
            while (j >= 0 && !offer(i, j, arrived[j] + seconds(choice, j, i), limit)) {
                choice.keys.set(j, Double.POSITIVE_INFINITY);
                j = choice.keys.least(from, to);
            }
            to = from - 1;
        }
    }

    /** Whether the group j + 1 .. i arrives in time. */
    private boolean offer(int i, int j, double arrival, double limit) {
        operations++;
        double needed = arrival - gradients.adding(j);
        if (needed > limit) {
            nextLimit = Math.min(nextLimit, needed);
            return false;
        }
        if (arrival < arrived[i]) {
            arrived[i] = arrival;
            before[i] = j;
        }
        return true;
    }

    private double seconds(Choice choice, int from, int to) {
        double seconds = choice.bytesSeconds[to] - choice.bytesSeconds[from];
        for (int place = 0; place < choice.delays.length; place++) {
            seconds += gradients.lastUse(place, to) > from ? choice.delays[place] : 0;
        }
        return seconds;
    }

    private Grouping grouping() {
        List<Integer> sizes = new ArrayList<>();
        for (int i = count; i > 0; i = before[i]) {
            sizes.add(i - before[i]);
        }
        Collections.reverse(sizes);
        return new Grouping(sizes);
    }

    /** A tree over numbered keys that finds the least one in a range. */
    private final class LeastKey {
        private final int leaves;
        private final double[] tree;

        LeastKey(int keys) {
            leaves = Integer.highestOneBit(Math.max(1, 2 * keys - 1));
            tree = new double[2 * leaves];
        }

        void clear() {
            Arrays.fill(tree, Double.POSITIVE_INFINITY);
        }

        void set(int index, double key) {
            int node = leaves + index;
            tree[node] = key;
            for (node /= 2; node > 0; node /= 2) {
                operations++;
                tree[node] = Math.min(tree[2 * node], tree[2 * node + 1]);
            }
        }

        /** The index of the least key in a range, both ends included; -1 if all are infinite. */
        int least(int from, int to) {
            int best = 0; // the root of no tree
            double least = Double.POSITIVE_INFINITY;
            int low = leaves + from;
            int high = leaves + to + 1;
            for (; low < high; low /= 2, high /= 2) {
                operations++;
                if (low % 2 == 1) {
                    if (tree[low] < least) {
                        best = low;
                        least = tree[low];
                    }
                    low++;
                }
                if (high % 2 == 1) {
                    high--;
                    if (tree[high] < least) {
                        best = high;
                        least = tree[high];
                    }
                }
            }
            if (best == 0) {
                return -1;
            }
            while (best < leaves) {
                operations++;
                best = tree[2 * best] == least ? 2 * best : 2 * best + 1;
            }
            return best - leaves;
        }
    }
}
