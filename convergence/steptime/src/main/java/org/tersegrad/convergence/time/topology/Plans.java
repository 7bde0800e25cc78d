package org.tersegrad.convergence.time.topology;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * The rounds of the algorithms in {@link org.tersegrad.convergence.time.collectives.Algorithms}, each message by sender and receiver. P is the
 * number of workers.
 */
final class Plans {
    private Plans() {}

    static Plan ringReduceScatter(int workers) {
        return alongAxes(List.of(workers), true, false).alongTheRing();
    }

    static Plan ringAllGather(int workers) {
        return alongAxes(List.of(workers), workers, false, true).alongTheRing();
    }

    static Plan ringAllReduce(int workers) {
        return alongAxes(List.of(workers), true, true).alongTheRing();
    }

    /** Sums along one axis after the other, and the parts gathered the same way back; of one axis, the halves of a ring. */
    static Plan alongAxes(List<Integer> axes, boolean sums, boolean gathers) {
        return alongAxes(axes, 1, sums, gathers);
    }

    /** The all-gather of {@link #alongAxes}, by bytes of one worker. */
    static Plan gatherAlongAxes(List<Integer> axes) {
        return alongAxes(axes, product(axes), false, true);
    }

    private static Plan alongAxes(List<Integer> axes, double scale, boolean sums, boolean gathers) {
        List<Round> up = new ArrayList<>();
        int stride = 1;
        for (int size : axes) {
            int below = stride;
            double share = scale / (below * (double) size);
            up.add(new Round(size - 1, share, share, worker -> Graphs.shifted(worker, below, size, 1)));
            stride *= size;
        }
        return upAndDown(product(axes), up, sums, gathers);
    }

    private static Plan upAndDown(int workers, List<Round> up, boolean sums, boolean gathers) {
        List<Round> rounds = new ArrayList<>(sums ? up : List.of());
        List<Round> down = new ArrayList<>(up);
        Collections.reverse(down);
        if (gathers) {
            down.forEach(round -> rounds.add(round.withoutAdding()));
        }
        return Plan.of(workers, rounds);
    }

    private static int product(List<Integer> axes) {
        return axes.stream().reduce(1, Math::multiplyExact);
    }

    /** In round i each worker gives up to 2^i messages to the worker 2^i before. */
    static Plan bruckAllGather(int workers) {
        List<Round> rounds = new ArrayList<>();
        for (int reach = 1; reach < workers; reach *= 2) {
            int back = workers - reach;
            rounds.add(new Round(1, Math.min(reach, back), 0, worker -> (worker + back) % workers));
        }
        return Plan.of(workers, rounds);
    }

    /** In each round each worker sends to the one that is the same number of places further along each axis. */
    static Plan pairwise(List<Integer> axes) {
        int workers = product(axes);
        List<Round> rounds = new ArrayList<>();
        for (int ahead = 1; ahead < workers; ahead++) {
            int places = ahead;
            rounds.add(new Round(1, 1.0 / workers, 0, worker -> {
                int receiver = worker;
                int stride = 1;
                for (int size : axes) {
                    receiver = Graphs.shifted(receiver, stride, size, places / stride % size);
                    stride *= size;
                }
                return receiver;
            }));
        }
        return Plan.of(workers, rounds);
    }

    /** All messages of an all-to-all at the same time. */
    static Plan atOnce(int workers) {
        List<IntUnaryOperator> messages = IntStream.range(1, workers)
                .mapToObj(ahead -> ahead(ahead, workers))
                .toList();
        return Plan.of(workers, List.of(new Round(1, messages, 1.0 / workers, 0)));
    }

    private static IntUnaryOperator ahead(int places, int workers) {
        return worker -> (worker + places) % workers;
    }

    /** For each power of 2, all parts whose way has it. */
    static Plan bruckAllToAll(int workers) {
        List<Round> rounds = new ArrayList<>();
        for (int bit = 1; bit < workers; bit *= 2) {
            int power = bit;
            long parts = IntStream.range(1, workers)
                    .filter(way -> (way & power) != 0)
                    .count();
            rounds.add(new Round(1, (double) parts / workers, 0, ahead(power, workers)));
        }
        return Plan.of(workers, rounds);
    }

