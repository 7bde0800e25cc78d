package org.tersegrad.convergence.time.schedules;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.convergence.time.Cost;
import org.tersegrad.convergence.time.Event.Kind;
import org.tersegrad.convergence.time.ProfileTensor;
import org.tersegrad.convergence.time.Timeline;
import org.tersegrad.convergence.time.TimelineBuilder;

/**
 * DeAR: L. Zhang et al., "DeAR: Accelerating Distributed Deep Learning with Fine-Grained All-Reduce Pipelining" (2023). The sums are
 * made during the backward pass, by the first half of an all-reduce, a reduce-scatter if it goes along a ring, and exchanged during the
 * next forward pass, by the second half, an all-gather. So both passes hide something, and the volume is that of an all-reduce.
 *
 * <pre>
 *   backward, g = G .. 1:   r(g) = max(r(g + 1), ready(g)) + RS(g);   s = max(r(1), tb)
 *   forward,  g = 1 .. G:   A(1) = s + AG(1),   F(g) = max(F(g - 1), A(g)) + tf(g),   A(g + 1) = max(F(g - 1), A(g)) + AG(g + 1)
 * </pre>
 *
 * <p>The timeline begins with a backward pass and ends with the forward pass of the next step. The optimizer of a layer runs just before
 * its forward pass.
 *
 * @param megabytes a layer opens a new group if the group would reach {@code megabytes} MB of 2^20 bytes with it; 0: each layer is
 *     a group
 */
public record Dear(double megabytes) implements Schedule {
    public Dear {
        if (!(megabytes >= 0)) {
            throw new IllegalArgumentException("groups of 0 MB or more, not " + megabytes);
        }
    }

    @Override
    public Timeline timeline(Step step) {
        if (step.copies()) {
            throw new IllegalArgumentException("dear knows no copies between device and host; leave out copy=");
        }
        List<List<ProfileTensor>> groups = groups(step.profile().tensors());
        int count = groups.size();
        double[] sum = new double[count];
        double[] gather = new double[count];
        for (int g = 0; g < count; g++) {
            double[] halves = step.collectives().halves(bytesOfSum(step, groups.get(g)), step.network());
            sum[g] = halves[0];
            gather[g] = halves[1];
        }
        TimelineBuilder time = new TimelineBuilder();
        double summed = 0;
        double computed = 0;
        for (int g = count - 1; g >= 0; g--) {
            List<ProfileTensor> group = groups.get(g);
            for (int i = group.size() - 1; i >= 0; i--) {
                ProfileTensor tensor = group.get(i);
                computed = time.add(Kind.BACKWARD, 0, tensor.backwardSeconds(), tensor.name());
            }
            summed = time.add(Kind.WIRE, computed, sum[g], Grouped.label(group) + ", reduce-scatter");
        }
        double used = Math.max(summed, computed); // when a group is used for the next forward pass
        double forwardEnd = used;
        double[] forward = step.profile().forwardSecondsByTensor();
        double[] optimizer = step.profile().optimizerSecondsByTensor();
        int first = 0;
        for (int g = 0; g < count; g++) {
            List<ProfileTensor> group = groups.get(g);
            String label = Grouped.label(group);
            double gathered = time.add(Kind.WIRE, used, gather[g], label + ", all-gather");
            used = Math.max(forwardEnd, gathered);
            int next = first + group.size();
            time.add(Kind.OPTIMIZER, used, sum(optimizer, first, next), label);
            forwardEnd = time.add(Kind.FORWARD, used, sum(forward, first, next), label);
            first = next;
        }
        return time.build(1);
    }

    /** Layers one after the other; those of one group are exchanged together. */
    List<List<ProfileTensor>> groups(List<ProfileTensor> tensors) {
        List<List<ProfileTensor>> groups = new ArrayList<>();
        double bytes = 0;
        for (List<ProfileTensor> module : modules(tensors)) {
            double size = Float.BYTES * (double) elements(module);
            if (groups.isEmpty() || bytes + size >= megabytes * Fused.MEGABYTE) {
                groups.add(new ArrayList<>());
                bytes = 0;
            }
            groups.get(groups.size() - 1).addAll(module);
            bytes += size;
        }
        return groups;
    }

    private static List<List<ProfileTensor>> modules(List<ProfileTensor> tensors) {
        List<List<ProfileTensor>> modules = new ArrayList<>();
        String last = "";
        for (ProfileTensor tensor : tensors) {
            if (modules.isEmpty() || !tensor.module().equals(last)) {
                modules.add(new ArrayList<>());
                last = tensor.module();
            }
            modules.get(modules.size() - 1).add(tensor);
        }
        return modules;
    }

    private static double bytesOfSum(Step step, List<ProfileTensor> group) {
        Cost cost = step.cost(group);
        if (cost.encodeSeconds() + cost.addSeconds() > 0
                || cost.calls().stream().anyMatch(call -> call.kind() != Call.Kind.ALL_REDUCE)) {
            throw new IllegalArgumentException("dear splits plain sums in two, and this recipe does more than sum up");
        }
        return cost.bytes(Call.Kind.ALL_REDUCE);
    }

    private static double sum(double[] numbers, int from, int to) {
        return Arrays.stream(numbers, from, to).sum();
    }

    private static long elements(List<ProfileTensor> tensors) {
        return tensors.stream().mapToLong(ProfileTensor::elements).sum();
    }

    @Override
    public String toString() {
        return Schedules.text("dear", megabytes);
    }
}
