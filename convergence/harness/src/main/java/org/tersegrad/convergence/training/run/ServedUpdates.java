package org.tersegrad.convergence.training.run;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.tersegrad.convergence.training.clock.Durations;
import org.tersegrad.convergence.training.clock.ServerRounds;
import org.tersegrad.convergence.training.sync.StepTimes;
import org.tersegrad.reducers.sync.Downlink;
import org.tersegrad.reducers.sync.ServerLinks;
import org.tersegrad.reducers.sync.Synchronization;

/** Changes of a server's model while its workers come to it one after the other, all of them in one thread. */
abstract class ServedUpdates {
    final Run run;
    final ServerLinks links;
    final List<ServedWorker> workers;

    ServedUpdates(Run run, Synchronization how) {
        this.run = run;
        links = new ServerLinks(run.contestant.policy(), run.problem.namedTensors(), how);
        workers = forEachRank(
                rank -> new ServedWorker(links.uplink(run.seed.fork(Run.REDUCTIONS), rank), run.batches(rank)));
    }

    final <T> List<T> forEachRank(Function<Integer, T> make) {
        return IntStream.range(0, run.settings.workers()).boxed().map(make).toList();
    }

    /** Makes a version of the server's model for the workers. */
    static void publish(Downlink down, float[] model) {
        try {
            down.publish(model);
        } catch (IllegalArgumentException e) { // a difference may overflow
            throw new DivergedException(e);
        }
    }

    /** Goes on by as many gradients as there are workers at once. */
    abstract void step(int step, float rate);

    /** The server's model. */
    abstract float[] model();

    /** A clock of rounds; without durations one that is never read. */
    final ServerRounds rounds() {
        return new ServerRounds(
                run.durations.orElseGet(() -> Durations.free(StepTimes.constant())),
                run.settings.workers(),
                run.seed.fork(Run.TIMES));
    }

    /** The time on a clock of rounds; NaN if the run has no durations. */
    final double secondsOf(ServerRounds clock) {
        return run.durations.isPresent() ? clock.now() : Double.NaN;
    }

    /** The time on the clock of the workers; NaN where there is none. */
    abstract double virtualSeconds();

    /** The distance of a worker's model from the server's, as a Euclidean norm; 0 where workers keep none. */
    double distance(int rank) {
        return 0;
    }

    /** The number of bytes that {@link #saveServer} writes. */
    abstract int serverBytes();

    /** Writes what the server has. */
    abstract void saveServer(ByteBuffer out);

    /** Reads that. */
    abstract void restoreServer(ByteBuffer in);

    /** The number of bytes that {@link #saveWorker} writes now. */
    int workerBytes(int rank) {
        return workers.get(rank).bytes();
    }

    /** Writes what a worker has, and what it has on its way to the server. */
    void saveWorker(int rank, ByteBuffer out) {
        workers.get(rank).save(out);
    }

    /** Reads that. */
    void restoreWorker(int rank, ByteBuffer in, long bitsSent, long bitsReceived) {
        workers.get(rank).restore(in, bitsSent, bitsReceived);
    }
}
