package org.tersegrad.convergence.time.schedules;

import java.util.ArrayList;
import java.util.List;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.convergence.time.Cost;
import org.tersegrad.convergence.time.ProfileTensor;

/**
 * The gradients of a step in the order in which they come, and the cost of any neighbours together in a time that does not grow with
 * their number: everything but the number of calls is a difference of two sums.
 *
 * <p>All calls of a model have places in one sequence, in which those of each tensor appear in their order. Neighbours that are
 * exchanged together make one call for each place that at least one of them uses.
 */
final class Gradients {
    private final List<ProfileTensor> tensors;
    private final List<Cost> costs;

    /** A call of 0 bytes for each place. */
    private final List<Call> places;

    /** By place, the last of the first i gradients that uses it, counted from 1; 0 if none does. */
    private final int[][] lastUse;

    /** Sums over the first i gradients, the bytes by place. */
    private final double[][] bytes;

    private final long[] elements;
    private final double[] backward;
    private final double[] encoding;
    private final double[] adding;

    Gradients(Step step) {
        tensors = step.profile().backwardOrder();
        costs = tensors.stream().map(step.costs()::of).toList();
        places = places(costs);
        bytes = new double[places.size()][count() + 1];
        lastUse = new int[places.size()][count() + 1];
        elements = new long[count() + 1];
        backward = new double[count() + 1];
        encoding = new double[count() + 1];
        adding = new double[count() + 1];
        for (int i = 0; i < count(); i++) {
            Cost cost = costs.get(i);
            elements[i + 1] = elements[i] + cost.elements();
            backward[i + 1] = backward[i] + tensors.get(i).backwardSeconds();
            encoding[i + 1] = encoding[i] + cost.encodeSeconds();
            adding[i + 1] = adding[i] + cost.addSeconds();
            int next = 0;
            for (int place = 0; place < places.size(); place++) {
                boolean used = next < cost.calls().size()
                        && places.get(place).equals(cost.calls().get(next).withBytes(0));
                bytes[place][i + 1] =
                        bytes[place][i] + (used ? cost.calls().get(next).bytes() : 0);
                lastUse[place][i + 1] = used ? i + 1 : lastUse[place][i];
                next += used ? 1 : 0;
            }
        }
    }

    /** The calls of all tensors, merged one by one; only those that differ from the one before can add a place. */
    private static List<Call> places(List<Cost> costs) {
        Cost all = new Cost(0, List.of(), 0, 0);
        List<Call> last = List.of();
        for (Cost cost : costs) {
            List<Call> calls =
                    cost.calls().stream().map(call -> call.withBytes(0)).toList();
            if (!calls.equals(last)) {
                all = all.with(new Cost(0, calls, 0, 0));
                last = calls;
            }
        }
        return all.calls();
    }

    int count() {
        return tensors.size();
    }

    List<ProfileTensor> tensors() {
        return tensors;
    }

    /** A call of 0 bytes for each place. */
    List<Call> places() {
        return places;
    }

    /** The bytes of the first {@code count} gradients in a place. */
    double bytes(int place, int count) {
        return bytes[place][count];
    }

    /** The last of the first {@code count} gradients that uses a place, counted from 1; 0 if none does. */
    int lastUse(int place, int count) {
        return lastUse[place][count];
    }

    /** When the device has computed and encoded the first {@code count} gradients, since the backward pass began. */
    double encoded(int count) {
        return backward[count] + encoding[count];
    }

    /** Time of adding the first {@code count} gradients. */
    double adding(int count) {
        return adding[count];
    }

    /** The cost of the gradients from {@code from} on, up to but without {@code to}, exchanged together. */
    Cost cost(int from, int to) {
        if (to == from + 1) {
            return costs.get(from);
        }
        List<Call> calls = new ArrayList<>();
        for (int place = 0; place < places.size(); place++) {
            if (lastUse[place][to] > from) {
                calls.add(places.get(place).withBytes(bytes[place][to] - bytes[place][from]));
            }
        }
        return new Cost(elements[to] - elements[from], calls, encoding[to] - encoding[from], adding[to] - adding[from]);
    }
}
