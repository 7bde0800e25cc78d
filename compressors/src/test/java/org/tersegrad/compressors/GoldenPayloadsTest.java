package org.tersegrad.compressors;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.tersegrad.compressors.samples.Messages;
import org.tersegrad.compressors.samples.Tensor;
import org.tersegrad.compressors.wrappers.Chunked;

/**
 * The bytes of version 1, which never change: {@code golden/v1/<format>-<case>.bin} is the payload of the second step with
 * seed 42, {@code .txt} beside it the recipe, the gradient and the decoded elements, in hexadecimal.
 *
 * <p>A name that ends with a version has what that version wrote and later ones write otherwise; it is only read. So are formats
 * that no recipe writes any more.
 *
 * <p>A recipe "as worker 3 of 8" has the seed of that worker.
 *
 * <p>A format without a file fails the test. {@code -Dgolden.write} writes one; look at it, and commit it on purpose.
 */
class GoldenPayloadsTest {
    private static final Path FOLDER = Path.of("src/test/resources/golden/v1");
    private static final Shape SHAPE = new Shape(12, 50);
    /** Formats that were written once. */
    private static final Set<Integer> ONLY_READ = Set.of(14);

    private static final Pattern VERSION = Pattern.compile("-\\d+\\.\\d+\\.txt$");
    private static final Pattern WORKER = Pattern.compile("(.*) as worker (\\d+) of (\\d+)");

    private static final String OF_SHAPE = " of 12 x 50";

    @TestFactory
    Stream<DynamicTest> theBytesNeverChange() throws IOException {
        List<Path> texts;
        try (Stream<Path> files = Files.list(FOLDER)) {
            texts = files.filter(file -> file.toString().endsWith(".txt"))
                    .sorted()
                    .toList();
        }
        assertThat(texts).hasSizeGreaterThan(38);
        return texts.stream()
                .map(text -> DynamicTest.dynamicTest(text.getFileName().toString(), () -> check(text)));
    }

    @TestFactory
    Stream<DynamicTest> everyFormatHasAFile() {
        return Recipe.entries().stream()
                .flatMap(entry -> entry.samples().formats().stream()
                        .filter(format -> !format.id().isCustom())
                        .map(format -> DynamicTest.dynamicTest(
                                entry.name() + ", " + format.id().name(), () -> requireFile(format, entry))));
    }

    private static void requireFile(BodyFormat format, RecipeEntry<Compressor> entry) throws IOException {
        String name = format.id().name().replace(' ', '-');
        try (Stream<Path> files = Files.list(FOLDER)) {
            for (Path file : files.filter(each -> each.getFileName().toString().startsWith(name + "-")
                            && each.toString().endsWith(".bin"))
                    .toList()) {
                if ((Files.readAllBytes(file)[3] & 0x7f) == format.id().number()) {
                    return;
                }
            }
        }
        assertThat(System.getProperty("golden.write"))
                .as("%s has no golden file; -Dgolden.write writes one", name)
                .isNotNull();
        for (String recipe : entry.samples().recipes()) {
            byte[] bytes = encode(compressor(recipe), gaussian());
            if ((bytes[3] & 0x7f) == format.id().number()) {
                write(Recipe.parse(recipe), bytes, FOLDER.resolve(name + "-" + entry.name()));
                return;
            }
        }
        throw new AssertionError("no recipe of " + entry.name() + " writes the format " + name);
    }

    /** The compressor of a file: a recipe, or one that marks its payloads as increments, which no recipe of this module does. */
    private static Compressor compressor(String recipe) {
        String increments = " as increments";
        Matcher worker = WORKER.matcher(recipe);
        if (worker.matches()) {
            int rank = Integer.parseInt(worker.group(2));
            return new OfWorker(Recipe.parse(worker.group(1)), rank, Integer.parseInt(worker.group(3)));
        }
        int at = recipe.indexOf(increments);
        if (at < 0) {
            return Recipe.parse(recipe);
        }
        Compressor inner = new Increments(Recipe.parse(recipe.substring(0, at)));
        String chunked = recipe.substring(at + increments.length());
        return chunked.isEmpty() ? inner : new Chunked(inner, Integer.parseInt(chunked.replaceAll("\\D", "")));
    }

    /** The compressor as one worker of a group has it. */
    private record OfWorker(Compressor inner, int rank, int size) implements Compressor {
        @Override
        public Encoder encoder(Shape shape, Seed seed) {
            return inner.encoder(shape, seed.ofWorker(rank, size));
        }

        @Override
        public int maxBytes(Shape shape) {
            return inner.maxBytes(shape);
        }

        @Override
        public Traits traits(Shape shape) {
            return inner.traits(shape);
        }

        @Override
        public String toString() {
            return inner + " as worker " + rank + " of " + size;
        }
    }

    private static void check(Path text) throws IOException {
        List<String> lines = Files.readAllLines(text);
        Compressor compressor =
                compressor(lines.get(0).substring(0, lines.get(0).length() - OF_SHAPE.length()));
        assertThat(lines.get(0)).isEqualTo(compressor + OF_SHAPE);
        float[] gradient = new float[SHAPE.size()];
        float[] decoded = new float[SHAPE.size()];
        for (int i = 0; i < SHAPE.size(); i++) {
            String[] words = lines.get(i + 1).split(" ", -1);
            gradient[i] = Float.intBitsToFloat(Integer.parseUnsignedInt(words[0], 16));
            decoded[i] = Float.intBitsToFloat(Integer.parseUnsignedInt(words[1], 16));
        }
        byte[] expected = Files.readAllBytes(Path.of(text.toString().replaceFirst("txt$", "bin")));
        boolean old = VERSION.matcher(text.toString()).find();
        if (!old && !ONLY_READ.contains(expected[3] & 0x7f)) {
            assertThat(encode(compressor, gradient)).isEqualTo(expected);
        }
        assertThat(decode(expected)).isEqualTo(decoded);
    }

    private static byte[] encode(Compressor compressor, float[] gradient) {
        Encoder encoder = compressor.encoder(SHAPE, Seed.of(42));
        Payload payload = Payload.allocate(compressor.maxBytes(SHAPE));
        encoder.encode(FloatSlice.of(gradient), payload);
        encoder.encode(FloatSlice.of(gradient), payload);
        return Messages.bytes(payload);
    }

    private static float[] decode(byte[] message) {
        Payload payload = Payload.allocate(message.length);
        payload.readFrom(ByteBuffer.wrap(message), SHAPE.size());
        return Messages.decoded(payload);
    }

    private static float[] gaussian() {
        return new Tensor(Tensor.Kind.GAUSSIAN, SHAPE.rows(), SHAPE.columns(), 42).values();
    }

    private static void write(Compressor compressor, byte[] message, Path file) throws IOException {
        float[] gradient = gaussian();
        float[] decoded = decode(message);
        List<String> lines = new ArrayList<>();
        lines.add(compressor + OF_SHAPE);
        for (int i = 0; i < gradient.length; i++) {
            lines.add(String.format(
                    "%08x %08x", Float.floatToRawIntBits(gradient[i]), Float.floatToRawIntBits(decoded[i])));
        }
        Files.write(Path.of(file + ".bin"), message);
        Files.write(Path.of(file + ".txt"), lines);
    }
}
