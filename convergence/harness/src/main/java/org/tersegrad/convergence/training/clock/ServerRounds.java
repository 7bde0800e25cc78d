package org.tersegrad.convergence.training.clock;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.tersegrad.compressors.Seed;

/**
 * The clock of a server that waits for workers in rounds. Two links are its own: one for models to the workers, one for what they send.
 *
 * <pre>
 *   the model goes to all workers of the round at once;  they compute;  messages arrive one after the other
 *   the round is over when all have arrived that it waits for, or at its deadline
 * </pre>
 */
public final class ServerRounds extends RunClock {
    /** The deadline of rounds that wait however long it takes. */
    public static final double NO_DEADLINE = Double.POSITIVE_INFINITY;

    private static final int NOW = 0;
    private static final int DOWN = 1;
    private static final int UP = 2;

    /**
     * A worker's part in a round.
     *
     * @param computing seconds, coding aside
     * @param down bits of the model that it lacks; 0 for no message
     * @param up bits of its message; 0 for no message
     * @param awaited whether the round waits for its message
     */
    public record Part(int rank, double computing, long down, long up, boolean awaited) {}

    /** A clock at 0. */
    public ServerRounds(Durations durations, int workers, Seed seed) {
        super(durations, workers, seed, 3);
    }

    /**
     * Goes on by a round.
     *
     * @param deadline seconds after which it ends in any case
     * @return the parts whose messages arrived in it, or that have none and were computed, in the order of their arrival
     */
    public List<Part> round(List<Part> parts, double deadline) {
        double begin = get(NOW);
        double all = parts.stream().mapToDouble(Part::down).sum();
        double delivered = deliver(DOWN, begin, all);
        List<Ready> ready = new ArrayList<>();
        for (Part part : parts) {
            double coding = part.up > 0 ? durations.coding() : 0;
            ready.add(new Ready(part, (part.down > 0 ? delivered : begin) + part.computing + coding));
        }
        ready.sort(Comparator.comparingDouble(Ready::at).thenComparingInt(each -> each.part().rank));
        List<Part> inTime = new ArrayList<>();
        double end = begin;
        for (Ready each : ready) {
            double arrival = deliver(UP, each.at, (double) each.part.up);
            if (arrival <= begin + deadline) {
                inTime.add(each.part);
            }
            end = each.part.awaited ? Math.max(end, arrival) : end;
        }
        set(NOW, Math.min(end, begin + deadline));
        return inTime;
    }

    private record Ready(Part part, double at) {}

    @Override
    public double now() {
        return get(NOW);
    }
}
