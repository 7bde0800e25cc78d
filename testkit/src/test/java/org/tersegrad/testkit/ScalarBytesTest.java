package org.tersegrad.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.tersegrad.codecs.Simd;
import org.tersegrad.compressors.Buffers;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;

/** A process without SIMD writes the same bytes and decodes the same floats. */
class ScalarBytesTest {
    @Test
    void simdChangesNothing() throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dtersegrad.kernels=scalar",
                "-cp",
                System.getProperty("java.class.path"),
                ScalarBytesTest.class.getName()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output.lines().findFirst()).contains("scalar");
        assertThat(output.lines().skip(1).toList()).isEqualTo(fingerprints());
        assertThat(Simd.active())
                .as("this process has SIMD, else nothing was compared")
                .isTrue();
    }

    public static void main(String[] args) {
        System.out.println(Simd.describe());
        fingerprints().forEach(System.out::println);
    }

    private static List<String> fingerprints() {
        List<String> lines = new ArrayList<>();
        for (Subject subject : BuiltInCompressors.ALL) {
            CRC32C checksum = new CRC32C();
            for (int size : new int[] {0, 1, 31, 600, 6001}) {
                for (Tensor.Kind kind : Tensor.Kind.values()) {
                    Tensor tensor = new Tensor(kind, size % 600 == 0 ? 5 : 1, size % 600 == 0 ? size / 5 : size, 4);
                    add(subject.compressor(), tensor, checksum);
                }
            }
            lines.add(subject + " " + Long.toHexString(checksum.getValue()));
        }
        return lines;
    }

    private static void add(Compressor compressor, Tensor tensor, CRC32C checksum) {
        Encoder encoder = compressor.encoder(tensor.shape(), Seed.of(9));
        Payload payload = Payload.allocate(compressor.maxBytes(tensor.shape()));
        ByteBuffer bytes = ByteBuffer.allocate(4 * compressor.maxBytes(tensor.shape()) + 8 * tensor.size());
        for (int step = 0; step < 2; step++) {
            encoder.encode(FloatSlice.of(tensor.values()), payload);
            payload.writeTo(bytes);
        }
        Buffers.copy(FloatSlice.of(payload.decompress()), bytes);
        Residual residual = new Residual(tensor.size());
        FloatSlice tenth = FloatSlice.of(tensor.values()); // so that nothing overflows
        for (int i = 0; i < tenth.length(); i++) {
            tenth.array()[i] *= 0.1f;
        }
        for (int step = 0; step < 2; step++) {
            encoder.encode(tenth, residual, payload);
            payload.writeTo(bytes);
        }
        FloatSlice rest = FloatSlice.of(new float[tensor.size()]);
        residual.addTo(rest, 1f);
        Buffers.copy(rest, bytes);
        checksum.update(bytes.flip());
    }
}
