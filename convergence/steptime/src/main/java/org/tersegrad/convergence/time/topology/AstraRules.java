package org.tersegrad.convergence.time.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.convergence.time.topology.AstraNetwork.Dimension;

/**
 * The times of collectives in ASTRA-sim (revision 518bd51) with its congestion-unaware analytical backend, in whole nanoseconds. The rules
 * agree with runs of the simulator. S are the bytes of a chunk, for an all-gather those of one device; P the devices of a dimension, d the
 * time of a message, e the delay of an end point, r that of adding.
 *
 * <pre>
 *                   ring                            direct           halvingDoubling
 *   reduce-scatter  (P-1) d(S/P) + P e + r          d(S/P) + 2e      sum d(S/2^i) + (log P + 1) e
 *   all-gather      (P-1) d(S) + P e                d(S) + 2e        sum d(S 2^i) + (log P + 1) e
 *   all-reduce      2(P-1) d(S/P) + (2P-1) e + r    2 d(S/P) + 3e    twice the first sum + (2 log P + 1) e
 *   all-to-all      n d(S/P) + (n+1) e              d(S/P) + 2e      -               n = P(P-1)/2
 * </pre>
 *
 * <p>With several dimensions sums are made in one after the other, and gathered the same way back ({@code localBWAware}).
 *
 * @param algorithms one for each dimension
 * @param endpointDelay {@code endpoint-delay}, e in ns
 * @param splits {@code preferred-dataset-splits}, the number of chunks
 * @param memory {@code local-mem-bw}, bytes a ns; infinite if adding takes no time
 */
public record AstraRules(AstraNetwork network, List<Rule> algorithms, long endpointDelay, int splits, double memory) {
    /** The algorithm of a dimension. */
    public enum Rule {
        /** Messages between neighbours of a ring. */
        RING,
        /** Messages between all pairs at the same time. */
        DIRECT,
        /** Messages between devices 1, 2, 4, ... apart. */
        HALVING_DOUBLING
    }

    public AstraRules {
        algorithms = List.copyOf(algorithms);
        if (algorithms.size() != network.dimensions().size()) {
            throw new IllegalArgumentException("an algorithm for each of "
                    + network.dimensions().size() + " dimensions, not " + algorithms.size());
        }
        if (endpointDelay < 0 || splits < 1 || !(memory > 0)) {
            throw new IllegalArgumentException("a delay of " + endpointDelay + " ns, " + splits
                    + " chunks and memory of " + memory + " bytes a ns; at least 0, at least 1 and above 0 are needed");
        }
    }

    /** The time of a call of all devices. */
    public long nanoseconds(Call.Kind kind, long bytes) {
        long chunk = bytes / splits;
        long all = bytes;
        if (kind != Call.Kind.ALL_GATHER && network.devices() > chunk) {
            chunk = network.devices(); // so that every device has a byte
            all = chunk * splits;
        }
        long chunks = chunk == 0 ? 1 : (all + chunk - 1) / chunk;
        List<Phase> phases = phases(kind, chunk);
        long sum = phases.stream().mapToLong(Phase::nanoseconds).sum();
        if (chunks == 1 || phases.size() == 1) {
            return chunks * sum;
        }
        long together = together(phases, chunks);
        if (kind == Call.Kind.REDUCE_SCATTER) {
            return together;
        }
        long first = chunks
                * phases.stream()
                        .filter(phase -> phase.dimension() == 0)
                        .mapToLong(Phase::nanoseconds)
                        .sum();
        if (kind != Call.Kind.ALL_REDUCE || together != first) {
            throw new IllegalArgumentException(
                    "no rule is known for " + kind + " in " + chunks
                            + " chunks in several dimensions, unless it is a sum and the first dimension is always busy; take 1 chunk");
        }
        return first;
    }

    /** A part of a chunk's way. */
    private record Phase(int dimension, long nanoseconds) {}

    /** Chunks one after the other through dimensions that work on one at a time, first come, first served. */
    private long together(List<Phase> phases, long chunks) {
        PriorityQueue<long[]> arrivals = new PriorityQueue<>( // time, chunk, phase
                Comparator.<long[]>comparingLong(each -> each[0]).thenComparingLong(each -> each[1]));
        for (long chunk = 0; chunk < chunks; chunk++) {
            arrivals.add(new long[] {0, chunk, 0});
        }
        long[] free = new long[algorithms.size()];
        long end = 0;
        while (!arrivals.isEmpty()) {
            long[] next = arrivals.remove();
            Phase phase = phases.get((int) next[2]);
            end = Math.max(next[0], free[phase.dimension()]) + phase.nanoseconds();
            free[phase.dimension()] = end;
            if (next[2] + 1 < phases.size()) {
                arrivals.add(new long[] {end, next[1], next[2] + 1});
            }
        }
        return Arrays.stream(free).max().orElse(end);
    }

