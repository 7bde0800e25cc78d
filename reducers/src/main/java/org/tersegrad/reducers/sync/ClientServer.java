package org.tersegrad.reducers.sync;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.SavedState;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;

/**
 * The server of clients that join and leave, as {@link ClientSteps} says. Vectors are those of {@link ServerLinks}; a client sends its
 * differences with an {@link Uplink} of the same links, which keeps its residual between rounds.
 *
 * <pre>{@code
 * ClientSteps how = new ClientSteps(LocalSteps.of(OuterStep.Kind.FEDAVG, 5), Clients.share(0.3));
 * ServerLinks links = new ServerLinks(Policy.parse("server(up=qsgd(8bit),down=int8)"), tensors, how);
 * float[] weights = {100, 80, 120};                               // how many examples each client has
 * ClientServer server = how.server(links, new float[10], weights, Seed.of(1), Seed.of(2));
 * Uplink uplink = links.uplink(seed, worker);                     // one on each client, with its residual
 * for (...) {                                                     // a round
 *     for (int client : server.present()) {
 *         float[] local = server.model().clone();                 // what the client gets
 *         trainClient(client, local);
 *         byte[] message = uplinks.get(client).sendDifference(server.model(), local);
 *         server.take(client, server.round(), message);           // or in a later round
 *     }
 *     server.endRound();                                          // the outer step
 * }
 * }</pre>
 */
public final class ClientServer extends SavedState {
    private final ClientSteps how;
    private final Seed draws;
    private final float[] shares;
    private final OuterModel outer;
    private final Downlink down;
    private final List<Inbox> inboxes = new ArrayList<>();
    private final List<List<Difference>> arrived = new ArrayList<>();
    private final float[] mean;
    private int round;

    /** A client's difference, and the round of the model that it is from. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Difference(int round, byte[] message) {}

    ClientServer(ClientSteps how, ServerLinks links, float[] start, float[] shares, Seed seed, Seed draws) {
        super(how, Shape.vector(start.length));
        this.how = how;
        this.draws = draws;
        this.shares = shares.clone();
        if (!how.local().outer().kind().byExamples()) {
            Arrays.fill(this.shares, 1f);
        }
        outer = saved(new OuterModel(how.local().outer(), start));
        down = saved(links.downlink(start, seed));
        for (int client = 0; client < shares.length; client++) {
            inboxes.add(saved(links.inbox()));
            arrived.add(new ArrayList<>());
        }
        mean = new float[start.length];
    }

    /** The number of the round, counted from 0. */
    public int round() {
        return round;
    }

    /** The clients that are drawn for the round and present, ascending; perhaps none. */
    public int[] present() {
        return how.clients().present(shares.length, round, draws);
    }

    /** The model that the clients of the round get, as it arrives there; not to be modified. */
    public float[] model() {
        return down.model();
    }

    /** The way of the model to the clients, which knows its bits. */
    public Downlink down() {
        return down;
    }

    /** The server's own model, before it is compressed for the clients; not to be modified. */
    public float[] exactModel() {
        return outer.parameters;
    }

    /**
     * Takes a difference of a client.
     *
     * @param from the round of the model that it is a difference from: this one, or an earlier one if it is late
     * @param message not modified: of {@link Uplink#send}
     * @throws MalformedInputException if the bytes are not such a message
     */
    public void take(int client, int from, byte[] message) {
        if (from < 0 || from > round) {
            throw new IllegalArgumentException("a difference from round " + from + " in round " + round);
        }
        inboxes.get(client).check(message);
        if (how.clients().weight(round - from) > 0) {
            arrived.get(client).add(new Difference(from, message.clone()));
        }
    }

    /**
     * Ends the round with an outer step along the mean of all differences that have arrived.
     *
     * @return whether there were any; if not, the model stays
     */
    public boolean endRound() {
        double all = 0;
        for (int client = 0; client < shares.length; client++) {
            all += (double) shares[client] * arrived.get(client).size();
        }
        if (all > 0) {
            average(all);
            outer.step(mean, 0, mean.length);
            down.publish(outer.parameters);
        }
        arrived.forEach(List::clear);
        round++;
        return all > 0;
    }

    private void average(double all) {
        Arrays.fill(mean, 0f);
        for (int client = 0; client < shares.length; client++) {
            for (Difference each : arrived.get(client)) {
                double weight = how.clients().weight(round - each.round) * shares[client] / all;
                inboxes.get(client).take(each.message, mean, (float) weight);
            }
        }
        for (int client = 0; client < shares.length; client++) {
            inboxes.get(client).addEstimates(mean, shares[client] / shares.length);
        }
    }

    @Override
    protected void requireSavable() {
        if (arrived.stream().anyMatch(each -> !each.isEmpty())) {
            throw new IllegalArgumentException("differences have arrived: end the round before you save");
        }
    }

    @Override
    protected long contentBytes() {
        return Integer.BYTES;
    }

    @Override
    protected void saveContent(ByteBuffer out) {
        out.putInt(round);
    }

    @Override
    protected void restoreContent(ByteBuffer in) {
        round = in.getInt();
        if (round < 0) {
            throw new MalformedInputException(in.position() - Integer.BYTES, "round " + round);
        }
        arrived.forEach(List::clear);
    }
}
