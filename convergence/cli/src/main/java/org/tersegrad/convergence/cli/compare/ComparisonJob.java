package org.tersegrad.convergence.cli.compare;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.tersegrad.convergence.cli.shared.Machine;
import org.tersegrad.convergence.cli.shared.StatusLine;
import org.tersegrad.convergence.cli.shared.TypedCommand;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.report.Report;
import org.tersegrad.convergence.report.SweepReport;
import org.tersegrad.convergence.report.summary.Summary;
import org.tersegrad.convergence.report.tables.Scaling;
import org.tersegrad.convergence.training.Contestant;
import org.tersegrad.convergence.training.Results;
import org.tersegrad.convergence.training.Settings;
import org.tersegrad.convergence.training.Sweep;
import org.tersegrad.convergence.training.comparison.Comparison;
import picocli.CommandLine.Model.CommandSpec;

/** The comparisons of one command, from claiming their folders to the last line on the screen. */
final class ComparisonJob {
    /**
     * The options that are not settings of the training.
     *
     * @param json whether to print the summary for programs instead of the table
     */
    record Options(
            Path out,
            boolean resume,
            boolean force,
            boolean quiet,
            boolean json,
            boolean tune,
            Optional<Float> rate,
            int seeds,
            TargetOption target,
            ComparisonTime.Options time) {}

    private final Problem problem;
    private final Optional<ComparisonTime> time;
    private final List<Contestant> contestants;
    private final Options options;
    private final CommandSpec spec;

    ComparisonJob(Problem problem, List<Contestant> contestants, Options options, CommandSpec spec) {
        time = ComparisonTime.of(options.time(), problem);
        this.problem = problem;
        this.contestants = contestants;
        this.options = options;
        this.spec = spec;
    }

    /** Claims all folders, so that whatever is in the way is told of before anything is trained; then trains. */
    void run(Sweep sweep) throws IOException {
        List<Comparison> comparisons = new ArrayList<>();
        for (Settings value : sweep.values()) {
            Comparison comparison = Comparison.of(problem)
                    .settings(value)
                    .seeds(LongStream.rangeClosed(1, options.seeds()).toArray())
                    .with(contestants)
                    .resumingFrom(sweep.folder(options.out(), value).resolve(ResultsFolder.CHECKPOINTS));
            Comparison timed = time.map(clock -> comparison.timed(contestant -> clock.durations(contestant, value)))
                    .orElse(comparison);
            comparisons.add(
                    options.rate().isPresent() ? timed.rate(options.rate().get()) : timed);
            comparisons.get(comparisons.size() - 1).check();
        }
        if (sweep.isMany()) {
            SweepReport.requireReplaceable(sweep.setting(), options.out());
            useOneRate(comparisons);
        }
        ResultsFolder.Claim claim = new ResultsFolder.Claim(TypedCommand.of(spec), options.resume(), options.force());
        List<ResultsFolder> folders = new ArrayList<>();
        try {
            for (Settings value : sweep.values()) {
                folders.add(ResultsFolder.of(
                        sweep.folder(options.out(), value), claim, contestants.size() * options.seeds()));
            }
            Map<String, Results> all = new LinkedHashMap<>();
            for (int i = 0; i < folders.size(); i++) {
                String value = sweep.setting().of(sweep.values().get(i));
                if (sweep.isMany()) {
                    spec.commandLine().getOut().println(sweep.setting() + " " + value + ":");
                }
                Comparison comparison = comparisons.get(i);
                Settings settings = sweep.values().get(i);
                Path folder = sweep.folder(options.out(), sweep.values().get(i));
                folders.get(i)
                        .fill(
                                () -> all.put(value, train(comparison, settings, folder)),
                                spec.commandLine().getErr());
            }
            if (sweep.isMany()) {
                PrintWriter screen = spec.commandLine().getOut();
                new SweepReport(sweep.setting(), all).write(options.out()).forEach(screen::println);
                screen.println("All of them together are in " + options.out().resolve(SweepReport.TABLE) + ".");
            }
            for (ResultsFolder folder : folders) {
                folder.deleteCheckpoints();
            }
        } finally {
            for (ResultsFolder folder : folders) {
                folder.close();
            }
        }
    }

    /** A rate that is known for one value of a sweep only would change together with it, so it is not used there either. */
    private void useOneRate(List<Comparison> comparisons) {
        List<String> unknown = comparisons.stream()
                .flatMap(comparison -> comparison.withUnknownRates().stream())
                .distinct()
                .toList();
        comparisons.replaceAll(comparison -> comparison.withoutKnownRates(unknown));
    }

    /** Trains every recipe with the same settings, and writes and shows the report. */
    private Results train(Comparison untuned, Settings settings, Path folder) throws IOException {
        Results results;
        StatusLine line = StatusLine.of(options.quiet(), spec.commandLine().getErr());
        int runs = contestants.size() * options.seeds();
        try (ComparisonProgress progress = new ComparisonProgress(runs, settings.epochs(), line)) {
            results = described((options.tune() ? untuned.tuned(progress) : untuned).run(progress));
            progress.finished();
        }
        Summary untimed = options.target().summary(results);
        Summary summary = time.flatMap(model -> model.of(results, contestants, settings))
                .map(untimed::with)
                .orElse(untimed);
        Report report = Report.write(results, summary, folder)
                .with(Scaling.of(contestants, problem.namedTensors()), results, folder);
        PrintWriter screen = spec.commandLine().getOut();
        if (options.json()) {
            screen.print(Files.readString(folder.resolve(Report.SUMMARY)));
            screen.flush();
            report.remarks().forEach(line::warn);
            return results;
        }
        screen.println();
        screen.println(report.table());
        report.remarks().forEach(screen::println);
        screen.println(
                "Open " + folder.resolve(Report.PAGE) + "; the numbers are in " + folder.resolve(Report.RESULTS) + ".");
        return results;
    }

    /** The results together with how and where they were made. */
    private Results described(Results results) {
        Map<String, String> about = new LinkedHashMap<>();
        about.put("command", TypedCommand.of(spec).toString());
        about.putAll(results.about());
        about.putAll(options.time().about());
        about.putAll(Machine.describe());
        return new Results(about, results.parameters(), results.evaluations());
    }
}
