package org.tersegrad.convergence.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.tersegrad.codecs.Simd;

/** Where something was measured, for those who read it later. */
final class Machine {
    private static final Path CPUS = Path.of("/proc/cpuinfo");

    private Machine() {}

    static Map<String, String> describe() {
        Map<String, String> about = new LinkedHashMap<>();
        about.put("JDK", System.getProperty("java.version") + ", " + System.getProperty("java.vendor"));
        about.put("CPU", cpu() + ", " + Runtime.getRuntime().availableProcessors() + " processors");
        about.put("kernels", Simd.describe());
        about.put("commit", System.getProperty("tersegrad.commit", "unknown")); // the launcher knows
        return about;
    }

    /** Its name where the system tells it, else the kind of processor. */
    private static String cpu() {
        String kind = System.getProperty("os.arch");
        if (!Files.isReadable(CPUS)) {
            return kind;
        }
        try (Stream<String> lines = Files.lines(CPUS)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(kind);
        } catch (IOException | UncheckedIOException e) {
            return kind;
        }
    }
}
