package org.tersegrad.bench.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.tersegrad.bench.jmh.Row;
import org.tersegrad.convergence.report.ComputedSection;

/** The part of {@code docs/reference/numbers.md} that is made of the same records as {@code RESULTS.md}. */
record NumbersPage(Measured measured) {
    /** In the cache of some machines. */
    private static final long SMALL = 1 << 20;

    /** In the cache of none. */
    private static final long LARGE = 1 << 24;

    private static final String PYTORCH = "PyTorch";

    /** Writes all sections. */
    void write(Path page) throws IOException {
        for (Map.Entry<String, String> section : sections().entrySet()) {
            new ComputedSection(page, section.getKey()).write(section.getValue());
        }
    }

    /** The sections by their names. */
    Map<String, String> sections() {
        Map<String, String> sections = new LinkedHashMap<>();
        sections.put("machine", machine());
        sections.put("steps", steps());
        sections.put("beside PyTorch", besidePyTorch());
        return sections;
    }

    private String machine() {
        String jdks = measured.rows().stream()
                .filter(row -> row.release() > 0)
                .map(Row::jdk)
                .distinct()
                .sorted()
                .collect(Collectors.joining(" / "));
        return measured.about("CPU") + ", kernels: " + measured.about("kernels") + ", JDK " + jdks + ". `read` takes "
                + cell(row -> row.benchmark().equals("Limits.read"), Row::nanos) + " ns a float, `e += g` "
                + over("Limits.add", row -> true) + " times as long.\n";
    }

    /** Multiples of {@code read} of each recipe. */
    private String steps() {
        Table table = new Table(1, List.of("over `read`", "encode", "send", "add", "encode with `+ef`"));
        measured.rows().stream()
                .filter(row -> row.benchmark().equals("Compressor.encode") && isLargeAndGaussian(row))
                .map(row -> row.value("recipe"))
                .distinct()
                .forEach(recipe -> {
                    Predicate<Row> its = row -> row.value("recipe").equals(recipe);
                    table.add(List.of(
                            "`" + recipe + "`",
                            over("Compressor.encode", its),
                            over("Compressor.send", its),
                            over("Compressor.addTo", its),
                            over("Feedback.withMemory", its)));
                });
        return text(table);
    }

    private static boolean isLargeAndGaussian(Row row) {
        return row.elements() == LARGE
                && (!row.parameter().contains("gradient=")
                        || row.value("gradient").equals("GAUSSIAN"));
    }

    private String over(String benchmark, Predicate<Row> which) {
        return cell(row -> row.benchmark().equals(benchmark) && which.test(row), Row::overRead);
    }

    /** The number on each JDK, the oldest first; nothing where there is none on any. */
    private String cell(Predicate<Row> which, ToDoubleFunction<Row> number) {
        TreeSet<Integer> releases = measured.rows().stream()
                .map(Row::release)
                .filter(release -> release > 0)
                .collect(Collectors.toCollection(TreeSet::new));
        List<String> numbers = new ArrayList<>();
        for (int release : releases) {
            OptionalDouble value = measured.rows().stream()
                    .filter(row -> row.release() == release && isLargeAndGaussian(row) && which.test(row))
                    .mapToDouble(number)
                    .findFirst();
            numbers.add(value.isPresent() ? number(value.getAsDouble()) : "–");
        }
        return numbers.stream().allMatch("–"::equals) ? "" : String.join(" / ", numbers);
    }

    /** PyTorch's time over ours. */
    private String besidePyTorch() {
        Map<String, Map<Long, String>> ratios = new LinkedHashMap<>();
        measured.rows().stream().map(Row::family).distinct().forEach(family -> {
            FamilyTable table = new FamilyTable(family, measured);
            for (Row row : table.rows()) {
                double ratio = table.over(row, PYTORCH);
                if (ratio > 0) { // not NaN
                    ratios.computeIfAbsent(
                                    "`" + row.benchmark() + "` "
                                            + row.parameter().replace("gradient=GAUSSIAN ", ""),
                                    job -> new LinkedHashMap<>())
                            .put(row.elements(), number(ratio));
                }
            }
        });
        Table table = new Table(1, List.of("PyTorch over ours", "1M", "16M", "a call"));
        ratios.forEach((job, bySize) -> {
            List<String> cells = new ArrayList<>(List.of(job.strip()));
            LongStream.of(SMALL, LARGE, 1).forEach(size -> cells.add(bySize.getOrDefault(size, "")));
            table.add(cells);
        });
        return text(table);
    }

    private static String number(double value) {
        return Table.number(value < 1 ? "%.2f" : "%.1f", value);
    }

    private static String text(Table table) {
        return String.join("\n", table.lines()) + '\n';
    }
}
