package org.tersegrad.bench.report;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.tersegrad.bench.jmh.Jmh;
import org.tersegrad.bench.jmh.Row;
import org.tersegrad.codecs.Simd;
import org.tersegrad.convergence.report.Cpu;

/** The records of one CPU: {@code 2026-11-15.csv}, a second one of that day {@code 2026-11-15-2.csv}. */
record Records(Path folder) {
    private static final String DATE = "\\d{4}-\\d\\d-\\d\\d";

    /** The records of this CPU. */
    static Records ofThisCpu() throws IOException {
        return new Records(bench().resolve("results").resolve(Cpu.slug(Cpu.name())));
    }

    /** The folder of this module, from that of the jar: {@code bench/target/benchmarks.jar}. */
    static Path bench() throws IOException {
        try {
            Path jar = Path.of(Jmh.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            Path bench = jar.resolve("../..").normalize();
            if (Files.exists(bench.resolve("pom.xml"))) {
                return bench;
            }
            throw new IOException(jar + " is not in bench/target, so there is no place for results");
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }

    /**
     * Writes a record of today, beside earlier ones.
     *
     * @param options of JMH
     * @param more what else the record says of itself
     * @param topic what follows the date in its name
     */
    Path keep(List<Row> rows, List<String> options, Map<String, String> more, String topic) throws IOException {
        String today = LocalDate.now(ZoneId.systemDefault()).toString();
        List<String> lines = new ArrayList<>();
        lines.add("# date: " + today);
        lines.add("# CPU: " + Cpu.name() + ", " + Runtime.getRuntime().availableProcessors() + " processors, "
                + System.getProperty("os.name"));
        lines.add("# kernels: " + Simd.describe());
        lines.add("# commit: " + System.getProperty("tersegrad.commit", "unknown"));
        lines.add("# options: " + String.join(" ", options));
        more.forEach((key, value) -> lines.add("# " + key + ": " + value.replace('\n', ' ')));
        Files.createDirectories(folder);
        Path file = unused(today, topic);
        Files.writeString(file, String.join("\n", lines) + '\n' + Row.csv(rows));
        System.out.println("Written to " + file);
        return file;
    }

    /** A file that is not there yet. */
    Path unused(String date, String topic) {
        Path file = folder.resolve(date + topic + ".csv");
        for (int n = 2; Files.exists(file); n++) {
            file = folder.resolve(date + topic + '-' + n + ".csv");
        }
        return file;
    }

    /** All of {@code --report} that are older than all of {@code files}, the oldest first. */
    List<Path> before(List<Path> files) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        Comparator<Path> age = Comparator.comparing(Records::date)
                .thenComparing(Records::number)
                .thenComparing(Records::stem);
        Path first = files.stream().min(age).orElseThrow();
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(file -> file.getFileName().toString().matches(DATE + ".*\\.csv"))
                    .filter(file -> !stem(file).contains("-scaling"))
                    .filter(file -> age.compare(file, first) < 0)
                    .sorted(age)
                    .toList();
        }
    }

    static String stem(Path file) {
        return file.getFileName().toString().replaceAll("\\.csv$", "");
    }

    static String date(Path file) {
        return stem(file).replaceAll("^(" + DATE + ").*", "$1");
    }

    /** Records on one topic, written by hand, come before those of a whole day. */
    private static int number(Path file) {
        String rest = stem(file).replaceAll("^" + DATE, "");
        if (rest.isEmpty()) {
            return 1;
        }
        return rest.matches("-\\d{1,6}") ? Integer.parseInt(rest.substring(1)) : 0;
    }

    /** The address of a file for a page in the folder of this module. */
    static String link(Path file) throws IOException {
        Path real = file.toRealPath();
        Path bench = bench().toRealPath();
        return (real.startsWith(bench) ? bench.relativize(real) : real.getFileName())
                .toString()
                .replace('\\', '/');
    }
}
