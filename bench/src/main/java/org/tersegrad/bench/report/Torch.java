package org.tersegrad.bench.report;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.tersegrad.bench.Gradients;

/** The same jobs in PyTorch, where it is installed. */
final class Torch {
    /** The floats of our largest benchmarks; those of smaller ones are the first of them. */
    private static final int LARGEST = 1 << 24;

    private Torch() {}

    /**
     * Rows, and under {@code PyTorch} what a reader should know of them.
     *
     * @param script {@code torch_peers.py}
     */
    static Measured run(Path script) throws IOException, InterruptedException {
        Path floats = Files.createTempFile("tersegrad-bench", ".floats");
        try {
            ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * LARGEST).order(ByteOrder.LITTLE_ENDIAN);
            bytes.asFloatBuffer().put(Gradients.GAUSSIAN.floats(LARGEST));
            Files.write(floats, bytes.array());
            // The system's own Python may have PyTorch where another one that comes first on the PATH has not.
            Measured first = run("python3", script, floats);
            return first.rows().isEmpty() ? run("/usr/bin/python3", script, floats) : first;
        } finally {
            Files.deleteIfExists(floats);
        }
    }

    private static Measured run(String python, Path script, Path floats) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(python, script.toString(), "--floats", floats.toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? read(text) : skipped(script.getFileName() + " failed");
        } catch (IOException e) {
            return skipped("there is no " + python);
        }
    }

    /** The output of the script, from a file. */
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
        if (!text.contains("jdk,benchmark,")) {
            return skipped(text.strip());
        }
        Measured rows = Measured.parse(text, "the rows of PyTorch");
        return new Measured(Map.of("PyTorch", rows.about("PyTorch")), rows.rows());
    }

    private static Measured skipped(String why) {
        return new Measured(Map.of("PyTorch", "skipped: " + why), List.of());
    }
}
