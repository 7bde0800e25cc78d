package org.tersegrad.convergence.training.clock;

import org.tersegrad.compressors.Seed;
import org.tersegrad.reducers.sync.Gossip;

/** The clock of gossip: each worker has a link for what it sends, and waits for the messages of its neighbours only. */
final class GossipClock extends GroupClock {
    private final Gossip how;
    private final Seed neighbours;

    /** The state has the times of the workers, and then those of their links. */
    GossipClock(Durations durations, Gossip how, int workers, Seed times, Seed neighbours) {
        super(durations, workers, times, 2 * workers);
        this.how = how;
        this.neighbours = neighbours;
    }

    @Override
    public void step(int step, long[] bits) {
        double[] arrivals = new double[workers];
        for (int rank = 0; rank < workers; rank++) {
            double computed = get(rank) + seconds(rank, step) + durations.coding();
            set(rank, computed);
            arrivals[rank] = deliver(workers + rank, computed, (double) bits[rank]);
        }
        for (int rank = 0; rank < workers; rank++) {
            for (int neighbour : how.around(rank, workers, step, neighbours)) {
                if (neighbour != rank) {
                    set(rank, Math.max(get(rank), arrivals[neighbour]));
                }
            }
        }
    }

    @Override
    public double now() {
        return latest(0, workers);
    }
}
