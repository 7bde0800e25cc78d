package org.tersegrad.convergence.time.recorded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.tersegrad.convergence.time.CsvTable;
import org.tersegrad.convergence.time.recorded.KnownMachine.Nanos;

class KnownMachineTest {
    private static final Path RECORDS = Path.of("../../bench/results");
    private static final Path TABLE =
            Path.of("src/main/resources/org/tersegrad/convergence/time/recorded/known_machines.csv");
    private static final double MILLION = 1 << 20;

    /** A line of a record. */
    private record Line(String benchmark, String recipe, int jdk, double elements, double nanos) {}

    /** The table in the jar is made from the records of benchmarks, and of nothing else. */
    @Test
    void theTableIsThatOfTheRecords() throws IOException {
        StringBuilder text = new StringBuilder("machine,recipe,encode_ns,add_ns\n");
        for (String machine : List.of("intel-xeon", "neoverse-n1")) {
            List<Line> lines = lines(RECORDS.resolve(machine));
            Map<String, Double> encode = nanos(lines, "Compressor.encode");
            Map<String, Double> add = nanos(lines, "Compressor.addTo");
            nanos(lines, "Feedback.withMemory").forEach((recipe, time) -> {
                encode.put(recipe + "+ef", time);
                if (add.containsKey(recipe)) {
                    add.put(recipe + "+ef", add.get(recipe));
                }
            });
            encode.forEach((recipe, time) -> {
                if (add.containsKey(recipe)) {
                    text.append(String.format(
                            Locale.ROOT, "%s,\"%s\",%.3f,%.3f%n", machine, recipe, time, add.get(recipe)));
                }
            });
        }
        if (System.getProperty("golden.write") != null) {
            Files.writeString(TABLE, text);
        }
        assertThat(TABLE).hasContent(text.toString());
    }

    /** Of one recipe the newest JDK at the size next to a million. */
    private static Map<String, Double> nanos(List<Line> lines, String benchmark) {
        return lines.stream()
                .filter(line -> line.benchmark.equals(benchmark))
                .collect(Collectors.groupingBy(
                        Line::recipe,
                        TreeMap::new,
                        Collectors.collectingAndThen(
                                Collectors.minBy(Comparator.comparingInt((Line line) -> -line.jdk)
                                        .thenComparing(line -> Math.abs(Math.log(line.elements / MILLION)))),
                                best -> best.orElseThrow().nanos)));
    }

    private static List<Line> lines(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(file -> file.toString().endsWith(".csv"))
                    .sorted(Comparator.reverseOrder()) // the newest first
                    .toList();
        }
        return files.stream().flatMap(KnownMachineTest::linesOf).toList();
    }

    private static Stream<Line> linesOf(Path file) {
        try {
            String text = Files.readAllLines(file).stream()
                    .filter(line -> !line.startsWith("#"))
                    .collect(Collectors.joining("\n"));
            Reader reader = new StringReader(text);
            return CsvTable.read(file.toString(), reader, "jdk", "benchmark", "parameter", "ns_per_element")
                    .rows()
                    .stream()
                    .filter(row -> row.text("benchmark").matches("(Compressor|Feedback)\\..*"))
                    .filter(row -> row.text("parameter").matches("(gradient=GAUSSIAN )?recipe=\\S+"))
                    .map(row -> new Line(
                            row.text("benchmark"),
                            row.text("parameter").replaceFirst(".*recipe=", ""),
                            Integer.parseInt(row.text("jdk").replaceFirst("\\..*", "")),
                            row.number("elements"),
                            row.number("ns_per_element")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void reducersTakeTheTimesOfTheirCompressors() {
        KnownMachine machine = new KnownMachine(
                "m", Map.of("int8", new Nanos(2, 3), "sign", new Nanos(1, 1), "sign+ef", new Nanos(5, 1)));
        int elements = 1 << 20;
        assertTimes(machine.compressor("int8", elements).orElseThrow(), 2, 3);
        assertTimes(machine.reducer("int8", 8, elements).orElseThrow(), 2, 24);
        assertTimes(machine.reducer("sign+ef", 4, elements).orElseThrow(), 5, 4);
        assertTimes(machine.reducer("int8+twoshot", 8, elements).orElseThrow(), 2, 6 + 2 / 8.0);
        assertTimes(machine.reducer("sign+ef+twoshot", 2, elements).orElseThrow(), 5, 2 + 1 / 2.0);
        assertThat(machine.reducer("vote", 8, elements)).isEmpty();
        assertThat(machine.compressor("int8", 100)).as("headers count").isEmpty();
    }

    private static void assertTimes(Timing timing, double encode, double add) {
        assertThat(timing.encodeSeconds()).isCloseTo((1 << 20) * encode * 1e-9, within(1e-12));
        assertThat(timing.addSeconds()).isCloseTo((1 << 20) * add * 1e-9, within(1e-12));
        assertThat(timing.doubt()).contains("the record of m is used");
    }

    @Test
    void bothFamiliesOfProcessorsAreKnown() {
        assertThat(KnownMachine.of("amd64").orElseThrow().compressors()).containsKeys("int8", "topk(0.01)+ef");
        assertThat(KnownMachine.of("aarch64").orElseThrow().compressors()).containsKeys("int8", "topk(0.01)+ef");
        assertThat(KnownMachine.of("riscv64")).isEmpty();
    }
}
