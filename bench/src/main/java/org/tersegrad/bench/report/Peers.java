package org.tersegrad.bench.report;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The map of benchmarks that do the same work, by their names: {@code packPeer} and {@code ejmlMultiply} are someone
 * else's {@code pack} and {@code multiply} of the same class, {@code packScalar} is ours without SIMD.
 */
final class Peers {
    private static final List<Peer> KNOWN = List.of(
            new Peer("javaFastPfor", "JavaFastPFOR"),
            new Peer("commons", "Apache Commons"),
            new Peer("roaring", "RoaringBitmap"),
            new Peer("deflate", "java.util.zip"),
            new Peer("scalar", "our scalar kernels"),
            new Peer("ejml", "EJML"),
            new Peer("nd4j", "ND4J"),
            new Peer("zstd", "zstd"),
            new Peer("java", "the JDK"),
            new Peer("lz4", "LZ4"),
            new Peer("peer", "peer"));

    /** The library that is called just {@code peer} in a class. */
    private static final Map<String, String> PEER_OF = Map.of("Packing", "JavaFastPFOR", "PowerSgd", "EJML");

    /** PyTorch has a class of its own, since it is not run by JMH. Benchmarks not listed are compressors. */
    private static final String TORCH = "Torch.";

    private static final Map<String, String> TWIN_OF_TORCH = Map.of(
            "Torch.signWithMemory", "Feedback.withMemory",
            "Torch.powerSgdStep", "PowerSgd.step",
            "Torch.gradient", "Model.gradient");

    private Peers() {}

    private record Peer(String word, String name) {}

    /**
     * @param peer as it is called in the page
     * @param benchmark ours
     */
    record Twin(String peer, String benchmark) {}

    static boolean isPeer(String benchmark) {
        return benchmark.startsWith(TORCH) || find(method(benchmark)).isPresent();
    }

    /** The one of our {@code benchmarks} that a peer's is to be compared with; empty for one of ours. */
    static Optional<Twin> twin(String benchmark, Set<String> benchmarks) {
        if (benchmark.startsWith(TORCH)) {
            return Optional.of(new Twin("PyTorch", TWIN_OF_TORCH.getOrDefault(benchmark, "Compressor.encode")));
        }
        String method = method(benchmark);
        String family = benchmark.substring(0, benchmark.length() - method.length());
        return find(method).flatMap(peer -> {
            String rest = lowerFirst(method.replaceFirst("(?i)" + peer.word(), ""));
            List<String> ours = benchmarks.stream()
                    .filter(other -> other.startsWith(family) && !isPeer(other))
                    .toList();
            // "stepByRows" is another way to do "step"; "random" can only mean the one that there is.
            Optional<String> twin = ours.stream()
                    .filter(other -> rest.startsWith(method(other)))
                    .max(Comparator.comparing(String::length))
                    .or(() -> ours.size() == 1 ? Optional.of(ours.get(0)) : Optional.empty());
            return twin.map(found -> new Twin(label(peer, family, rest, method(found)), found));
        });
    }

    private static String label(Peer peer, String family, String rest, String twin) {
        String name =
                peer.word().equals("peer") ? PEER_OF.getOrDefault(family.replace(".", ""), peer.name()) : peer.name();
        String way = rest.startsWith(twin) ? rest.substring(twin.length()) : rest;
        String words = way.replaceAll("(?=[A-Z])", " ").strip().toLowerCase(Locale.ROOT);
        return words.isEmpty() ? name : name + ", " + words;
    }

    /** At the beginning, or as a word further on. */
    private static Optional<Peer> find(String method) {
        return KNOWN.stream()
                .filter(peer -> method.startsWith(peer.word())
                        || method.contains(peer.word().substring(0, 1).toUpperCase(Locale.ROOT)
                                + peer.word().substring(1)))
                .findFirst();
    }

    private static String method(String benchmark) {
        return benchmark.substring(benchmark.indexOf('.') + 1);
    }

    private static String lowerFirst(String text) {
        return text.isEmpty() ? text : text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1);
    }
}
