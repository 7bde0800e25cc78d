package org.tersegrad.convergence.training.run;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.training.checkpoints.DamagedCheckpointException;
import org.tersegrad.reducers.sync.ClientSteps;
import org.tersegrad.reducers.sync.Clients;

/**
 * Rounds of a server with some of its clients. Those present get the model, take the steps of the round from it, and send how far
 * they have come; what arrives in time makes an outer step:
 *
 * <pre>
 *   D = sum of n_k s_k C(x − x_k) / sum of n_k      over the clients k whose difference arrives: n_k examples, s_k for being late
 *   D = sum of n_k e_k / sum of n_k                 over all clients, for estimates e_k that are sent as increments
 * </pre>
 *
 * <p>A client's residual belongs to its number, and waits for the client's next round. The second form is EF21-PP (I. Fatkhullin and
 * others, "EF21 with Bells and Whistles", 2021): the estimates of those who are absent count as they are.
 */
final class ClientRounds implements ServedUpdates {
    private final ClientSteps how;
    private final Run run;
    private final Seed draws;
    private final WorkerModel scratch;
    private final BatchGradients gradients;
    private final Downlink down;
    private final List<Client> clients = new ArrayList<>();
    private final float[] agreed;
    private final float[] mean;
    private final float[][] memory;
    private int round;
    private int begun;

    /** One of the clients. */
    private static final class Client {
        final Uplink up;
        final Batches batches;
        final float share;
        final List<Late> onTheWay = new ArrayList<>();
        int steps;
        long seen;
        long received;

        Client(Uplink up, Batches batches, float share) {
            this.up = up;
            this.batches = batches;
            this.share = share;
        }
    }

    /** A difference that has not arrived yet, and the round in which it was sent. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Late(int round, byte[] message) {}

    /** @param scratch modified: the model of one client after the other */
    ClientRounds(ClientSteps how, Run run, WorkerModel scratch, BatchGradients gradients) {
        this.how = how;
        this.run = run;
        this.scratch = scratch;
        this.gradients = gradients;
        draws = run.seed.fork(Run.CLIENTS);
        agreed = scratch.parameters.clone();
        mean = new float[agreed.length];
        memory = new float[how.local().outer().arrays()][agreed.length];
        List<ServerTensor> tensors = ServerTensor.of(scratch, how);
        if (how.clients().stale() == Clients.Stale.DROP && tensors.stream().anyMatch(ServerTensor::sendsIncrements)) {
            throw new IllegalArgumentException(
                    how + " drops what comes late, and increments of an estimate, as those of " + run.contestant.label()
                            + ", cannot be dropped");
        }
        down = new Downlink(tensors, agreed, run.seed.fork(Run.SERVER));
        for (int rank = 0; rank < run.settings.workers(); rank++) {
            Uplink up = new Uplink(tensors, run.seed.fork(Run.REDUCTIONS), rank);
            clients.add(new Client(up, run.batches(rank), run.share(rank)));
        }
    }

    /** Nobody computes before the round's last step, which makes them all. */
    @Override
    public void step(int step, float rate) {
        if (!how.local().isDue(step + 1, 0, run.stepsPerEpoch)) {
            return;
        }
        for (int present : how.clients().present(clients.size(), round, draws)) {
            learn(clients.get(present), step + 1);
        }
        if (collect()) {
            for (int i = 0; i < agreed.length; i++) {
                agreed[i] -= how.local().outer().step(mean[i], memory, i);
            }
            down.publish(agreed);
        }
        begun = step + 1;
        round++;
    }

    /** All steps of a client in a round. */
    private void learn(Client client, int end) {
        client.received += down.bits(client.seen);
        client.seen = down.total();
        scratch.startFrom(down.model());
        for (int step = begun; step < end; step++) {
            gradients.compute(scratch.parameters, client.batches.of(client.steps++), scratch.gradient);
            scratch.optimize(step - begun, run.rate(step));
        }
        for (int i = 0; i < agreed.length; i++) {
            scratch.gradient[i] = down.model()[i] - scratch.parameters[i];
        }
        try {
            client.onTheWay.add(new Late(round, client.up.send(scratch.gradient)));
        } catch (IllegalArgumentException e) { // the client's model may overflow
            throw new DivergedException(e);
        }
    }

