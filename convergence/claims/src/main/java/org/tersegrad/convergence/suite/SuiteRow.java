package org.tersegrad.convergence.suite;

import java.util.List;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.convergence.report.summary.Units;
import org.tersegrad.convergence.report.tables.ResultsCsv;
import org.tersegrad.convergence.time.CsvTable;
import org.tersegrad.convergence.training.Evaluation;

/**
 * One run: a row of {@code suite.csv}.
 *
 * @param recipe as it prints
 * @param workload its name
 * @param trial whether the run is one of those that choose the rate
 * @param rate the learning rate
 * @param seed of the run
 * @param bits that one worker sent, or received if that is more, until the first evaluation at the target; infinite if there is none
 * @param seconds of modelled time until then; infinite likewise
 * @param end the metric at the last evaluation; NaN if the run diverged
 * @param commit of the sources
 * @param jdk that it ran on
 */
public record SuiteRow(
        String recipe,
        String workload,
        boolean trial,
        float rate,
        long seed,
        double bits,
        double seconds,
        double end,
        String commit,
        String jdk) {
    static final List<String> COLUMNS = List.of(
            "suite",
            "recipe",
            "workload",
            "run",
            "rate",
            "seed",
            "bits_to_target",
            "seconds_to_target",
            "end",
            "commit",
            "jdk");

    private static final String TRIAL = "trial";
    private static final String JUDGED = "judged";

    /** The row of a run. */
    public static SuiteRow of(String recipe, Workload workload, boolean trial, float rate, long seed, FinishedRun run) {
        Workload.Goal goal = workload.goal();
        List<Evaluation> evaluations = run.evaluations();
        Evaluation last = evaluations.get(evaluations.size() - 1);
        double end = goal.metric().of(last);
        int steps =
                workload.settings().epochs() * workload.settings().epochSteps().orElseThrow();
        // accuracy is finite even where the loss is not
        boolean finished = last.step() == steps && Double.isFinite(last.test().loss());
        return evaluations.stream()
                .filter(each -> goal.metric().reaches(goal.metric().of(each), goal.target()))
                .findFirst()
                .map(there -> new SuiteRow(
                        recipe,
                        workload.name(),
                        trial,
                        rate,
                        seed,
                        Math.max(there.bits().sent(), there.bits().received()),
                        there.at().virtualSeconds(),
                        finished ? end : Double.NaN,
                        run.commit(),
                        run.jdk()))
                .orElseGet(() -> new SuiteRow(
                        recipe,
                        workload.name(),
                        trial,
                        rate,
                        seed,
                        Double.POSITIVE_INFINITY,
                        Double.POSITIVE_INFINITY,
                        finished ? end : Double.NaN,
                        run.commit(),
                        run.jdk()));
    }

    /** Whether the run came to the target. */
    public boolean reached() {
        return Double.isFinite(bits);
    }

    /** The line of the table. */
    String line(int version) {
        return String.join(
                ",",
                Integer.toString(version),
                ResultsCsv.cell(recipe),
                workload,
                trial ? TRIAL : JUDGED,
                Recipe.number(rate),
                Long.toString(seed),
                number(bits),
                number(seconds),
                number(end),
                ResultsCsv.cell(commit),
                ResultsCsv.cell(jdk));
    }

    /** An empty cell where there is no number. */
    static String number(double value) {
        return Double.isFinite(value) ? Units.exact(value) : "";
    }

    /**
     * Parses a line.
     *
     * @throws IllegalArgumentException if it is no row of this version; names line and column
     */
    static SuiteRow parse(CsvTable.Row row, int version) {
        if (!row.text("suite").equals(Integer.toString(version))) {
            throw row.wrong("suite", "this is suite " + version + ", the line is of suite " + row.text("suite"));
        }
        String run = row.text("run");
        if (!run.equals(TRIAL) && !run.equals(JUDGED)) {
            throw row.wrong("run", TRIAL + " or " + JUDGED + " is needed, not " + run);
        }
        return new SuiteRow(
                row.text("recipe"),
                row.text("workload"),
                run.equals(TRIAL),
                (float) row.number("rate"),
                (long) row.number("seed"),
                number(row, "bits_to_target", Double.POSITIVE_INFINITY),
                number(row, "seconds_to_target", Double.POSITIVE_INFINITY),
                number(row, "end", Double.NaN),
                row.text("commit"),
                row.text("jdk"));
    }

    private static double number(CsvTable.Row row, String column, double none) {
        return row.text(column).isEmpty() ? none : row.number(column);
    }
}
