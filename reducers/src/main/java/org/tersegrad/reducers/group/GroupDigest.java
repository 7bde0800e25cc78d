package org.tersegrad.reducers.group;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.tersegrad.reducers.Collective;

/**
 * Compares what workers are about to do. Those that train different models, or in different ways, would otherwise fail in the
 * middle of a step, or train something useless without a word.
 */
public final class GroupDigest {
    private static final int DIGEST_BYTES = 32;
    /** More than any model's tensors take. */
    private static final int MAX_TEXT_BYTES = 1 << 26;

    private GroupDigest() {}

    /**
     * Compares the workers' lines: a digest of them first, the lines themselves only if digests differ. All workers call it
     * together, and all fail with the same message; the group goes on.
     *
     * @param lines what this worker is about to do, such as {@code seed 42}; at least one
     * @throws IllegalArgumentException if a worker has other lines; names the first line that differs, and its worker
     */
    public static void require(List<String> lines, Collective group) {
        String text = String.join("\n", lines);
        List<ByteBuffer> digests = gather(TcpMac.digest(text), DIGEST_BYTES, group);
        if (digests.stream().allMatch(digests.get(0)::equals)) {
            return;
        }
        List<List<String>> all = gather(text.getBytes(StandardCharsets.UTF_8), MAX_TEXT_BYTES, group).stream()
                .map(each ->
                        StandardCharsets.UTF_8.decode(each).toString().lines().toList())
                .toList();
        String difference = IntStream.range(1, all.size())
                .mapToObj(rank -> difference("worker " + rank, all.get(rank), "worker 0", all.get(0)))
                .flatMap(Optional::stream)
                .findFirst()
                .orElse("their descriptions differ");
        throw new IllegalArgumentException(difference + "; all workers train the same model in the same way");
    }

    private static List<ByteBuffer> gather(byte[] mine, int most, Collective group) {
        List<ByteBuffer> all = new ArrayList<>();
        Collective.Receiver copying = (rank, message) -> {
            ByteBuffer copy = ByteBuffer.allocate(message.remaining());
            all.add(copy.put(message).flip());
        };
        group.allGather(ByteBuffer.wrap(mine), Collective.Receiver.atMost(rank -> most, copying));
        return all;
    }

    /** The first line in which one list differs from another. */
    public static Optional<String> difference(String one, List<String> its, String other, List<String> others) {
        return IntStream.range(0, Math.max(its.size(), others.size()))
                .filter(i -> !line(its, i).equals(line(others, i)))
                .mapToObj(i -> one + " has " + line(its, i) + " where " + other + " has " + line(others, i))
                .findFirst();
    }

    private static String line(List<String> lines, int index) {
        return index < lines.size() ? lines.get(index) : "no more parameters";
    }
}
