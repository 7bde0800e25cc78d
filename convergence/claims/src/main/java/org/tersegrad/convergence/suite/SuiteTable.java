package org.tersegrad.convergence.suite;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tersegrad.convergence.internal.WholeFile;
import org.tersegrad.convergence.time.CsvTable;

/**
 * Runs of a suite: the file {@code suite.csv}, from which the leaderboard beside it follows.
 *
 * @param suite they belong to
 * @param rows recipe by recipe
 */
public record SuiteTable(Suite suite, List<SuiteRow> rows) {
    /** The name of the file. */
    public static final String FILE = "suite.csv";

    public SuiteTable {
        rows = List.copyOf(rows);
    }

    /**
     * The table of a folder; an empty one if it has none.
     *
     * @throws IllegalArgumentException if a line is no run of this suite
     */
    public static SuiteTable read(Suite suite, Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        if (!Files.exists(file)) {
            return new SuiteTable(suite, List.of());
        }
        return new SuiteTable(
                suite,
                CsvTable.read(file, SuiteRow.COLUMNS.toArray(String[]::new)).rows().stream()
                        .map(row -> SuiteRow.parse(row, suite.version()))
                        .toList());
    }

    /** The same with the runs of a recipe on a workload, in place of earlier ones. */
    public SuiteTable with(List<SuiteRow> runs) {
        SuiteRow first = runs.get(0);
        List<SuiteRow> all = new ArrayList<>(rows);
        all.removeIf(
                each -> each.recipe().equals(first.recipe()) && each.workload().equals(first.workload()));
        all.addAll(runs);
        return new SuiteTable(suite, all);
    }

    /** The same with all runs of some scores. */
    public SuiteTable with(Iterable<Score> scores) {
        SuiteTable all = this;
        for (Score score : scores) {
            for (Score.Part part : score.parts()) {
                all = all.with(part.rows());
            }
        }
        return all;
    }

    /** The scores, a recipe each, in the order of the rows. */
    public List<Score> scores() {
        Map<String, List<SuiteRow>> byRecipe = new LinkedHashMap<>();
        rows.forEach(row -> byRecipe.computeIfAbsent(row.recipe(), each -> new ArrayList<>())
                .add(row));
        return byRecipe.entrySet().stream()
                .map(each -> Score.of(suite, each.getKey(), each.getValue()))
                .toList();
    }

    /** The text of the file: recipe by recipe, each with its workloads in the order of the suite. */
    String csv() {
        return String.join(",", SuiteRow.COLUMNS) + "\n"
                + scores().stream()
                        .flatMap(score -> score.parts().stream())
                        .flatMap(part -> part.rows().stream())
                        .map(row -> row.line(suite.version()) + "\n")
                        .collect(joining());
    }

    /** Writes the file and the leaderboard. */
    public void write(Path folder) throws IOException {
        WholeFile.write(folder.resolve(FILE), csv());
        WholeFile.write(folder.resolve(Leaderboard.FILE), new Leaderboard(this).csv());
    }
}
