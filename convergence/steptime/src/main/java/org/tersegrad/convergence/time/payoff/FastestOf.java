package org.tersegrad.convergence.time.payoff;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.tersegrad.convergence.time.Timeline;
import org.tersegrad.convergence.time.schedules.Schedule;
import org.tersegrad.convergence.time.schedules.Step;

/**
 * The schedule of several that has the shortest step: the one that a user would pick after trying them all.
 *
 * @param schedules at least one; of those that are equally fast, the first one counts
 */
public record FastestOf(List<Schedule> schedules) implements Schedule {
    private static final List<String> USUAL = List.of("none", "wfbp", "fuse(25)", "mg", "omgs");

    public FastestOf {
        schedules = List.copyOf(schedules);
        if (schedules.isEmpty()) {
            throw new IllegalArgumentException("the fastest of at least 1 schedule, not of none");
        }
    }

    /**
     * The schedules of common trainers, for any recipe: one exchange, every tensor by itself, buckets, and two rules that merge
     * tensors.
     */
    public static FastestOf usual() {
        return new FastestOf(USUAL.stream().map(Schedule::parse).toList());
    }

    /** The one that it is for a step. */
    public Schedule of(Step step) {
        return Collections.min(
                schedules,
                Comparator.comparingDouble(each -> each.timeline(step).secondsPerStep()));
    }

    @Override
    public Timeline timeline(Step step) {
        return Collections.min(
                schedules.stream().map(each -> each.timeline(step)).toList(),
                Comparator.comparingDouble(Timeline::secondsPerStep));
    }
}
