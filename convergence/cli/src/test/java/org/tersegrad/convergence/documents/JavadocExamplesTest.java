package org.tersegrad.convergence.documents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every example in a comment of the sources compiles. Three dots in a loop's head stand for any loop. */
class JavadocExamplesTest {
    private static final Pattern EXAMPLE = Pattern.compile("<pre>\\{@code\\n(.*?)\\}</pre>", Pattern.DOTALL);

    /** The names that examples take for granted, since their meaning is obvious. */
    private static final String NAMES = """
            Seed seed = Seed.of(1);
            Shape shape = Shape.vector(1);
            FloatSlice gradient = FloatSlice.of(1);
            FloatSlice parameters = FloatSlice.of(1);
            List<FloatSlice> gradients = List.of();
            List<Payload> fromAllWorkers = List.of();
            List<NamedTensor> tensors = List.of();
            Collective group, other;
            List<InetSocketAddress> addresses;
            org.tersegrad.convergence.training.Progress progress;
            Policy policy;
            Problem problem;
            Reducer reducer;
            Reduction reduction;
            int rank;
            float[] embedded;
            int[] lookups;
            Compressor compressor;
            Encoder encoder;
            Payload payload;
            Payload up;
            Payload down;
            Frame frame;
            ByteBuffer buffer;
            IndexSetReader reader;
            byte[] bytes;
            int[] indices, lengths;
            int worker, tensor, workers, offset, length, count, universe;
            long bits;
            float rate, weight;
            ModelReduction reductions;
            List<FloatSlice> model;

            List<FloatSlice> earlierModel, earlier;
            Membership membership;
            ElasticOptions options;
            FloatSlice weights;
            ClientServer server;
            List<Uplink> uplinks;

            List<FloatSlice> backward(FloatSlice at, long step, int worker, int of) {
                return List.of();
            }

            void update(FloatSlice its, List<FloatSlice> along) {}

            void train(TcpOptions with) {}

            void trainLocally(List<FloatSlice> its) {}

            void trainClient(int client, float[] its) {}

            void computeGradients(List<FloatSlice> at, List<FloatSlice> its) {}

            void descend(List<FloatSlice> its, List<FloatSlice> along, float by) {}
            """;

    record Example(Path file, int number, String code) {
        @Override
        public String toString() {
            return file.getFileName() + ", example " + number;
        }
    }

    static List<Example> examples() throws IOException {
        List<Example> examples = new ArrayList<>();
        for (Path module : Documents.modules()) {
            try (Stream<Path> files = Files.walk(module.resolve("src/main/java"))) {
                for (Path file :
                        files.filter(JavadocExamplesTest::isForUsers).sorted().toList()) {
                    Matcher example = EXAMPLE.matcher(Files.readString(file));
                    for (int i = 1; example.find(); i++) {
                        examples.add(new Example(file, i, example.group(1).replaceAll("(?m)^ *\\* ?", "")));
                    }
                }
            }
        }
        return examples;
    }

    private static boolean isForUsers(Path file) {
        return file.toString().endsWith(".java") && !file.toString().contains("internal");
    }

    @ParameterizedTest
    @MethodSource("examples")
    void compiles(Example example, @TempDir Path folder) throws IOException {
        Sources.compile(
                Map.of(
                        "Example.java",
                        Sources.IMPORTS
                                + """
                class Example {
                %s
                    void example() throws Exception {
                %s
                    }
                }
                """.formatted(
                                        NAMES,
                                        example.code().replace("for (...)", "for (int any = 0; any < 9; any++)"))),
                folder);
    }
}
