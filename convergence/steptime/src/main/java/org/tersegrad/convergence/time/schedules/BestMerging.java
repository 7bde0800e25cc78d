package org.tersegrad.convergence.time.schedules;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.tersegrad.convergence.time.Cost;
import org.tersegrad.convergence.time.ProfileTensor;

/**
 * The grouping with the shortest step of all: what no rule of merging neighbours can beat.
 *
 * <p>With i gradients in the order in which they come and f(i) the time when they have arrived,
 *
 * <pre>
 *   f(0) = 0,   f(i) = min over j &lt; i of   max(f(j), ready(i)) + T(j + 1 .. i)
 * </pre>
 *
 * <p>which is exact because a group that may start earlier never ends later. With encoding and adding a beginning is more than one
 * number, so for each i all beginnings are kept of which none is worse than another in every number.
 */
public record BestMerging() implements Grouped {
    /**
     * The first some gradients in some groups.
     *
     * @param device when the device has computed and encoded them
     * @param network when they have arrived
     * @param added when they would be added up if the backward pass were no obstacle
     * @param adding how long all of the adding takes
     * @param tensors of the last group
     * @param before what came before the last group
     */
    private record Beginning(
            double device, double network, double added, double adding, int tensors, Optional<Beginning> before) {
        boolean isNoBetterThan(Beginning other) {
            return device >= other.device && network >= other.network && added >= other.added && adding >= other.adding;
        }

        Beginning then(int next, double backward, Cost group, double wire) {
            double encoded = device + backward + group.encodeSeconds();
            double arrived = Math.max(network, encoded) + wire;
            return new Beginning(
                    encoded,
                    arrived,
                    Math.max(added, arrived) + group.addSeconds(),
                    adding + group.addSeconds(),
                    next,
                    Optional.of(this));
        }

        Grouping grouping() {
            List<Integer> sizes = new ArrayList<>();
            for (Beginning at = this; at.before.isPresent(); at = at.before.get()) {
                sizes.add(at.tensors);
            }
            Collections.reverse(sizes);
            return new Grouping(sizes);
        }

        double end() {
            return Math.max(device + adding, added);
        }
    }

    @Override
    public Grouping grouping(Step step) {
        List<ProfileTensor> tensors = step.profile().backwardOrder();
        List<Cost> costs = step.costsInBackwardOrder();
        List<List<Beginning>> kept = new ArrayList<>();
        kept.add(List.of(new Beginning(0, 0, 0, 0, 0, Optional.empty())));
        for (int end = 1; end <= tensors.size(); end++) {
            List<Beginning> here = new ArrayList<>();
            Cost group = costs.get(end - 1);
            double backward = 0;
            for (int start = end - 1; start >= 0; start--) {
                group = start == end - 1 ? group : step.costs().merged(costs.get(start), group);
                backward += tensors.get(start).backwardSeconds();
                double wire = step.wireSeconds(group);
                for (Beginning before : kept.get(start)) {
                    keep(before.then(end - start, backward, group, wire), here);
                }
            }
            kept.add(here);
        }
        List<Beginning> whole = kept.get(tensors.size());
        Beginning best = whole.get(0);
        for (Beginning each : whole) {
            best = each.end() < best.end() ? each : best;
        }
        return best.grouping();
    }

    private static void keep(Beginning candidate, List<Beginning> kept) {
        for (Beginning each : kept) {
            if (candidate.isNoBetterThan(each)) {
                return;
            }
        }
        kept.removeIf(each -> each.isNoBetterThan(candidate));
        kept.add(candidate);
    }

    @Override
    public String toString() {
        return "best";
    }
}
