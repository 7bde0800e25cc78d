package org.tersegrad.contrib.group;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.codecs.Simd;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.Hierarchical;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.model.ModelRounds;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.Policy;
import org.tersegrad.reducers.model.RoundAnswers;

/**
 * The bytes that three workers exchange under every recipe and the means that they end with, as one digest for each recipe. The
 * digests are in a file, so that any CPU, JDK and vector width can be held to those of another.
 *
 * <p>The program needs no test framework: {@code scripts/other-cpu} runs it in an emulator.
 */
public final class RecipeBytes {
    private static final String RECORDED = "recipe-bytes.txt";

    /** A block of 4096 elements with a rest, and less than one. */
    private static final List<NamedTensor> TENSORS =
            List.of(new NamedTensor("weights", new Shape(61, 71)), new NamedTensor("bias", Shape.vector(300)));

    private static final int WORKERS = 3;
    private static final int STEPS = 2;

    private RecipeBytes() {}

    /** Compares with the recorded digests; with an argument, prints all lines as they are here. */
    public static void main(String[] args) throws IOException {
        List<String> lines = lines();
        if (args.length > 0) {
            lines.forEach(System.out::println);
            return;
        }
        List<String> others = new ArrayList<>(lines);
        others.removeAll(recorded());
        others.forEach(line -> System.out.println("not as recorded: " + line));
        System.out.println(lines.size() + " recipes on " + System.getProperty("os.arch") + ", JDK "
                + System.getProperty("java.version") + ", " + Simd.describe() + ": "
                + (others.isEmpty() ? "all bytes as recorded" : others.size() + " differ"));
        System.exit(others.isEmpty() ? 0 : 1);
    }

    /** The recorded digests among the sources. */
    static Path file() {
        return Path.of("src/test/resources", RecipeBytes.class.getPackageName().replace('.', '/'), RECORDED);
    }

    static List<String> recorded() throws IOException {
        try (InputStream file = RecipeBytes.class.getResourceAsStream(RECORDED)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }

    /** A line for each recipe, digest and name, in the order of names: that of recipes depends on the class path. */
    static List<String> lines() {
        // A hierarchy splits its group, which rounds do not know; its two levels are recipes of their own.
        return AllReducers.withAndWithoutErrorFeedback().stream()
                .filter(each -> !(each instanceof Hierarchical))
                .sorted(Comparator.comparing(Reducer::toString))
                .map(each -> digest(each) + "  " + each)
                .toList();
    }

    private static String digest(Reducer reducer) {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
        List<ModelRounds> workers = IntStream.range(0, WORKERS)
                .mapToObj(rank -> new ModelRounds(Policy.of(reducer), TENSORS, Seed.of(5), rank, WORKERS))
                .toList();
        for (int step = 0; step < STEPS; step++) {
            List<List<FloatSlice>> gradients = new ArrayList<>();
            List<byte[]> messages = new ArrayList<>();
            for (int rank = 0; rank < WORKERS; rank++) {
                gradients.add(gradients(step, rank));
                messages.add(workers.get(rank).begin(gradients.get(rank)));
            }
            while (!messages.isEmpty()) {
                messages.forEach(digest::update);
                messages = round(workers, messages);
            }
            gradients.get(0).forEach(mean -> digest.update(bytes(mean.array())));
        }
        return HexFormat.of().formatHex(digest.digest(), 0, 12);
    }

    private static List<FloatSlice> gradients(int step, int rank) {
        return IntStream.range(0, TENSORS.size())
                .mapToObj(i -> FloatSlice.of(
                        CounterRandom.gaussians(TENSORS.get(i).shape().size(), 1000L * step + 10L * rank + i)))
                .toList();
    }

    /** One round through a switch: the next messages of all workers, or of none. */
    static List<byte[]> round(List<ModelRounds> workers, List<byte[]> messages) {
        RoundAnswers answers = RoundAnswers.of(messages);
        List<byte[]> next = new ArrayList<>();
        for (int rank = 0; rank < workers.size(); rank++) {
            Optional<byte[]> message =
                    workers.get(rank).take(answers.forAll(), answers.forEach().get(rank));
            message.ifPresent(next::add);
        }
        return next;
    }

    private static byte[] bytes(float[] values) {
        ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * values.length);
        bytes.asFloatBuffer().put(values);
        return bytes.array();
    }
}
