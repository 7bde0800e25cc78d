package org.tersegrad.convergence.time.schedules;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * The grouping with the shortest step of all: no rule of merging neighbours can beat it.
 *
 * <p>With i gradients in the order in which they come, encoded(i) the time when the device has computed and encoded them, and f(i) the
 * earliest time when they have arrived,
 *
 * <pre>
 *   f(0) = 0,   f(i) = min over j &lt; i of   max(f(j), encoded(i)) + T(j + 1 .. i)
 * </pre>
 *
 * <p>which is exact because a group that may start earlier never ends later. Received groups are added up in their order, after the
 * backward pass. If adding up gradients 1 to j takes A(j), all of it is over by {@code A(n) + limit} exactly if the backward pass is over by
 * {@code limit}, and every group j + 1 .. i has arrived by {@code limit + A(j)}. So the recurrence is solved with that bound, and the
 * least limit is found by bisection: where a limit is too low, the least one that allows any more group is the next lower bound, and
 * where it is not, so is what the groups that were found really need. {@link MergingSearch} solves the recurrence.
 *
 * <p>With copies between device and host there are more lanes than the recurrence knows. Then the shortest step of its groups, of all tensors
 * together and of buckets of some sizes is taken, which need not be the best.
 */
public record BestMerging() implements Grouped {
    /** Sizes of buckets in MB that are tried with copies. */
    private static final List<Double> BUCKETS = List.of(1.0, 4.0, 16.0, 64.0);

    @Override
    public Grouping grouping(Step step) {
        if (!step.copies()) {
            return search(step).best();
        }
        List<Grouping> tried = new ArrayList<>();
        tried.add(search(step.withoutCopies()).best());
        tried.add(new NoOverlap().grouping(step));
        BUCKETS.forEach(megabytes -> tried.add(new Fused(megabytes).grouping(step)));
        return Collections.min(
                tried,
                Comparator.comparingDouble(
                        groups -> Grouped.timeline(step, groups).secondsPerStep()));
    }

    static MergingSearch search(Step step) {
        return new MergingSearch(new Gradients(step), step);
    }

    @Override
    public String toString() {
        return "best";
    }
}
