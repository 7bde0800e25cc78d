package org.tersegrad.compressors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.codecs.IndexSetWriter;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.samples.Messages;
import org.tersegrad.compressors.samples.Recipes;
import org.tersegrad.compressors.samples.Tensor;

/**
 * The reader and writer in {@code python/} agree with this library, bit for bit, in both directions: one process of Python reads
 * what Java wrote, whole and damaged, and writes what Java reads. {@code python/tests/java_exchange.py} is the other side and
 * describes the two files. Without Python and NumPy the test is skipped.
 */
@Tag("any-jdk")
@Tag("slow")
class PythonTest {
    private static final int DAMAGED_EACH = 6;
    private static final int WHOLE = 1;
    /** The value of a target before a payload is added, and the weight: chosen so that every product and every sum is rounded. */
    private static final float START = 0.1f;

    private static final float WEIGHT = -1f / 3;
    private static final int WRITTEN_BY_AN_ENCODER = 2;
    private static final int CUT_ROTATION = 14;

    @Test
    void javaAndPythonReadEachOther(@TempDir Path folder) throws IOException, InterruptedException {
        assumeTrue(Python.isHere(), Python.NOT_HERE);
        try (DataOutputStream out =
                new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(folder.resolve("java.bin"))))) {
            writeMessages(out);
        }
        Path said = folder.resolve("said.txt");
        int status = Python.run(
                said, "-m", "tests.java_exchange", folder.toAbsolutePath().toString());
        assertThat(status).as(Files.readString(said)).isZero();
        readMessages(folder.resolve("python.bin"));
    }

    private static List<Tensor> tensors() {
        Stream<Tensor> kinds = Arrays.stream(Tensor.Kind.values()).map(kind -> new Tensor(kind, 3, 200, 7));
        Stream<Tensor> sizes = Stream.of(0, 1, 3, 511, 513, 5121, 41_000)
                .map(size -> new Tensor(Tensor.Kind.HEAVY_TAILED, 1, size, size));
        return Stream.concat(kinds, sizes).toList();
    }

    private static void writeMessages(DataOutputStream out) throws IOException {
        // Named bodies are not decoded in Python. Rotations of cut tensors are no longer written; both sides read their
        // golden files.
        Set<Integer> schemes = new TreeSet<>(List.of(NamedFormat.NUMBER, CUT_ROTATION));
        for (Compressor subject : Recipes.all()) {
            for (Tensor tensor : tensors()) {
                Encoder encoder = subject.encoder(tensor.shape(), Seed.of(tensor.seed()));
                Payload payload = Payload.allocate(subject.maxBytes(tensor.shape()));
                encoder.encode(tensor.slice(5), payload);
                byte[] message = Messages.bytes(payload);
                schemes.add(scheme(message));
                writeOutcome(subject + " of " + tensor, message, tensor.size(), WRITTEN_BY_AN_ENCODER, out);
                if (tensor.size() < 1000) {
                    writeDamaged(subject + " of " + tensor, message, tensor.size(), out);
                }
            }
        }
        assertThat(schemes).isEqualTo(allSchemes());
    }

    private static int scheme(byte[] message) {
        return message[3] & 0x7f;
    }

    /** So that a new body is not forgotten, on either side. */
    private static Set<Integer> allSchemes() {
        return Recipe.formats().stream().map(format -> format.id().number()).collect(Collectors.toSet());
    }

    private static void writeDamaged(String name, byte[] message, int elements, DataOutputStream out)
            throws IOException {
        long seed = name.hashCode();
        for (int i = 0; i < DAMAGED_EACH; i++) {
            byte[] damaged = damage(message, CounterRandom.fork(seed, i));
            // A reader in Python knows no named bodies.
            if (damaged.length < 4 || scheme(damaged) != NamedFormat.NUMBER) {
                writeOutcome(name + ", damaged", damaged, elements, WHOLE, out);
            }
        }
    }

    /** A copy with one to three wrong bytes, or cut off; with a right length and checksum in most cases. */
    private static byte[] damage(byte[] message, long seed) {
        int kind = Integer.remainderUnsigned(CounterRandom.word(seed, 0), 8);
        int length = kind == 0 ? below(message.length, seed, 1) : kind == 1 ? message.length + 3 : message.length;
        byte[] bytes = Arrays.copyOf(message, length);
        for (int i = 0; i < 1 + below(3, seed, 2) && length > 0; i++) {
            // Most of what can be wrong is said by the first bytes of a body.
            int bound = below(2, seed, 10 + i) == 0 ? length : Math.min(length, 40);
            int at = below(bound, seed, 20 + i);
            bytes[at] = (byte)
                    (below(2, seed, 30 + i) == 0 ? bytes[at] ^ 1 << below(8, seed, 40 + i) : below(256, seed, 50 + i));
        }
        return length >= Payload.HEADER_BYTES && (kind == 1 || below(8, seed, 3) > 0) ? Wire.mend(bytes) : bytes;
    }

    private static int below(int bound, long seed, int position) {
        return Integer.remainderUnsigned(CounterRandom.word(seed, position), bound);
    }

    private static void writeOutcome(String name, byte[] message, int elements, int accepted, DataOutputStream out)
            throws IOException {
        Payload payload = Payload.allocate(Math.max(Payload.HEADER_BYTES, message.length));
        try {
            payload.readFrom(ByteBuffer.wrap(message), elements);
        } catch (MalformedInputException e) {
            if (!e.reason().startsWith("the body format")) {
                writeHead(name, elements, message, out);
                out.writeByte(0);
                out.writeLong(e.offset());
                out.writeUTF(e.reason());
            }
            return;
        }
        writeHead(name, elements, message, out);
        out.writeByte(accepted);
        out.writeLong(payload.bits());
        for (float value : Messages.decoded(payload)) {
            out.writeFloat(value);
        }
        float[] sums = new float[elements];
        Arrays.fill(sums, START);
        payload.addDecodedTo(FloatSlice.of(sums), WEIGHT);
        for (float value : sums) {
            out.writeFloat(value);
        }
    }

    private static void writeHead(String name, int elements, byte[] message, DataOutputStream out) throws IOException {
        out.writeUTF(name);
        out.writeInt(elements);
        out.writeInt(message.length);
        out.write(message);
    }

    private static void readMessages(Path file) throws IOException {
        int found = 0;
        Set<Integer> schemes = new TreeSet<>();
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            for (; in.available() > 0; found++) {
                String name = in.readUTF();
                int elements = in.readInt();
                byte[] message = in.readNBytes(in.readInt());
                schemes.add(scheme(message));
                Payload payload = Payload.allocate(message.length);
                payload.readFrom(ByteBuffer.wrap(message), elements);
                float[] expected = new float[elements];
                ByteBuffer.wrap(in.readNBytes(Float.BYTES * elements))
                        .asFloatBuffer()
                        .get(expected);
                assertThat(payload.decompress()).as(name).isEqualTo(expected);
                requireSameIndices(payload, message, name);
            }
        }
        assertThat(found).isGreaterThan(400);
        assertThat(schemes).isEqualTo(allSchemes());
    }

    /** The index set of a sparse payload must be what a writer here makes of the same indices. */
    private static void requireSameIndices(Payload payload, byte[] message, String name) {
        int at = Payload.HEADER_BYTES + 5;
        if (name.equals("an index set")) {
            int[] indices = payload.entries().orElseThrow().indices();
            byte[] set = new byte[IndexSetWriter.maxBytes(indices.length, payload.length())];
            int length = new IndexSetWriter(256).write(indices, 0, indices.length, payload.length(), set, 0);
            assertThat(message).hasSize(at + length + 2 * indices.length);
            assertThat(Arrays.copyOfRange(message, at, at + length)).isEqualTo(Arrays.copyOf(set, length));
        }
    }
}
