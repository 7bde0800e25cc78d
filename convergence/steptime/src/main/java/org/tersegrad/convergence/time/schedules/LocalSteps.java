package org.tersegrad.convergence.time.schedules;

import org.tersegrad.convergence.time.Cost;
import org.tersegrad.convergence.time.Event.Kind;
import org.tersegrad.convergence.time.Event.Lane;
import org.tersegrad.convergence.time.Profile;
import org.tersegrad.convergence.time.Timeline;
import org.tersegrad.convergence.time.TimelineBuilder;

/**
 * Local SGD: workers train alone for H steps, then exchange by how much their parameters have changed, all at once. It differs from
 * the other schedules in that something else is learned, unless H is 1.
 *
 * <pre>
 *   H steps take   H (forward + backward + optimizer) + encode + T + add
 * </pre>
 *
 * @param steps H, at least 1
 */
public record LocalSteps(int steps) implements Schedule {
    static final int MOST = 1_000_000;

    public LocalSteps {
        if (steps < 1 || steps > MOST) {
            throw new IllegalArgumentException("an exchange after 1 to " + MOST + " steps, not " + steps);
        }
    }

    @Override
    public Timeline timeline(Step step) {
        Profile profile = step.profile();
        TimelineBuilder time = new TimelineBuilder();
        for (int i = 1; i <= steps; i++) {
            String label = profile.name() + ", step " + i;
            time.add(Kind.FORWARD, 0, profile.forwardSeconds(), label);
            time.add(Kind.BACKWARD, 0, profile.backwardSeconds(), label);
            time.add(Kind.OPTIMIZER, 0, profile.optimizerSeconds(), label);
        }
        Cost cost = step.cost(profile.backwardOrder());
        boolean copies = step.copies();
        double copy = copies ? step.network().copySeconds(cost.elements()) : 0;
        double copied = time.add(Kind.COPY_DOWN, time.free(Lane.DEVICE), copy, profile.name());
        double ready = time.add(copies ? Kind.HOST_ENCODE : Kind.ENCODE, copied, cost.encodeSeconds(), profile.name());
        double arrived = time.add(Kind.WIRE, ready, step.wireSeconds(cost), profile.name());
        double added = time.add(copies ? Kind.HOST_ADD : Kind.ADD, arrived, cost.addSeconds(), profile.name());
        time.add(Kind.COPY_UP, added, copy, profile.name());
        return time.build(steps);
    }

    @Override
    public String toString() {
        return "local(" + steps + ")";
    }
}
