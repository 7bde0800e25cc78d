package org.tersegrad.convergence.time.schedules;

import java.util.List;
import java.util.Optional;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.convergence.time.Cost;
import org.tersegrad.convergence.time.Link;

/**
 * Merged-gradient wait-free back-propagation: S. Shi, X. Chu and B. Li, "MG-WFBP: Efficient Data Communication for Distributed
 * Synchronous SGD Algorithms" (2019), with the rule of their program. From the last layer to the first, a group waits for the next
 * gradient if that is there before the group would have arrived, and either the network is still busy then, or the wait is shorter
 * than what a message costs however short it is.
 *
 * <pre>
 *   merge l into l - 1 iff   ready(l - 1) &lt; c(l) + T(l)   and   (c(l) &gt; ready(l - 1)  or  ready(l - 1) - c(l) &lt; a)
 * </pre>
 *
 * @param plan the constants of T = a + b M in bytes of the vector, if they are not those of the network
 * @param small groups of fewer elements than this never go alone; 0 for none
 */
public record MgWfbp(Optional<Link> plan, int small) implements Grouped {
    /** The rule with the times of the current network. */
    public static MgWfbp onTheNetwork() {
        return new MgWfbp(Optional.empty(), 0);
    }

    @Override
    public Grouping grouping(Step step) {
        Gradients gradients = new Gradients(step);
        Grouping.Builder groups = new Grouping.Builder();
        double networkFree = 0;
        int first = 0; // of the group at hand
        for (int next = 1; next < gradients.count(); next++) {
            Cost group = gradients.cost(first, next);
            double ready = gradients.encoded(next);
            double nextReady = gradients.encoded(next + 1);
            double start = Math.max(networkFree, ready);
            double seconds = seconds(step, group);
            boolean waits = nextReady < start + seconds
                    && (start > nextReady || nextReady - start < seconds(step, withoutBytes(group)));
            boolean merged = waits || group.elements() < small;
            groups.add(!merged);
            if (!merged) {
                networkFree = start + seconds;
                first = next;
            }
        }
        groups.add(true);
        return groups.build();
    }

    private double seconds(Step step, Cost cost) {
        return plan.map(link -> cost.calls().stream()
                        .mapToDouble(call -> link.seconds(call.bytes()))
                        .sum())
                .orElseGet(() -> step.wireSeconds(cost));
    }

    private static Cost withoutBytes(Cost cost) {
        List<Call> calls = cost.calls().stream().map(call -> call.withBytes(0)).toList();
        return new Cost(cost.elements(), calls, 0, 0);
    }

    @Override
    public String toString() {
        return "mg";
    }
}