    /** Puts the mean of what arrives in its place, and tells whether anything does. */
    private boolean collect() {
        Arrays.fill(mean, 0f);
        List<Client> arriving = new ArrayList<>();
        double shares = 0;
        for (int rank = 0; rank < clients.size(); rank++) {
            Client client = clients.get(rank);
            if (!client.onTheWay.isEmpty() && !how.clients().isLate(rank, round, draws)) {
                arriving.add(client);
                shares += (double) client.share
                        * client.onTheWay.stream().filter(this::counts).count();
            }
        }
        for (Client client : arriving) {
            for (Late late : client.onTheWay) {
                if (counts(late)) {
                    double weight = how.clients().weight(round - late.round) * client.share / shares;
                    client.up.take(late.message, mean, (float) weight);
                }
            }
            client.onTheWay.clear();
        }
        if (shares > 0) {
            clients.forEach(client -> client.up.addEstimates(mean, client.share / clients.size()));
        }
        return shares > 0;
    }

    private boolean counts(Late late) {
        return how.clients().weight(round - late.round) > 0;
    }

    @Override
    public float[] model() {
        return agreed;
    }

    @Override
    public double virtualSeconds() {
        return Double.NaN;
    }

    @Override
    public long bitsSent(int rank) {
        return clients.get(rank).up.bitsSent();
    }

    @Override
    public long bitsReceived(int rank) {
        return clients.get(rank).received;
    }

    @Override
    public double residualNorm(int rank) {
        return clients.get(rank).up.residualNorm();
    }

    /** Clients keep no model between their rounds. */
    @Override
    public double distance(int rank) {
        return 0;
    }

    @Override
    public int serverBytes() {
        return (1 + memory.length) * Float.BYTES * agreed.length + down.bytes() + 2 * Integer.BYTES;
    }

    @Override
    public void saveServer(ByteBuffer out) {
        WorkerModel.put(agreed, out);
        for (float[] each : memory) {
            WorkerModel.put(each, out);
        }
        down.save(out);
        out.putInt(round).putInt(begun);
    }

    @Override
    public void restoreServer(ByteBuffer in) {
        WorkerModel.get(agreed, in);
        for (float[] each : memory) {
            WorkerModel.get(each, in);
        }
        down.restore(in);
        round = in.getInt();
        begun = in.getInt();
        if (round < 0 || begun < 0) {
            throw new DamagedCheckpointException("round " + round + " begins after " + begun + " steps");
        }
    }

    @Override
    public int workerBytes(int rank) {
        Client client = clients.get(rank);
        return client.up.bytes()
                + 2 * Integer.BYTES
                + Long.BYTES
                + client.onTheWay.stream()
                        .mapToInt(late -> 2 * Integer.BYTES + late.message.length)
                        .sum();
    }

    @Override
    public void saveWorker(int rank, ByteBuffer out) {
        Client client = clients.get(rank);
        client.up.save(out);
        out.putInt(client.steps).putLong(client.seen).putInt(client.onTheWay.size());
        client.onTheWay.forEach(
                late -> out.putInt(late.round).putInt(late.message.length).put(late.message));
    }

    @Override
    public void restoreWorker(int rank, ByteBuffer in, long bitsSent, long bitsReceived) {
        Client client = clients.get(rank);
        client.up.restore(in, bitsSent);
        client.steps = in.getInt();
        client.seen = in.getLong();
        client.received = bitsReceived;
        if (client.steps < 0) {
            throw new DamagedCheckpointException("client " + rank + " has made " + client.steps + " steps");
        }
        for (int left = in.getInt(); left > 0; left--) {
            int sentIn = in.getInt();
            int length = in.getInt();
            if (sentIn < 0 || sentIn > round || length < 0 || length > in.remaining()) {
                throw new DamagedCheckpointException("a message of round " + sentIn + " has " + length + " bytes where "
                        + in.remaining() + " are left");
            }
            byte[] message = new byte[length];
            in.get(message);
            client.up.check(message);
            client.onTheWay.add(new Late(sentIn, message));
        }
    }
}
