package org.tersegrad.convergence.time.schedules;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.convergence.time.Cost;
import org.tersegrad.convergence.time.Event.Kind;
import org.tersegrad.convergence.time.Event.Lane;
import org.tersegrad.convergence.time.ProfileTensor;
import org.tersegrad.convergence.time.Timeline;
import org.tersegrad.convergence.time.TimelineBuilder;

/**
 * A schedule that sends groups of gradients while the backward pass goes on.
 *
 * <p>A group is encoded on the worker's device when its last gradient is there, which puts off all later gradients. Then it waits
 * for the network. Received messages are added up after the backward pass, while the network carries the next group. The optimizer
 * comes last.
 *
 * <p>If the network has copies, a gradient goes from the device to its host, is encoded there, and its mean comes back: lanes of their own, so that n
 * equal groups with a, b and c seconds of copy, wire and copy take {@code a + b + c + (n - 1) max(a, b, c)}.
 */
public interface Grouped extends Schedule {
    /** The gradients that are sent together. */
    Grouping grouping(Step step);

    @Override
    default Timeline timeline(Step step) {
        return timeline(step, grouping(step));
    }

    /** The timeline of a step with these groups. */
    static Timeline timeline(Step step, Grouping grouping) {
        TimelineBuilder time = new TimelineBuilder();
        time.add(
                Kind.FORWARD, 0, step.profile().forwardSeconds(), step.profile().name());
        Gradients gradients = new Gradients(step);
        List<ProfileTensor> tensors = gradients.tensors();
        List<Exchange> exchanges = new ArrayList<>();
        int first = 0;
        for (int size : grouping.sizes()) {
            int end = first + size;
            for (ProfileTensor tensor : tensors.subList(first, end)) {
                time.add(Kind.BACKWARD, 0, tensor.backwardSeconds(), tensor.name());
            }
            Cost cost = gradients.cost(first, end);
            String label = label(tensors.subList(first, end));
            if (step.copies()) {
                double copy = step.network().copySeconds(cost.elements());
                double copied = time.add(Kind.COPY_DOWN, time.free(Lane.DEVICE), copy, label);
                exchanges.add(new Exchange(cost, label, copied));
            } else {
                double ready = time.add(Kind.ENCODE, 0, cost.encodeSeconds(), label);
                exchanges.add(new Exchange(cost, label, wire(time, step, cost, ready, label)));
            }
            first = end;
        }
        if (step.copies()) {
            onHost(time, step, exchanges);
        } else {
            exchanges.forEach(each -> time.add(Kind.ADD, each.ready, each.cost.addSeconds(), each.label));
        }
        double averaged =
                Arrays.stream(Lane.values()).mapToDouble(time::free).max().orElseThrow();
        time.add(
                Kind.OPTIMIZER,
                averaged,
                step.profile().optimizerSeconds(),
                step.profile().name());
        return time.build(1);
    }

    /**
     * A group of gradients on its way.
     *
     * @param cost of the group
     * @param label for its events
     * @param ready when it has come: to the host, or from the network
     */
    record Exchange(Cost cost, String label, double ready) {}

    /** Sends the messages of a group, and returns when the last one has arrived. */
    private static double wire(TimelineBuilder time, Step step, Cost cost, double ready, String label) {
        double arrived = ready;
        for (Call call : cost.calls()) {
            arrived = time.add(Kind.WIRE, ready, step.collectives().seconds(call, step.network()), label);
        }
        return arrived;
    }

    /** Encodes, sends, adds and copies back. The host takes up what is ready first. */
    private static void onHost(TimelineBuilder time, Step step, List<Exchange> copied) {
        List<Exchange> sent = new ArrayList<>();
        int added = 0;
        while (added < copied.size()) {
            int next = sent.size();
            boolean encodes = added == next || next < copied.size() && copied.get(next).ready <= sent.get(added).ready;
            Exchange each = encodes ? copied.get(next) : sent.get(added);
            if (encodes) {
                double encoded = time.add(Kind.HOST_ENCODE, each.ready, each.cost.encodeSeconds(), each.label);
                sent.add(new Exchange(each.cost, each.label, wire(time, step, each.cost, encoded, each.label)));
            } else {
                double done = time.add(Kind.HOST_ADD, each.ready, each.cost.addSeconds(), each.label);
                time.add(Kind.COPY_UP, done, step.network().copySeconds(each.cost.elements()), each.label);
                added++;
            }
        }
    }

    /** The first of some tensors, and how many there are beside it. */
    static String label(List<ProfileTensor> tensors) {
        String first = tensors.get(0).name();
        return tensors.size() == 1 ? first : first + " + " + (tensors.size() - 1);
    }
}