    static Plan treeBroadcast(int workers) {
        return Plan.of(workers, treeDown(workers));
    }

    private static List<Round> treeDown(int workers) {
        List<Round> rounds = new ArrayList<>();
        for (int reach = 1; reach < workers; reach *= 2) {
            int there = reach;
            rounds.add(
                    new Round(1, 1, 0, worker -> worker < there && worker + there < workers ? worker + there : worker));
        }
        return rounds;
    }

    static Plan treeAllReduce(int workers) {
        List<Round> rounds = new ArrayList<>();
        for (int reach = Integer.highestOneBit(workers - 1); reach > 0; reach /= 2) {
            int there = reach;
            rounds.add(new Round(1, 1, 1, worker -> worker >= there && worker < 2 * there ? worker - there : worker));
        }
        rounds.addAll(treeDown(workers));
        return Plan.of(workers, rounds);
    }

    /** Two heaps, of which one counts the workers from the end; each round has messages on all their edges. */
    static Plan doubleTree(int workers, int pieces) {
        int height = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(workers);
        int times = height + pieces - 1;
        IntUnaryOperator up = worker -> worker == 0 ? worker : (worker - 1) / 2;
        List<IntUnaryOperator> down = List.of(child(1, workers), child(2, workers));
        Round sums = new Round(times, List.of(up, mirrored(up, workers)), 0.5 / pieces, 1.0 / pieces);
        List<IntUnaryOperator> gathers = new ArrayList<>(down);
        down.forEach(message -> gathers.add(mirrored(message, workers)));
        return Plan.of(workers, List.of(sums, new Round(times, gathers, 0.5 / pieces, 0)))
                .withSent(workers == 2 ? 1 : 2); // at both ends not all edges are busy
    }

    private static IntUnaryOperator child(int which, int workers) {
        return worker -> 2 * worker + which < workers ? 2 * worker + which : worker;
    }

    private static IntUnaryOperator mirrored(IntUnaryOperator message, int workers) {
        return worker -> workers - 1 - message.applyAsInt(workers - 1 - worker);
    }

    static Plan doubling(int workers) {
        List<Round> rounds = new ArrayList<>();
        for (int apart = power(workers) / 2; apart > 0; apart /= 2) {
            rounds.add(new Round(1, 1, 1, exchange(apart, workers)));
        }
        return folded(workers, rounds);
    }

    static Plan halving(int workers) {
        List<Round> up = new ArrayList<>();
        for (int apart = power(workers) / 2; apart > 0; apart /= 2) {
            double share = (double) apart / power(workers);
            up.add(new Round(1, share, share, exchange(apart, workers)));
        }
        return folded(workers, upAndDown(workers, up, true, true).rounds());
    }

    private static IntUnaryOperator exchange(int apart, int workers) {
        int power = power(workers);
        return worker -> worker < power ? worker ^ apart : worker;
    }

    /** Workers beyond the largest power of 2 give their vectors to others at first, and get the sum at last. */
    private static Plan folded(int workers, List<Round> rounds) {
        int power = power(workers);
        if (power == workers) {
            return Plan.of(workers, rounds);
        }
        List<Round> all = new ArrayList<>();
        all.add(new Round(1, 1, 1, worker -> worker < power ? worker : worker - power));
        all.addAll(rounds);
        all.add(new Round(1, 1, 0, worker -> worker + power < workers ? worker + power : worker));
        return Plan.of(workers, all);
    }

    private static int power(int workers) {
        return Integer.highestOneBit(workers);
    }

    /** Messages of worker 0 to all others, one after the other, that share the bytes of the call. */
    static Plan direct(int workers) {
        List<Round> rounds = new ArrayList<>();
        for (int i = 1; i < workers; i++) {
            int partner = i;
            rounds.add(new Round(1, 1.0 / (workers - 1), 0, worker -> worker == 0 ? partner : worker));
        }
        return Plan.of(workers, rounds);
    }
}
