package org.tersegrad.convergence.training.run;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.training.checkpoints.DamagedCheckpointException;
import org.tersegrad.convergence.training.clock.ServerRounds;
import org.tersegrad.reducers.sync.ClientServer;
import org.tersegrad.reducers.sync.ClientSteps;

/** Rounds of a server with some of its clients, as {@link ClientSteps} says, and differences that arrive rounds later. */
final class ClientRounds extends ServedUpdates {
    private final ClientSteps how;
    private final Seed draws;
    private final WorkerModel scratch;
    private final BatchGradients gradients;
    private final ClientServer server;
    private final List<List<Late>> onTheWay;
    private final ServerRounds clock;
    private int begun;

    /** A difference that has not arrived yet, and the round in which it was sent. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Late(int round, byte[] message) {}

    /** @param scratch modified: the model of one client after the other */
    ClientRounds(ClientSteps how, Run run, WorkerModel scratch, BatchGradients gradients) {
        super(run, how);
        this.how = how;
        this.scratch = scratch;
        this.gradients = gradients;
        draws = run.seed.fork(Run.CLIENTS);
        float[] shares = new float[workers.size()];
        for (int rank = 0; rank < shares.length; rank++) {
            shares[rank] = run.share(rank);
        }
        server = how.server(links, scratch.parameters, shares, run.seed.fork(Run.SERVER), draws);
        onTheWay = forEachRank(rank -> new ArrayList<>());
        clock = rounds();
    }

    /** No client computes before the round's last step, which makes them all. */
    @Override
    void step(int step, float rate) {
        if (!how.local().isDue(step + 1, 0, run.stepsPerEpoch)) {
            return;
        }
        try {
            List<ServerRounds.Part> parts = new ArrayList<>();
            for (int present : server.present()) {
                parts.add(learn(present, step + 1));
            }
            Set<Integer> missed = parts.stream().map(ServerRounds.Part::rank).collect(Collectors.toSet());
            clock.round(parts, how.clients().deadline()).forEach(inTime -> missed.remove(inTime.rank()));
            for (int rank = 0; rank < workers.size(); rank++) {
                if (!how.clients().isLate(rank, server.round(), draws)) {
                    arrive(rank, missed.contains(rank));
                }
            }
            server.endRound();
        } catch (IllegalArgumentException e) { // a model may overflow
            throw new DivergedException(e);
        }
        begun = step + 1;
    }

    /** Takes all that a client has sent, but for that of this round if it has missed the deadline. */
    private void arrive(int rank, boolean missed) {
        List<Late> its = onTheWay.get(rank);
        List<Late> there = its.stream()
                .filter(each -> !missed || each.round < server.round())
                .toList();
        there.forEach(each -> server.take(rank, each.round, each.message));
        its.removeAll(there);
    }

    /** All steps of a client in a round. The round does not wait for a difference that is late. */
    private ServerRounds.Part learn(int rank, int end) {
        ServedWorker client = workers.get(rank);
        long sent = client.bitsSent();
        long received = client.bitsReceived();
        double seconds = 0;
        float[] start = client.fetch(server.down());
        scratch.startFrom(start);
        for (int step = begun; step < end; step++) {
            seconds += clock.seconds(rank, client.steps());
            gradients.compute(scratch.parameters, client.nextBatch(), scratch.gradient);
            scratch.optimize(step - begun, run.rate(step));
        }
        byte[] message = client.up.sendDifference(start, scratch.parameters);
        onTheWay.get(rank).add(new Late(server.round(), message));
        boolean late = how.clients().isLate(rank, server.round(), draws);
        return new ServerRounds.Part(rank, seconds, client.bitsReceived() - received, client.bitsSent() - sent, !late);
    }

    @Override
    double virtualSeconds() {
        return secondsOf(clock);
    }

    @Override
    float[] model() {
        return server.exactModel();
    }

    @Override
    int serverBytes() {
        return server.stateBytes() + clock.bytes() + Integer.BYTES;
    }

    @Override
    void saveServer(ByteBuffer out) {
        server.save(out);
        clock.save(out);
        out.putInt(begun);
    }

    @Override
    void restoreServer(ByteBuffer in) {
        server.restore(in);
        clock.restore(in);
        begun = in.getInt();
        if (begun < 0) {
            throw new DamagedCheckpointException("round " + server.round() + " begins after " + begun + " steps");
        }
    }

    @Override
    int workerBytes(int rank) {
        return super.workerBytes(rank)
                + workers.get(rank).up.stateBytes()
                + Integer.BYTES
                + onTheWay.get(rank).stream()
                        .mapToInt(late -> 2 * Integer.BYTES + late.message.length)
                        .sum();
    }

    @Override
    void saveWorker(int rank, ByteBuffer out) {
        super.saveWorker(rank, out);
        workers.get(rank).up.save(out);
        out.putInt(onTheWay.get(rank).size());
        onTheWay.get(rank)
                .forEach(late ->
                        out.putInt(late.round).putInt(late.message.length).put(late.message));
    }

    @Override
    void restoreWorker(int rank, ByteBuffer in, long bitsSent, long bitsReceived) {
        super.restoreWorker(rank, in, bitsSent, bitsReceived);
        workers.get(rank).up.restore(in);
        for (int left = in.getInt(); left > 0; left--) {
            int sentIn = in.getInt();
            int length = in.getInt();
            if (sentIn < 0 || sentIn > server.round() || length < 0 || length > in.remaining()) {
                throw new DamagedCheckpointException("a message of round " + sentIn + " has " + length + " bytes where "
                        + in.remaining() + " are left");
            }
            byte[] message = new byte[length];
            in.get(message);
            links.inbox().check(message);
            onTheWay.get(rank).add(new Late(sentIn, message));
        }
    }
}
