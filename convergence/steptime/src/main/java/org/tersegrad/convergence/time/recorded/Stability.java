package org.tersegrad.convergence.time.recorded;

import java.util.ArrayList;
import java.util.List;

/**
 * The end of a warm-up: the second half of all runs was no faster than the first. Runs are counted, since a compiler on a busy machine takes as
 * many of them, but any length of time; and what disturbs a run makes it slower, so the fastest ones count.
 */
public final class Stability {
    /** A run that is faster by less than this is no news. */
    private static final double NEWS = 0.9;

    /** The fastest of the first 1, 2, ... runs. */
    private final List<Double> fastest = new ArrayList<>();

    /** Adds the time of a run, in any unit. */
    public void add(double time) {
        fastest.add(fastest.isEmpty() ? time : Math.min(time, fastest.get(fastest.size() - 1)));
    }

    /** Number of runs. */
    public int runs() {
        return fastest.size();
    }

    /** Whether the second half of all runs has brought nothing new. */
    public boolean isStable() {
        int runs = fastest.size();
        return runs > 1 && fastest.get(runs - 1) >= NEWS * fastest.get((runs - 1) / 2);
    }
}
