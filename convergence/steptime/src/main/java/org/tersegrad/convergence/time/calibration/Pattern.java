package org.tersegrad.convergence.time.calibration;

import java.util.Arrays;
import java.util.Optional;
import org.tersegrad.convergence.time.Call;

/**
 * A collective as it is fitted: a call of n workers takes
 *
 * <pre>
 *   call + rounds(n) alpha + share(n) bytes beta
 * </pre>
 *
 * <p>with the rounds and bytes of a ring. Bytes are those of a {@link Call}: of the whole vector in sums and broadcasts, else of one worker.
 */
public enum Pattern {
    /** A sum for all workers. */
    ALL_REDUCE("all-reduce", Call.Kind.ALL_REDUCE),
    /** A sum of which each worker gets a part. */
    REDUCE_SCATTER("reduce-scatter", Call.Kind.REDUCE_SCATTER),
    /** The messages of all workers for all. */
    ALL_GATHER("all-gather", Call.Kind.ALL_GATHER),
    /** A message from each worker to each other one. */
    ALL_TO_ALL("all-to-all", Call.Kind.ALL_TO_ALL),
    /** One worker's vector for all. */
    BROADCAST("broadcast", Call.Kind.BROADCAST),
    /** A message from one worker to another. */
    SEND("send", Call.Kind.DIRECT),
    /** A sum by parameter servers, of which there are as many as nodes: the size of the group does not enter. */
    SERVERS("servers", Call.Kind.ALL_REDUCE);

    private final String text;
    private final Call.Kind kind;

    Pattern(String text, Call.Kind kind) {
        this.text = text;
        this.kind = kind;
    }

    /** The calls that it is about. */
    public Call.Kind kind() {
        return kind;
    }

    /** Messages one after the other in a group of {@code workers} workers. */
    public int rounds(int workers) {
        return switch (this) {
            case ALL_REDUCE -> 2 * (workers - 1);
            case REDUCE_SCATTER, ALL_GATHER, ALL_TO_ALL, BROADCAST -> workers - 1;
            case SEND -> 1;
            case SERVERS -> 0;
        };
    }

    /** The bytes that a worker sends, as a share of those of the call. */
    public double share(int workers) {
        return switch (this) {
            case ALL_REDUCE -> 2 * (workers - 1.0) / workers;
            case REDUCE_SCATTER, ALL_TO_ALL -> (workers - 1.0) / workers;
            case ALL_GATHER -> workers - 1;
            case BROADCAST, SEND, SERVERS -> 1;
        };
    }

    /** The pattern of calls of one kind, for which there are constants or not. */
    static Pattern of(Call.Kind kind) {
        return Arrays.stream(values())
                .filter(each -> each.kind == kind)
                .findFirst()
                .orElseThrow();
    }

    /**
     * The pattern that a text names: {@code all-reduce}, {@code AllReduce} or {@code all_reduce}.
     *
     * @return empty if it is none
     */
    public static Optional<Pattern> named(String text) {
        String letters = text.replaceAll("[^A-Za-z]", "");
        return Arrays.stream(values())
                .filter(each -> each.text.replace("-", "").equalsIgnoreCase(letters)
                        || each == BROADCAST && letters.equalsIgnoreCase("bcast"))
                .findFirst();
    }

    /**
     * The same for a text that has to be one.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static Pattern parse(String text) {
        return named(text)
                .orElseThrow(() -> new IllegalArgumentException("collective " + text + " is none of "
                        + String.join(
                                ", ",
                                Arrays.stream(values()).map(Pattern::toString).toList())));
    }

    @Override
    public String toString() {
        return text;
    }
}
