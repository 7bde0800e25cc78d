package org.tersegrad.bench.report;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.tersegrad.bench.jmh.Jmh;
import org.tersegrad.codecs.Simd;
import org.tersegrad.convergence.report.Cpu;

/** Where records and pages go, and what every record says of itself. */
final class Bench {
    private Bench() {}

    /** The folder of this module, from that of the jar: {@code bench/target/benchmarks.jar}. */
    static Path folder() throws IOException {
        try {
            Path jar = Path.of(Jmh.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            Path target = jar.getParent();
            Path bench = target == null ? null : target.getParent();
            if (bench != null && Files.exists(bench.resolve("pom.xml"))) {
                return bench;
            }
            throw new IOException(jar + " does not stand in bench/target, so there is no place for results");
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }

    static Records records() throws IOException {
        return new Records(folder().resolve("results").resolve(Cpu.slug(Cpu.name())));
    }

    static String today() {
        return LocalDate.now(ZoneId.systemDefault()).toString();
    }

    /** Runs JMH and returns its lines of CSV, the header first. */
    static List<String> measure(List<String> options) throws Exception {
        Path rows = Files.createTempFile("tersegrad-bench", ".csv");
        try {
            List<String> all = new ArrayList<>(options);
            all.addAll(List.of("-rff", rows.toString()));
            Jmh.run(all, "");
            return Files.readAllLines(rows);
        } finally {
            Files.deleteIfExists(rows);
        }
    }

    /** The lines above the header of a record. */
    static List<String> about(List<String> options, Map<String, String> more) {
        List<String> lines = new ArrayList<>();
        lines.add("# date: " + today());
        lines.add("# CPU: " + Cpu.name() + ", " + Runtime.getRuntime().availableProcessors() + " processors, "
                + System.getProperty("os.name"));
        lines.add("# kernels: " + Simd.describe());
        lines.add("# commit: " + System.getProperty("tersegrad.commit", "unknown"));
        lines.add("# options: " + String.join(" ", options));
        more.forEach((key, value) -> lines.add("# " + key + ": " + value.replace('\n', ' ')));
        return lines;
    }

    /**
     * Writes a record of today, beside earlier ones.
     *
     * @param kind what follows the date in its name
     */
    static Path keep(List<String> lines, String kind) throws IOException {
        Records records = records();
        Files.createDirectories(records.folder());
        Path file = records.unused(today(), kind);
        Files.write(file, lines);
        System.out.println("Written to " + file);
        return file;
    }

    /** From a page in the folder of this module to a file. */
    static String link(Path file) throws IOException {
        Path real = file.toRealPath();
        Path folder = folder().toRealPath();
        return (real.startsWith(folder) ? folder.relativize(real) : real.getFileName())
                .toString()
                .replace('\\', '/');
    }
}
