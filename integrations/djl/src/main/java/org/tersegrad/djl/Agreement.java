package org.tersegrad.djl;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.tersegrad.reducers.Collective;

/**
 * Do all workers train the same model in the same way? Asked once, before the first exchange whose lengths depend on it: workers
 * with different models would otherwise fail in the middle of a step, or train something that nobody wanted.
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
            requireSame(all.get(0), all.get(rank), rank);
        }
    }

    private static void requireSame(List<String> first, List<String> other, int rank) {
        for (int i = 0; i < Math.max(first.size(), other.size()); i++) {
            String expected = line(first, i);
            String found = line(other, i);
            if (!expected.equals(found)) {
                throw new IllegalArgumentException("worker " + rank + " has " + found + " where worker 0 has "
                        + expected + "; all workers train the same model in the same way");
            }
        }
    }

    private static String line(List<String> lines, int index) {
        return index < lines.size() ? lines.get(index) : "no more parameters";
    }
}
