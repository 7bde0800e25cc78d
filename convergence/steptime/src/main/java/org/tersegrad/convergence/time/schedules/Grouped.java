package org.tersegrad.convergence.time.schedules;

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
        double[] arrivals = new double[grouping.sizes().size()];
        double[] adding = new double[arrivals.length];
        String[] labels = new String[arrivals.length];
        int first = 0;
        for (int group = 0; group < arrivals.length; group++) {
            int end = first + grouping.sizes().get(group);
            for (ProfileTensor tensor : tensors.subList(first, end)) {
                time.add(Kind.BACKWARD, 0, tensor.backwardSeconds(), tensor.name());
            }
            Cost cost = gradients.cost(first, end);
            labels[group] = label(tensors.subList(first, end));
            double ready = time.add(Kind.ENCODE, 0, cost.encodeSeconds(), labels[group]);
            arrivals[group] = ready;
            for (Call call : cost.calls()) {
                double seconds = step.collectives().seconds(call, step.network());
                arrivals[group] = time.add(Kind.WIRE, ready, seconds, labels[group]);
            }
            adding[group] = cost.addSeconds();
            first = end;
        }
        for (int group = 0; group < arrivals.length; group++) {
            time.add(Kind.ADD, arrivals[group], adding[group], labels[group]);
        }
        double averaged = Math.max(time.free(Lane.NETWORK), time.free(Lane.DEVICE));
        time.add(
                Kind.OPTIMIZER,
                averaged,
                step.profile().optimizerSeconds(),
                step.profile().name());
        return time.build(1);
    }

    /** The first of some tensors, and how many there are beside it. */
    static String label(List<ProfileTensor> tensors) {
        String first = tensors.get(0).name();
        return tensors.size() == 1 ? first : first + " + " + (tensors.size() - 1);
    }
}
