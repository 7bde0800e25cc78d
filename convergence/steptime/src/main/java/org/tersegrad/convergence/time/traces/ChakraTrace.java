package org.tersegrad.convergence.time.traces;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * An execution trace in the format of MLCommons Chakra: behind its length a {@code GlobalMetadata}, then each {@code Node} behind its own.
 *
 * <pre>
 *   Node            1 id, 2 name, 3 type, 7 duration_micros, 10 attr
 *   AttributeProto  1 name; 7 int32, 9 int64, 11 uint32, 13 uint64
 * </pre>
 *
 * <p>All other fields are skipped. The numbers are those of {@code et_def.proto}, https://github.com/mlcommons/chakra.
 */
public final class ChakraTrace {
    private static final int COLLECTIVE = 7;

    /** By the numbers of {@code CollectiveCommType}; others are reductions to one worker and the like. */
    private static final Map<Long, String> NAMES =
            Map.of(0L, "allreduce", 2L, "allgather", 5L, "broadcast", 6L, "alltoall", 7L, "reducescatter");

    private static final double MICROSECOND = 1e-6;

    private final List<Node> nodes;

    /**
     * A node, as far as calls need it.
     *
     * @param id in the graph
     * @param name of the operation
     * @param type 7 is a collective
     * @param microseconds that it took; 0 if that was not recorded
     * @param numbers attributes that are integers, by name
     */
    public record Node(long id, String name, long type, long microseconds, Map<String, Long> numbers) {
        public Node {
            numbers = Map.copyOf(numbers);
        }

        /** The call of a collective that was timed and has a size. */
        Optional<TracedCall> call() {
            long bytes = numbers.getOrDefault("comm_size", 0L);
            String collective = NAMES.get(numbers.getOrDefault("comm_type", -1L));
            return type == COLLECTIVE && collective != null && bytes > 0 && microseconds > 0
                    ? Optional.of(new TracedCall(collective, OptionalInt.empty(), bytes, microseconds * MICROSECOND))
                    : Optional.empty();
        }
    }

    /**
     * Reads a trace.
     *
     * @param name for messages
     * @param bytes not modified
     * @throws IllegalArgumentException if it is none, or damaged; names the byte
     */
    public ChakraTrace(String name, byte[] bytes) {
        try {
            nodes = read(bytes);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + ", read as a Chakra trace, " + e.getMessage(), e);
        }
    }

    /** Whether a file may be such a trace: its name ends in {@code .et}, or it has bytes that no text has. */
    public static boolean isLike(String name, byte[] bytes) {
        if (name.toLowerCase(Locale.ROOT).matches(".*\\.et(\\.gz)?")) {
            return true;
        }
        for (byte each : bytes) {
            if (each >= 0 && each < '\t') {
                return true;
            }
        }
        return false;
    }

    private static List<Node> read(byte[] bytes) {
        WireMessage file = new WireMessage(bytes);
        if (!file.hasMore()) {
            throw new IllegalArgumentException("is empty");
        }
        WireMessage metadata = file.delimited();
        while (metadata.next()) {
            if (metadata.field() <= 2) {
                metadata.message(); // a version and attributes, of which nothing is needed
            }
        }
        List<Node> nodes = new ArrayList<>();
        while (file.hasMore()) {
            nodes.add(node(file.delimited()));
        }
        return nodes;
    }

    private static Node node(WireMessage message) {
        long id = 0;
        String name = "";
        long type = 0;
        long microseconds = 0;
        Map<String, Long> numbers = new HashMap<>();
        while (message.next()) {
            switch (message.field()) {
                case 1 -> id = message.number();
                case 2 -> name = message.text();
                case 3 -> type = message.number();
                case 7 -> microseconds = message.number();
                case 10 -> addNumber(message.message(), numbers);
                default -> {}
            }
        }
        return new Node(id, name, type, microseconds, numbers);
    }

    /** Modified: numbers, if the attribute is one. */
    private static void addNumber(WireMessage attribute, Map<String, Long> numbers) {
        String name = "";
        Optional<Long> value = Optional.empty();
        while (attribute.next()) {
            switch (attribute.field()) {
                case 1 -> name = attribute.text();
                case 7, 9, 11, 13 -> value = Optional.of(attribute.number());
                default -> {}
            }
        }
        if (value.isPresent()) {
            numbers.put(name, value.get());
        }
    }

    /** All nodes, in the order of the file. */
    public List<Node> nodes() {
        return List.copyOf(nodes);
    }

    /** The collectives that have a duration and a size, in the order of the file. The number of their workers is not in it. */
    public List<TracedCall> calls() {
        return nodes.stream().map(Node::call).flatMap(Optional::stream).toList();
    }
}
