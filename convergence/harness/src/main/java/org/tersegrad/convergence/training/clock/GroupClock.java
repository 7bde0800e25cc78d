package org.tersegrad.convergence.training.clock;

import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.training.Settings;
import org.tersegrad.convergence.training.sync.EveryStep;
import org.tersegrad.reducers.sync.Gossip;
import org.tersegrad.reducers.sync.LocalSteps;
import org.tersegrad.reducers.sync.Synchronization;

/** The clock of workers without a server, which make the same steps. */
public abstract class GroupClock extends RunClock {
    GroupClock(Durations durations, int workers, Seed seed, int numbers) {
        super(durations, workers, seed, numbers);
    }

    /**
     * The clock of some settings.
     *
     * @param times the seed of the times of all workers and steps
     * @param neighbours the seed that the workers draw their neighbours with
     * @throws IllegalArgumentException if a server has the model
     */
    public static GroupClock of(
            Durations durations, Settings settings, int stepsPerEpoch, Seed times, Seed neighbours) {
        Synchronization how = settings.synchronization();
        int workers = settings.workers();
        if (how instanceof Gossip gossip) {
            return new GossipClock(durations, gossip, workers, times, neighbours);
        }
        if (how instanceof LocalSteps local) {
            return new ExchangeClock(durations, local, workers, stepsPerEpoch, times);
        }
        if (how instanceof EveryStep) {
            return new ExchangeClock(durations, LocalSteps.average(1), workers, stepsPerEpoch, times);
        }
        throw new IllegalArgumentException(how + " has a server");
    }

    /**
     * Goes on by a step of all workers.
     *
     * @param step counted from 0
     * @param bits not modified: sent by each worker in that step
     */
    public abstract void step(int step, long[] bits);
}
