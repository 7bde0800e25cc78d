package org.tersegrad.reducers.sync;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.internal.Numbers;
import org.tersegrad.reducers.internal.Shuffle;
import org.tersegrad.reducers.internal.Uniform;

/**
 * Participation of clients in the rounds of a server: the share that is drawn, and, for simulations, the probabilities that one is
 * absent or late.
 *
 * @param participation the share of clients that is drawn for a round, above 0 to 1; at least one is
 * @param gone the probability that a drawn client is absent: it computes and sends nothing
 * @param late the probability that a difference arrives a round later, drawn again in each round
 * @param stale the treatment of a difference that arrives late
 * @param deadline seconds on the clock of a simulation after which a round ends, and what arrives later is late; infinity for none
 */
public record Clients(double participation, double gone, double late, Stale stale, double deadline) {
    /** All clients, always, in time. */
    public static final Clients ALL = new Clients(1, 0, 0, Stale.DAMPED);

    /** The treatment of a difference from the model of t rounds ago. */
    public enum Stale {
        /** It counts 1 / sqrt(1 + t) (C. Xie and others, "Asynchronous Federated Optimization", 2019). */
        DAMPED,
        /** Drops it. */
        DROP
    }

    public Clients {
        if (!(participation > 0 && participation <= 1)) {
            throw new IllegalArgumentException("participation is above 0 and at most 1, this is " + participation);
        }
        requireProbability("gone", gone);
        requireProbability("late", late);
        if (!(deadline > 0)) {
            throw new IllegalArgumentException("a deadline is above 0 s, this is " + deadline);
        }
    }

    /** Clients of rounds without a deadline. */
    public Clients(double participation, double gone, double late, Stale stale) {
        this(participation, gone, late, stale, Double.POSITIVE_INFINITY);
    }

    private static void requireProbability(String what, double value) {
        if (!(value >= 0 && value < 1)) {
            throw new IllegalArgumentException(what + " is at least 0 and below 1, this is " + value);
        }
    }

    /** This share of the clients in each round, none absent or late. */
    public static Clients share(double participation) {
        return new Clients(participation, 0, 0, Stale.DAMPED);
    }

    static List<Parameter> parameters() {
        return List.of(
                new Parameter("participation", "the share of clients that takes part in a round; 1 if not given"),
                new Parameter("gone", "how likely one of these is not there; 0 if not given"),
                new Parameter("late", "how likely a difference comes a round later; 0 if not given"),
                new Parameter("stale", "damped or drop: what becomes of a difference that comes late"),
                new Parameter("deadline", "seconds of the clock after which a round ends; none if not given"));
    }

    static Clients parse(RecipeArguments a) {
        return new Clients(
                a.asDouble("participation", 1),
                a.asDouble("gone", 0),
                a.asDouble("late", 0),
                a.asChoice("stale", Stale.DAMPED),
                a.asDouble("deadline", Double.POSITIVE_INFINITY));
    }

    /** The number of clients that are drawn for a round. */
    public int drawn(int clients) {
        return (int) Math.max(1, Math.round(participation * clients));
    }

    /**
     * The clients that are drawn for a round and present, ascending; perhaps none.
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

    /** Whether what a client has sent arrives after the end of a round. */
    public boolean isLate(int client, int round, Seed seed) {
        return Uniform.draw(seed.fork(round).fork(1), client) < late;
    }

    /** The weight of a difference that arrives this many rounds late. */
    public double weight(int rounds) {
        return rounds > 0 && stale == Stale.DROP ? 0 : 1 / Math.sqrt(1.0 + rounds);
    }

    /** Arguments that follow others; empty for {@link #ALL}. */
    @Override
    public String toString() {
        return (participation == 1 ? "" : ",participation=" + Numbers.plain(participation))
                + (gone == 0 ? "" : ",gone=" + Numbers.plain(gone))
                + (late == 0 ? "" : ",late=" + Numbers.plain(late))
                + (stale == Stale.DAMPED ? "" : ",stale=" + stale.name().toLowerCase(Locale.ROOT))
                + (deadline == Double.POSITIVE_INFINITY ? "" : ",deadline=" + Numbers.plain(deadline));
    }
}
