package org.tersegrad.convergence.corpus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.data.DataUnavailableException;
import org.tersegrad.reducers.model.NamedTensor;

class CorpusTest {
    private static final List<NamedTensor> TENSORS = List.of(
            new NamedTensor("a \"quoted\" ä", new Shape(3, 5)),
            new NamedTensor("none", new Shape(0, 7)),
            new NamedTensor("bias", Shape.vector(4)));

    private final Path folder;

    CorpusTest(@TempDir Path folder) {
        this.folder = folder;
    }

    private Path write(String name, int step, int worker) throws IOException {
        Path file = folder.resolve(name);
        Corpus.write(
                file,
                new Origin("mlp", "gradient", step, worker, Map.of("seed", "1")),
                TENSORS,
                CounterRandom.gaussians(19, step));
        return file;
    }

    @Test
    void readsWhatIsWritten() throws IOException {
        write("b.safetensors", 0, 1);
        write("a.safetensors", 100, 0);
        write("c.safetensors", 0, 0);
        Corpus.seal(folder);
        List<Corpus.Entry> entries = Corpus.read(folder);
        assertThat(entries)
                .map(Corpus.Entry::toString)
                .startsWith("mlp gradient, step 0, worker 0: a \"quoted\" ä", "mlp gradient, step 0, worker 0: none")
                .endsWith("mlp gradient, step 100, worker 0: bias")
                .hasSize(9);
        assertThat(entries.get(6).values()).isEqualTo(Arrays.copyOf(CounterRandom.gaussians(19, 100), 15));
        assertThat(entries.get(7).shape().size()).isZero();
        assertThat(entries.get(8).shape()).isEqualTo(Shape.vector(4));
        assertThat(entries.get(8).origin().facts()).isEqualTo(Map.of("seed", "1"));
        assertThat(Corpus.read(entries.get(8).file())).hasSize(3);
    }

    @Test
    void dataAreAlignedAndEqualFilesHaveEqualBytes() throws IOException {
        byte[] bytes = Files.readAllBytes(write("a.safetensors", 1, 0));
        assertThat(bytes).isEqualTo(Files.readAllBytes(write("b.safetensors", 1, 0)));
        assertThat(bytes.length % 8).isEqualTo(19 * 4 % 8);
    }

    @Test
    void checksumsNameTheFile() throws IOException {
        Path file = write("a.safetensors", 0, 0);
        Corpus.seal(folder);
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 3] ^= 1;
        Files.write(file, bytes);
        assertThatThrownBy(() -> Corpus.read(folder)).hasMessageContaining("a.safetensors is damaged or missing");
        Files.delete(file);
        write("b.safetensors", 0, 0);
        assertThatThrownBy(() -> Corpus.read(folder)).hasMessageContaining("a.safetensors is damaged or missing");
        Files.delete(folder.resolve(Corpus.CHECKSUMS));
        Corpus.seal(folder);
        write("new.safetensors", 0, 0);
        assertThatThrownBy(() -> Corpus.read(folder)).hasMessageContaining("new.safetensors is not listed in");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[]                                                              | no JSON object",
                "{\"a\":1                                                        | no JSON",
                "{\"a\":{\"dtype\":\"F16\",\"shape\":[4],\"data_offsets\":[0,8]}} | only F32 is read",
                "{\"a\":{\"shape\":[4],\"data_offsets\":[0,16]}}                 | the type none",
                "{\"a\":{\"dtype\":\"F32\",\"data_offsets\":[0,16]}}             | no shape",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,20]}} | outside of 16",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[-1,15]}} | outside of 16",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[16,0]}} | outside of 16",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,1e30]}} | not two whole numbers",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,99999999999999999999]}} | outside of 16",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0]}}  | not two whole numbers",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[0,16]}} | 3 elements and 16 bytes",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[-4],\"data_offsets\":[0,16]}} | a dimension of a is -4",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[4.0],\"data_offsets\":[0,16]}} | a dimension of a is 4.0",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[65536,65536,65536,65536,4],\"data_offsets\":[0,16]}} | more than",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[2147418112,2],\"data_offsets\":[0,16]}} | more than",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[8,16]}} | a gap or an overlap before the data of a",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}} | 8 bytes that belong to no tensor",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,16]},\"b\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[8,12]}} | overlap before the data of b",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]},\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[8,16]}} | a name twice",
                "{\"a\\u001b\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,16]}} | a control character",
                "{\"__metadata__\":{\"step\":3},\"a\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,16]}} | which is no text",
                "{\"__metadata__\":{\"step\":\"3x\"},\"a\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,16]}} | '3x', no number",
            })
    void damagedHeadersAreOneSentence(String header, String reason) throws IOException {
        Path file = folder.resolve("bad.safetensors");
        Files.write(file, file(header.getBytes(UTF_8).length, header, new float[] {1, 2, 3, 4}));
        rejects(file, reason);
    }

    @ParameterizedTest
    @ValueSource(longs = {100, 1L << 40, -1, Long.MIN_VALUE})
    void aHeaderLongerThanTheFileTakesNoMemory(long length) throws IOException {
        Path file = folder.resolve("bad.safetensors");
        Files.write(file, file(length, "{}", new float[0]));
        rejects(file, "its header would have " + Long.toUnsignedString(length) + " bytes");
    }

    @Test
    void valuesAreFiniteAndThere() throws IOException {
        String header = "{\"a\":{\"dtype\":\"F32\",\"shape\":[2,1,2],\"data_offsets\":[0,16]}}";
        Path file = folder.resolve("bad.safetensors");
        Files.write(file, file(header.length(), header, new float[] {1, 2, Float.NaN, 4}));
        Corpus.Entry entry = Corpus.read(file).get(0);
        assertThat(entry.toString()).isEqualTo("bad tensor, step 0, worker 0: a");
        assertThat(entry.shape()).isEqualTo(new Shape(2, 2));
        assertThatThrownBy(entry::values).hasMessageContaining("element 2 of a is NaN");
        Files.write(file, new byte[20]);
        assertThatThrownBy(entry::values).hasMessageContaining("it ends before the data of a");
    }

    /** Whatever a byte is changed to, a file is read or rejected with a sentence. */
    @Test
    void anyDamageIsASentence() throws IOException {
        Path file = write("a.safetensors", 0, 0);
        byte[] good = Files.readAllBytes(file);
        Random random = new Random(1);
        for (int i = 0; i < 2000; i++) {
            byte[] bad = Arrays.copyOf(good, i % 3 == 0 ? random.nextInt(good.length) : good.length);
            if (bad.length > 0) {
                bad[random.nextInt(bad.length)] = (byte) random.nextInt();
            }
            Files.write(file, bad);
            try {
                Corpus.read(file).forEach(Corpus.Entry::values);
            } catch (DataUnavailableException e) {
                assertThat(e.getMessage())
                        .contains("a.safetensors")
                        .endsWith(".")
                        .doesNotContain("\n");
            }
        }
    }

    private void rejects(Path file, String reason) {
        assertThatThrownBy(() -> Corpus.read(file))
                .isInstanceOf(DataUnavailableException.class)
                .hasMessageStartingWith(file.toString())
                .hasMessageContaining(reason)
                .hasMessageNotContaining("\n");
    }

    private static byte[] file(long length, String header, float[] values) {
        byte[] json = header.getBytes(UTF_8);
        ByteBuffer bytes =
                ByteBuffer.allocate(8 + json.length + 4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(length).put(json);
        bytes.asFloatBuffer().put(values);
        return bytes.array();
    }
}
