package org.tersegrad.convergence.training.sync;

import java.util.Arrays;
import java.util.Locale;
import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.internal.Numbers;
import org.tersegrad.convergence.internal.Shuffle;
import org.tersegrad.convergence.internal.Uniform;

/**
 * Which workers take part in a round, and whose difference comes late: clients of a server that come and go.
 *
 * @param participation the share of clients that is drawn for a round, above 0 to 1; at least one is
 * @param gone how likely a drawn client is not there: it computes and sends nothing
 * @param late how likely a difference that is on its way comes a round later, in each round anew
 * @param stale what becomes of a difference that comes late
 */
public record Clients(double participation, double gone, double late, Stale stale) {
    /** Everybody, always, in time. */
    public static final Clients ALL = new Clients(1, 0, 0, Stale.DAMPED);

    /** What becomes of a difference from the model of t rounds ago. */
    public enum Stale {
        /** It counts 1 / sqrt(1 + t) (C. Xie and others, "Asynchronous Federated Optimization", 2019). */
        DAMPED,
        /** It does not count. */
        DROP
    }

    public Clients {
        if (!(participation > 0 && participation <= 1)) {
            throw new IllegalArgumentException("participation is above 0 and at most 1, this is " + participation);
        }
        requireProbability("gone", gone);
        requireProbability("late", late);
    }

    private static void requireProbability(String what, double value) {
        if (!(value >= 0 && value < 1)) {
            throw new IllegalArgumentException(what + " is at least 0 and below 1, this is " + value);
        }
    }

    static Clients parse(RecipeArguments a) {
        return new Clients(
                a.asDouble("participation", 1),
                a.asDouble("gone", 0),
                a.asDouble("late", 0),
                a.asChoice("stale", Stale.DAMPED));
    }

    /** How many of so many clients are drawn for a round. */
    public int drawn(int clients) {
        return (int) Math.max(1, Math.round(participation * clients));
    }

    /**
     * Those who are drawn for a round and are there, ascending; perhaps none.
     *
     * @param seed of all rounds
     */
    public int[] present(int clients, int round, Seed seed) {
        Seed draws = seed.fork(round);
        return Arrays.stream(Shuffle.of(clients, draws), 0, drawn(clients))
                .filter(client -> Uniform.draw(draws.fork(0), client) >= gone)
                .sorted()
                .toArray();
    }

    /** Whether what a client has on its way is not there in time for a round. */
    public boolean isLate(int client, int round, Seed seed) {
        return Uniform.draw(seed.fork(round).fork(1), client) < late;
    }

    /** By what a difference counts that is so many rounds late. */
    public double weight(int rounds) {
        return rounds > 0 && stale == Stale.DROP ? 0 : 1 / Math.sqrt(1.0 + rounds);
    }

    /** As arguments behind others; empty for {@link #ALL}. */
    @Override
    public String toString() {
        return (participation == 1 ? "" : ",participation=" + Numbers.plain(participation))
                + (gone == 0 ? "" : ",gone=" + Numbers.plain(gone))
                + (late == 0 ? "" : ",late=" + Numbers.plain(late))
                + (stale == Stale.DAMPED ? "" : ",stale=" + stale.name().toLowerCase(Locale.ROOT));
    }
}
