package org.tersegrad.convergence.training.clock;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.training.checkpoints.DamagedCheckpointException;

/** Base class of the clocks: all of a clock's state is one array of numbers, a part of a checkpoint. */
public abstract class RunClock {
    final Durations durations;
    final int workers;
    private final Seed seed;
    private final double[] state;

    /**
     * @param seed of the times of all workers and steps
     * @param numbers of the state, 0 at first
     */
    RunClock(Durations durations, int workers, Seed seed, int numbers) {
        this.durations = durations;
        this.workers = workers;
        this.seed = seed;
        state = new double[numbers];
    }

    final double get(int number) {
        return state[number];
    }

    final void set(int number, double value) {
        state[number] = value;
    }

    /** The computation of a worker's step, counted from 0. */
    public final double seconds(int rank, int step) {
        return durations.step() * durations.times().seconds(rank, workers, step, seed);
    }

    /**
     * The arrival of messages that leave at the same moment over one link. A link is a FIFO server, and these share it fairly, so that
     * the last bits of all arrive together.
     *
     * @param link the number of the state that says until when the link is busy
     * @param bits of all of them; with 0 there is no message
     */
    final double deliver(int link, double at, double bits) {
        if (bits == 0) {
            return at;
        }
        state[link] = Math.max(at, state[link]) + bits * durations.perBit();
        return state[link] + durations.alpha();
    }

    /** The largest of some numbers of the state. */
    final double latest(int from, int to) {
        return Arrays.stream(state, from, to).max().orElse(0);
    }

    /** The time of the last event. */
    public abstract double now();

    /** The number of bytes that {@link #save} writes. */
    public final int bytes() {
        return Double.BYTES * state.length;
    }

    /** Writes the state. */
    public final void save(ByteBuffer out) {
        Arrays.stream(state).forEach(out::putDouble);
    }

    /** Reads that. */
    public final void restore(ByteBuffer in) {
        for (int i = 0; i < state.length; i++) {
            state[i] = in.getDouble();
            if (!(state[i] >= 0)) {
                throw new DamagedCheckpointException("its clock shows " + state[i]);
            }
        }
    }
}
