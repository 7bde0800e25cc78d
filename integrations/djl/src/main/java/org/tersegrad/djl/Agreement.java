package org.tersegrad.djl;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.tersegrad.reducers.Collective;

/**
 * Checks that all workers train the same model in the same way, once, before the first exchange whose lengths depend on it: workers
 * with different models would otherwise fail in the middle of a step, or train something useless.
 */
final class Agreement {
    private Agreement() {}

    /**
     * Compares the workers' lines. All of them find the same difference, so all of them fail with the same message.
     *
     * @throws IllegalArgumentException if another worker has other lines; names the first one that differs
     */
    static void require(List<String> lines, Collective group) {
        List<List<String>> all = new ArrayList<>();
        ByteBuffer mine = ByteBuffer.wrap(String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
        group.allGather(
                mine,
                (rank, message) -> all.add(StandardCharsets.UTF_8
                        .decode(message)
                        .toString()
                        .lines()
                        .toList()));
        for (int rank = 1; rank < all.size(); rank++) {
            Optional<String> difference = difference("worker " + rank, all.get(rank), "worker 0", all.get(0));
            if (difference.isPresent()) {
                throw new IllegalArgumentException(
                        difference.get() + "; all workers train the same model in the same way");
            }
        }
    }

    /** The first line in which one differs from another. */
    static Optional<String> difference(String one, List<String> its, String other, List<String> others) {
        return IntStream.range(0, Math.max(its.size(), others.size()))
                .filter(i -> !line(its, i).equals(line(others, i)))
                .mapToObj(i -> one + " has " + line(its, i) + " where " + other + " has " + line(others, i))
                .findFirst();
    }

    private static String line(List<String> lines, int index) {
        return index < lines.size() ? lines.get(index) : "no more parameters";
    }
}
