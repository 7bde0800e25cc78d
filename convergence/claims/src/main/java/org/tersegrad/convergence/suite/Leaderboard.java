package org.tersegrad.convergence.suite;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.tersegrad.convergence.report.summary.Units;
import org.tersegrad.convergence.report.tables.ResultsCsv;
import org.tersegrad.convergence.time.CsvTable;
import org.tersegrad.convergence.time.report.Cells;

/**
 * The recipes that were run on all workloads, the highest score in bits first, those without a score last.
 *
 * @param table the runs behind it
 */
public record Leaderboard(SuiteTable table) {
    /** The name of the file. */
    public static final String FILE = "leaderboard.csv";

    private static final String MISSED = "missed";
    private static final int DIGITS = 4;

    /** The scores, in order. */
    List<Score> scores() {
        return ordered(table.scores().stream().filter(Score::whole).toList());
    }

    static List<Score> ordered(List<Score> scores) {
        return scores.stream()
                .sorted(Comparator.comparing((Score each) -> Double.isNaN(each.bits()))
                        .thenComparing(each -> -each.bits())
                        .thenComparing(Score::recipe))
                .toList();
    }

    private List<String> columns() {
        return Stream.of(
                        Stream.of("recipe", "suite", "commit", "jdk", "runs"),
                        table.suite().workloads().stream().map(Workload::name),
                        Stream.of("bits_score", "seconds_score"))
                .flatMap(each -> each)
                .toList();
    }

    private List<String> cells(Score score) {
        List<String> cells = new ArrayList<>(List.of(
                score.recipe(),
                Integer.toString(table.suite().version()),
                score.commits(),
                score.jdks(),
                Integer.toString(score.runs())));
        score.parts().forEach(part -> cells.add(part.isMissed() ? MISSED : Units.exact(part.bits())));
        cells.add(number(score.bits()));
        cells.add(number(score.seconds()));
        return cells;
    }

    private static String number(double score) {
        return Double.isNaN(score) ? "" : Units.rounded(score, DIGITS);
    }

    /** The text of the file: bits to the target by workload, and both scores. */
    public String csv() {
        return Stream.concat(Stream.of(columns()), scores().stream().map(this::cells))
                .map(cells -> cells.stream().map(ResultsCsv::cell).collect(joining(",")) + "\n")
                .collect(joining());
    }

    /**
     * Compares a file with what follows from the runs.
     *
     * @throws IllegalArgumentException if a line is of another suite, has no runs, names no commit, or another number than follows from the
     *     runs; or if one is missing
     */
    public void check(Path file) throws IOException {
        List<Score> missing = new ArrayList<>(scores());
        for (CsvTable.Row row :
                CsvTable.read(file, columns().toArray(String[]::new)).rows()) {
            int version = table.suite().version();
            if (!row.text("suite").equals(Integer.toString(version))) {
                throw row.wrong("suite", "this is suite " + version + ", the line is of suite " + row.text("suite"));
            }
            Score score = missing.stream()
                    .filter(each -> each.recipe().equals(row.text("recipe")))
                    .findFirst()
                    .orElseThrow(() -> row.wrong(
                            "recipe",
                            SuiteTable.FILE + " has not all runs of " + row.text("recipe") + ", or it is twice"));
            missing.remove(score);
            if (!score.isCommitted()) {
                throw row.wrong("commit", score.commits() + " is no commit");
            }
            List<String> right = cells(score);
            for (String column : columns()) {
                String wanted = right.get(columns().indexOf(column));
                if (!row.text(column).equals(wanted)) {
                    throw row.wrong(column, row.text(column) + " is not " + wanted + ", which follows from the runs");
                }
            }
        }
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException(file.getFileName() + " has no line of "
                    + missing.stream().map(Score::recipe).collect(joining(", ")));
        }
    }

    /** The table of the documents: both scores, and by workload the bits of dense over those of the recipe. */
    public String markdown() {
        List<String> names = table.suite().names();
        List<String> heads = new ArrayList<>(List.of("recipe", "bits", "seconds"));
        heads.addAll(names);
        heads.add("JDK");
        List<List<String>> rows = new ArrayList<>();
        for (Score score : scores()) {
            List<String> row = new ArrayList<>(
                    List.of("`" + score.recipe() + "`", "**" + times(score.bits()) + "**", times(score.seconds())));
            row.addAll(times(score, names, ""));
            row.add(score.jdks());
            rows.add(row);
        }
        return new Cells(heads, rows).markdown();
    }

    /**
     * Ratios of bits by workload, as in {@code 12.3x}.
     *
     * @param none for a workload that was not run
     */
    static List<String> times(Score score, List<String> workloads, String none) {
        return workloads.stream()
                .map(name -> score.parts().stream()
                        .filter(part -> part.workload().name().equals(name))
                        .map(part -> part.isMissed() ? MISSED : times(part.bitsRatio()))
                        .findFirst()
                        .orElse(none))
                .toList();
    }

    /** A score, as in {@code 12.3x}. */
    static String times(double score) {
        return Double.isNaN(score) ? "none" : String.format(Locale.ROOT, score < 10 ? "%.2fx" : "%.1fx", score);
    }
}
