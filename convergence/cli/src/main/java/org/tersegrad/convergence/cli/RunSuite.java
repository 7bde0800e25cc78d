package org.tersegrad.convergence.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.tersegrad.convergence.cli.shared.CacheOption;
import org.tersegrad.convergence.cli.shared.CommandFailed;
import org.tersegrad.convergence.cli.shared.FolderLock;
import org.tersegrad.convergence.cli.shared.JsonOption;
import org.tersegrad.convergence.cli.shared.Machine;
import org.tersegrad.convergence.cli.shared.ModelCommand;
import org.tersegrad.convergence.cli.shared.StatusLine;
import org.tersegrad.convergence.cli.shared.StopNotice;
import org.tersegrad.convergence.data.DataUnavailableException;
import org.tersegrad.convergence.suite.FinishedRun;
import org.tersegrad.convergence.suite.KeptRuns;
import org.tersegrad.convergence.suite.Leaderboard;
import org.tersegrad.convergence.suite.Score;
import org.tersegrad.convergence.suite.ScoreText;
import org.tersegrad.convergence.suite.Suite;
import org.tersegrad.convergence.suite.SuiteFolder;
import org.tersegrad.convergence.suite.SuiteTable;
import org.tersegrad.convergence.suite.Workload;
import org.tersegrad.convergence.training.Contestant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs recipes on the frozen suite and prints their scores. */
@Command(
        name = "suite",
        description = "Scores recipes on frozen workloads: bits and modelled seconds to a target, against dense.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "A recipe has six runs on each workload: three trials of the learning rate, then three seeds at the best one. Trials are a third,"
                    + " once and three times the rate of dense, or of the rate that the recipe brings, as in vote@0.001. A finished run is kept in the folder and not run again.",
            "",
            "Examples:",
            "  tersegrad suite --list",
            "  tersegrad suite --workload digits-mlp 'topk(0.01)+ef'",
            "  tersegrad suite 'topk(0.01)+ef' 'int8@diloco(30)'",
            "  tersegrad suite 'topk(0.01)+ef' --leaderboard bench/results/suite"
        })
final class RunSuite implements Runnable {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "RECIPE", description = "What to score; the recipes of the leaderboard if none is given.")
    private List<String> recipes = List.of();

    @Option(
            names = "--workload",
            paramLabel = "NAME",
            split = ",",
            description = "Runs these workloads only, for a partial score. Default: all of them.")
    private List<String> names = List.of();

    @Option(names = "--list", description = "Prints what is frozen, and runs nothing.")
    private boolean list;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder of the page, the tables and finished runs. Default: ${DEFAULT-VALUE}.",
            defaultValue = "suite")
    private Path out;

    @Option(
            names = "--leaderboard",
            paramLabel = "DIR",
            description = "Adds whole scores to the leaderboard in that folder.")
    private Optional<Path> leaderboard = Optional.empty();

    @Option(names = "--force", description = "Reruns what is finished in the folder of --out.")
    private boolean force;

    @Option(names = "--quiet", description = "Suppresses progress output.")
    private boolean quiet;

    @Mixin
    private JsonOption json;

    @Mixin
    private CacheOption cache;

    @Override
    public void run() {
        ModelCommand.run(this::score, out);
    }

    private void score() throws IOException {
        Suite suite = Suite.current();
        PrintWriter screen = spec.commandLine().getOut();
        if (list) {
            screen.print(suite.frozen());
            screen.flush();
            return;
        }
        List<Contestant> contestants = (recipes.isEmpty() ? Suite.RECIPES : recipes)
                .stream().distinct().map(Contestant::parse).toList();
        List<Workload> workloads = names.isEmpty()
                ? suite.workloads()
                : names.stream().distinct().map(suite::workload).toList();
        if (leaderboard.isPresent()) {
            requireLeaderboard(leaderboard.get(), workloads.equals(suite.workloads()));
        }
        List<Score> scores = run(new SuiteFolder(suite, out), contestants, workloads);
        if (leaderboard.isPresent()) {
            Path folder = leaderboard.get();
            SuiteTable.read(suite, folder)
                    .with(scores.stream().filter(Score::whole).toList())
                    .write(folder);
        }
        if (json.isGiven()) {
            JsonOption.print(scores.stream().map(ScoreText::members).toList(), screen);
            return;
        }
        screen.print(ScoreText.table(suite, scores));
        screen.println("Open " + out.resolve(SuiteFolder.PAGE) + "; the numbers are in " + out.resolve(SuiteTable.FILE)
                + "."
                + leaderboard
                        .map(folder -> " The lines of the leaderboard are in " + folder.resolve(Leaderboard.FILE) + ".")
                        .orElse(""));
        screen.flush();
    }

    private static void requireLeaderboard(Path folder, boolean whole) {
        if (!whole) {
            throw new IllegalArgumentException(
                    "--workload gives a partial score, which enters no leaderboard; leave out --leaderboard");
        }
        if (!Files.isRegularFile(folder.resolve(SuiteTable.FILE))) {
            throw new IllegalArgumentException("--leaderboard " + folder + " has no " + SuiteTable.FILE
                    + "; that of Tersegrad is bench/results/suite");
        }
        String commit = String.valueOf(Machine.describe().get("commit"));
        if (!FinishedRun.isCommit(commit)) {
            throw new IllegalArgumentException("a line of the leaderboard names the commit of its sources, which is \""
                    + commit + "\" here; commit them first, files in bench/results excepted");
        }
    }

    /** A line of the leaderboard needs runs of committed sources. */
    private boolean isReused(FinishedRun run) {
        return !force && (leaderboard.isEmpty() || run.isCommitted());
    }

    private List<Score> run(SuiteFolder folder, List<Contestant> contestants, List<Workload> workloads)
            throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        int runs = contestants.stream()
                .mapToInt(each -> Suite.runs(each, workloads))
                .sum();
        folder.open();
        FolderLock lock = FolderLock.of(out);
        StopNotice notice = StopNotice.saying(
                "Stopped. What is finished is kept in " + out + "; the same command goes on from there.", err);
        try (StatusLine line = StatusLine.of(quiet, err)) {
            SuiteProgress progress = new SuiteProgress(line, runs);
            KeptRuns kept =
                    new KeptRuns(folder.finished(), this::isReused, cache.folder(), Machine.describe(), progress);
            for (Workload workload : workloads) {
                for (Contestant contestant : contestants) {
                    kept.check(workload, contestant);
                }
            }
            return folder.run(contestants, workloads, progress.telling(kept));
        } catch (DataUnavailableException e) {
            throw new CommandFailed(CommandFailed.FAILED, String.valueOf(e.getMessage()), e);
        } finally {
            notice.close();
            lock.close();
        }
    }
}
