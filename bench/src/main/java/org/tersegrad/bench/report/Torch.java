package org.tersegrad.bench.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.tersegrad.bench.Gradients;

/** The same jobs in PyTorch, where it is installed. */
final class Torch {
    private static final String HEADER = "jdk,benchmark,";
    /** The floats of our largest benchmarks; those of smaller ones are the first of them. */
    private static final int LARGEST = 1 << 24;

    private Torch() {}

    /**
     * Rows, and under {@code PyTorch} what a reader should know of them.
     *
     * @param script {@code torch_peers.py}
     */
    static Measured run(Path script) throws IOException {
        if (!Files.isReadable(script)) {
            return skipped(script.getFileName() + " is not there");
        }
        Path floats = Files.createTempFile("tersegrad-bench", ".floats");
        try {
            write(Gradients.GAUSSIAN.floats(LARGEST), floats);
            return run(script, floats);
        } finally {
            Files.deleteIfExists(floats);
        }
    }

    private static void write(float[] floats, Path file) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * floats.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(floats);
        Files.write(file, bytes.array());
    }

    private static Measured run(Path script, Path floats) throws IOException {
        // The system's own Python may have PyTorch where another one that comes first on the PATH has not.
        Measured last = skipped("there is no python3");
        for (String python : Stream.of("python3", "/usr/bin/python3").toList()) {
            last = run(python, script, floats);
            if (!last.rows().isEmpty()) {
                return last;
            }
        }
        return last;
    }

    private static Measured run(String python, Path script, Path floats) throws IOException {
        Process process;
        try {
            process = new ProcessBuilder(python, script.toString(), "--floats", floats.toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException e) {
            return skipped("there is no python3");
        }
        try (InputStream out = process.getInputStream()) {
            String text = new String(out.readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? read(text) : skipped(script.getFileName() + " failed");
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            return skipped("interrupted");
        }
    }

    /** What the script has printed into a file. */
    static Measured read(Path file) throws IOException {
        Measured rows = read(Files.readString(file));
        if (rows.rows().isEmpty()) {
            throw new IllegalArgumentException(
                    file + " has no rows of PyTorch, as bench/peers/torch_peers.py prints them");
        }
        return rows;
    }

    /** CSV, or a sentence that says why there is none. */
    static Measured read(String text) {
        if (!text.contains(HEADER)) {
            return skipped(text.strip());
        }
        Measured rows = Measured.parse(text, "the rows of PyTorch");
        return new Measured(Map.of("PyTorch", rows.about("PyTorch")), rows.rows());
    }

    private static Measured skipped(String why) {
        return new Measured(Map.of("PyTorch", "skipped: " + why), List.of());
    }
}
