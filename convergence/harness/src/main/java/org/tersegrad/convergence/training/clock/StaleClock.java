package org.tersegrad.convergence.training.clock;

import java.util.ArrayList;
import java.util.List;
import org.tersegrad.compressors.Seed;

/**
 * The clock of workers that come to a server one by one, and the order in which they do. A worker begins its step k, counted from 0, when the
 * gradients of {@code k - slack} steps of all workers have arrived.
 *
 * <pre>
 *   one of:  begin(0 bits) of all;   then again and again   rank = next();  arrive(rank, bits);  begin(waiting())
 * </pre>
 *
 * <p>Models that leave at the same moment share the server's link and arrive together, so that with slack 0 all workers begin each step at once,
 * as those of {@link ServerRounds} do.
 */
public final class StaleClock extends RunClock {
    /** The ready time of a worker that waits. */
    private static final double WAITS = Double.POSITIVE_INFINITY;

    private static final int NOW = 0;
    private static final int DOWN = 1;
    private static final int UP = 2;
    private static final int FIRST = 3;

    private final int slack;

    /**
     * A clock at 0, where all workers wait for a model.
     *
     * @param slack how many steps a worker may be ahead of the slowest one
     */
    public StaleClock(Durations durations, int slack, int workers, Seed seed) {
        super(durations, workers, seed, FIRST + 2 * workers);
        this.slack = slack;
        for (int rank = 0; rank < workers; rank++) {
            set(FIRST + rank, WAITS);
        }
    }

    private int steps(int rank) {
        return (int) get(FIRST + workers + rank);
    }

    /** The workers that wait and may begin a step now, ascending. */
    public List<Integer> waiting() {
        int slowest = Integer.MAX_VALUE;
        for (int rank = 0; rank < workers; rank++) {
            slowest = Math.min(slowest, steps(rank));
        }
        List<Integer> ranks = new ArrayList<>();
        for (int rank = 0; rank < workers; rank++) {
            if (get(FIRST + rank) == WAITS && steps(rank) - slowest <= slack) {
                ranks.add(rank);
            }
        }
        return ranks;
    }

    /**
     * Sends models to workers, which then begin a step.
     *
     * @param ranks of {@link #waiting}
     * @param bits of all models together; 0 if the workers have them already
     */
    public void begin(List<Integer> ranks, long bits) {
        double delivered = deliver(DOWN, get(NOW), (double) bits);
        for (int rank : ranks) {
            set(FIRST + rank, delivered + seconds(rank, steps(rank)) + durations.coding());
        }
    }

    /**
     * The worker whose message is the next on the server's link: the one that is ready first, at the same time the lowest rank. All that begin
     * later are ready later, so arrivals are in this order, too.
     */
    public int next() {
        int first = 0;
        for (int rank = 1; rank < workers; rank++) {
            first = get(FIRST + rank) < get(FIRST + first) ? rank : first;
        }
        return first;
    }

    /** The gradient of {@link #next} arrives, which ends a step of that worker. */
    public void arrive(int rank, long bits) {
        set(NOW, deliver(UP, get(FIRST + rank), (double) bits));
        set(FIRST + rank, WAITS);
        set(FIRST + workers + rank, steps(rank) + 1.0);
    }

    @Override
    public double now() {
        return get(NOW);
    }
}
