package org.tersegrad.convergence.training.clock;

import java.util.Arrays;
import org.tersegrad.compressors.Seed;
import org.tersegrad.reducers.sync.LocalSteps;

/**
 * The clock of local steps, and of exchanges in every step:
 *
 * <pre>
 *   an exchange begins when the slowest worker has ended its step, and the exchange before is over
 *   a worker goes on when it ends; with an overlap of o steps, after o more steps if it has ended by then
 * </pre>
 */
final class ExchangeClock extends GroupClock {
    private final LocalSteps how;
    private final int stepsPerEpoch;
    /** After the workers: the end of the last exchange, and the step after which the one that is under way began, or 0. */
    private final int end;

    private final int since;

    ExchangeClock(Durations durations, LocalSteps how, int workers, int stepsPerEpoch, Seed seed) {
        super(durations, workers, seed, workers + 2);
        this.how = how;
        this.stepsPerEpoch = stepsPerEpoch;
        end = workers;
        since = workers + 1;
    }

    @Override
    public void step(int step, long[] bits) {
        for (int rank = 0; rank < workers; rank++) {
            set(rank, get(rank) + seconds(rank, step));
        }
        int after = step + 1;
        double each = Arrays.stream(bits).average().orElse(0);
        boolean due = false;
        double seconds = 0;
        for (int fragment = 0; fragment < how.fragments(); fragment++) {
            if (how.isDue(after, fragment, stepsPerEpoch)) {
                due = true;
                seconds += durations.exchange(fragment, each);
            }
        }
        if (get(since) > 0 && (due || after - get(since) >= how.overlap())) {
            finish();
        }
        if (due) {
            set(end, Math.max(latest(0, workers), get(end)) + seconds);
            set(since, after);
            if (how.overlap() == 0) {
                finish();
            }
        }
    }

    private void finish() {
        for (int rank = 0; rank < workers; rank++) {
            set(rank, Math.max(get(rank), get(end)));
        }
        set(since, 0);
    }

    @Override
    public double now() {
        return latest(0, workers);
    }
}