    /** The times of a chunk in one dimension after the other. */
    private List<Phase> phases(Call.Kind kind, long chunk) {
        int last = algorithms.size() - 1;
        List<Phase> phases = new ArrayList<>();
        long bytes = chunk;
        switch (kind) {
            case REDUCE_SCATTER, ALL_REDUCE -> {
                boolean sumOnly = kind == Call.Kind.REDUCE_SCATTER;
                for (int i = 0; i <= last; i++) {
                    boolean both = i == last && !sumOnly;
                    phases.add(phase(both ? Call.Kind.ALL_REDUCE : Call.Kind.REDUCE_SCATTER, i, bytes));
                    bytes /= both ? 1 : devices(i);
                }
                for (int i = last - 1; i >= 0 && !sumOnly; i--) {
                    phases.add(phase(Call.Kind.ALL_GATHER, i, bytes));
                    bytes *= devices(i);
                }
            }
            case ALL_GATHER -> {
                for (int i = last; i >= 0; i--) {
                    phases.add(phase(kind, i, bytes));
                    bytes *= devices(i);
                }
            }
            case ALL_TO_ALL -> {
                for (int i = 0; i <= last; i++) {
                    phases.add(phase(kind, i, bytes));
                }
            }
            case BROADCAST, DIRECT ->
                throw new IllegalArgumentException(
                        "ASTRA-sim has no collective like " + kind + ", which this recipe needs");
        }
        return phases;
    }

    private int devices(int dimension) {
        return network.dimensions().get(dimension).devices();
    }

    private Phase phase(Call.Kind kind, int index, long bytes) {
        Dimension dimension = network.dimensions().get(index);
        long nanoseconds = switch (algorithms.get(index)) {
            case RING -> ring(kind, dimension, bytes);
            case DIRECT -> direct(kind, dimension, bytes);
            case HALVING_DOUBLING -> halving(kind, dimension, bytes);
        };
        return new Phase(index, nanoseconds);
    }

    private long ring(Call.Kind kind, Dimension dimension, long bytes) {
        long others = dimension.devices() - 1L;
        long pairs = dimension.devices() * others / 2;
        long part = bytes / dimension.devices();
        int hops = dimension.hops(1);
        long message = dimension.nanoseconds(hops, part);
        long adding = others * 3 * (long) (part / memory);
        return switch (kind) {
            case REDUCE_SCATTER -> others * message + (others + 1) * endpointDelay + adding;
            case ALL_REDUCE -> 2 * others * message + (2 * others + 1) * endpointDelay + adding;
            case ALL_GATHER -> others * dimension.nanoseconds(hops, bytes) + (others + 1) * endpointDelay;
            default -> pairs * message + (pairs + 1) * endpointDelay;
        };
    }

    private long direct(Call.Kind kind, Dimension dimension, long bytes) {
        int hops = dimension.hops(dimension.devices() / 2);
        long message = dimension.nanoseconds(hops, kind == Call.Kind.ALL_GATHER ? bytes : bytes / dimension.devices());
        return kind == Call.Kind.ALL_REDUCE ? 2 * message + 3 * endpointDelay : message + 2 * endpointDelay;
    }

    private long halving(Call.Kind kind, Dimension dimension, long bytes) {
        int devices = dimension.devices();
        if (Integer.bitCount(devices) != 1 || kind == Call.Kind.ALL_TO_ALL) {
            throw new IllegalArgumentException(
                    "halvingDoubling is for sums and gathers among 2, 4, 8, ... devices, not for " + kind + " among "
                            + devices);
        }
        boolean gather = kind == Call.Kind.ALL_GATHER;
        long message = gather ? bytes : bytes / 2;
        long sum = 0;
        for (int apart = 1; apart < devices; apart *= 2) {
            sum += dimension.nanoseconds(dimension.hops(gather ? devices / 2 / apart : apart), message);
            message = gather ? 2 * message : message / 2;
        }
        int rounds = Integer.numberOfTrailingZeros(devices);
        return kind == Call.Kind.ALL_REDUCE
                ? 2 * sum + (2L * rounds + 1) * endpointDelay
                : sum + (rounds + 1L) * endpointDelay;
    }
}
