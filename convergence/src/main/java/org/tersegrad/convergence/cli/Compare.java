package org.tersegrad.convergence.cli;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.tersegrad.convergence.data.DataSet;
import org.tersegrad.convergence.data.DataSets;
import org.tersegrad.convergence.data.DataUnavailableException;
import org.tersegrad.convergence.model.Models;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.report.Report;
import org.tersegrad.convergence.report.Scaling;
import org.tersegrad.convergence.report.Summary;
import org.tersegrad.convergence.report.SweepReport;
import org.tersegrad.convergence.training.CheckpointFolder;
import org.tersegrad.convergence.training.Comparison;
import org.tersegrad.convergence.training.Contestant;
import org.tersegrad.convergence.training.Optimizer;
import org.tersegrad.convergence.training.Partition;
import org.tersegrad.convergence.training.Results;
import org.tersegrad.convergence.training.Schedule;
import org.tersegrad.convergence.training.Settings;
import org.tersegrad.convergence.training.Sweep;
import org.tersegrad.reducers.group.GroupFailedException;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.Plan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Accuracy against bits: trains one model in many ways and shows what each costs. */
@Command(
        name = "compare",
        description = "Trains a model with every recipe, and shows accuracy against bits.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "A recipe is a way to average gradients, perhaps with a learning rate of its own, or rules for tensors:",
            "  'topk(0.01)+ef'    'vote@0.001'    'vectors: dense; *: powersgd(2)+ef'",
            "tersegrad schemes --list explains what recipes are made of.",
            "",
            "Examples:",
            "  tersegrad compare",
            "  tersegrad compare dense 'topk(0.01)+ef' 'powersgd(2)+ef' --workers 4 --epochs 10",
            "  tersegrad compare --data mnist --model 'mlp(256)' --epochs 3 --seeds 1 dense 'sign+ef'",
            "  tersegrad compare --data text --tune --optimizer adam dense 'qsgd(4bit)'",
            "  tersegrad compare --workers 2,4,8,16 dense 'topk(0.01)+ef' 'powersgd(2)+ef'",
            "  tersegrad compare --plan 'vectors: dense; *: powersgd(2)+ef'"
        })
final class Compare implements Runnable {
    /** With rates that {@code --tune} found on the digits. */
    private static final List<String> USUAL = List.of(
            "dense@0.3",
            "bf16@0.3",
            "topk(0.01)+ef@0.3",
            "topk(0.01)@1",
            "randomk(0.01)@0.01",
            "qsgd(4bit)@0.3",
            "qsgd(4bit)+twoshot@0.3",
            "terngrad@0.3",
            "sign+ef@0.03",
            "vote@0.0003",
            "dlion(vote)@0.003",
            "powersgd(2)+ef@0.3");

    private static final List<Float> GRID = List.of(0.0003f, 0.001f, 0.003f, 0.01f, 0.03f, 0.1f, 0.3f, 1f);

    private static final String CHECKPOINTS = "checkpoints";
    private static final int MOST_SEEDS = 10_000;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "RECIPE", description = "What to compare; twelve usual ones if none is given.")
    private List<String> recipes = List.of();

    @Option(
            names = "--data",
            paramLabel = "SET",
            description =
                    "What to learn from: a name that tersegrad data list shows, a folder with IDX files, or a text."
                            + " Default: ${DEFAULT-VALUE}.",
            defaultValue = "digits")
    private String data;

    @Option(
            names = "--model",
            paramLabel = "MODEL",
            description = "softmax, mlp, cnn, charlm, logistic or quadratic, as in 'mlp(256,128)'. Default: one that"
                    + " fits the data.")
    private Optional<String> model = Optional.empty();

    @Option(
            names = "--workers",
            paramLabel = "N",
            split = ",",
            description = "How many. With several numbers, as in 2,4,8, recipes are compared for each."
                    + " Default: ${DEFAULT-VALUE}.",
            defaultValue = "8")
    private List<Integer> workers = List.of();

    @Option(
            names = "--batch",
            paramLabel = "N",
            description = "Examples of one worker's gradient. Default: ${DEFAULT-VALUE}.",
            defaultValue = "16")
    private int batch;

    @Option(names = "--epochs", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.", defaultValue = "30")
    private int epochs;

    @Option(
            names = "--lr",
            paramLabel = "RATE",
            description = "The learning rate, where a recipe has none of its own. Default: ${DEFAULT-VALUE}.",
            defaultValue = "0.1")
    private float rate;

    @Option(
            names = "--tune",
            description =
                    "Tries rates from 0.0003 to 1 for every recipe that has none of its own, and takes the one with"
                            + " the least training loss.")
    private boolean tune;

    @Option(names = "--momentum", paramLabel = "MU", description = "Default: ${DEFAULT-VALUE}.", defaultValue = "0.9")
    private float momentum;

    @Option(names = "--nesterov", description = "Steps along Nesterov's momentum; for sgd.")
    private boolean nesterov;

    @Option(
            names = "--weight-decay",
            paramLabel = "X",
            description = "Part of the gradient for sgd, apart from it for adam and lion. Default: ${DEFAULT-VALUE}.",
            defaultValue = "0")
    private float weightDecay;

    @Option(
            names = "--schedule",
            paramLabel = "HOW",
            description = "How the rate changes. 'step(15,25)': to a tenth after 15 and after 25 epochs. cosine: to 0."
                    + " With 'cosine(warmup=5)' it grows for 5 epochs first. Default: ${DEFAULT-VALUE}.",
            defaultValue = "constant")
    private String schedule;

    @Option(
            names = "--optimizer",
            paramLabel = "NAME",
            description = "sgd, adam or lion. Default: ${DEFAULT-VALUE}.",
            defaultValue = "sgd")
    private String optimizer;

    @Option(
            names = "--partition",
            paramLabel = "HOW",
            split = ";",
            description = "Who has which examples: iid or dirichlet(0.1). With several, as in 'iid;dirichlet(0.1)',"
                    + " recipes are compared for each. Default: ${DEFAULT-VALUE}.",
            defaultValue = "iid")
    private List<String> partitions = List.of();

    @Option(
            names = "--seeds",
            paramLabel = "N",
            description = "How many. Default: ${DEFAULT-VALUE}.",
            defaultValue = "3")
    private int seeds;

    @Option(
            names = "--target",
            paramLabel = "X",
            description = "The accuracy, 0 to 1, to which bits are counted. Default: 1 point below dense.")
    private Optional<Double> target = Optional.empty();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where results go. Default: ${DEFAULT-VALUE}.",
            defaultValue = "comparison")
    private Path out;

    @Option(names = "--resume", description = "Goes on with the comparison that was stopped in that folder.")
    private boolean resume;

    @Option(names = "--plan", description = "Shows what each recipe does with each tensor, and trains nothing.")
    private boolean plan;

    @Mixin
    private CacheOption cache;

    @Override
    public void run() {
        try {
            compare();
        } catch (IllegalArgumentException e) {
            throw new CommandFailed(CommandFailed.MISUSED, String.valueOf(e.getMessage()), e);
        } catch (DataUnavailableException e) {
            throw new CommandFailed(CommandFailed.FAILED, String.valueOf(e.getMessage()), e);
        } catch (OutOfMemoryError e) {
            throw CommandFailed.outOfMemory("this comparison", e);
        } catch (GroupFailedException e) {
            if (e.getCause() instanceof OutOfMemoryError cause) {
                throw CommandFailed.outOfMemory("this comparison", cause);
            }
            throw e;
        } catch (IOException | UncheckedIOException e) {
            throw new CommandFailed(CommandFailed.FAILED, "Cannot write to " + out + ": " + Failure.words(e) + ".", e);
        }
    }

    private void compare() throws IOException {
        List<Contestant> contestants = (recipes.isEmpty() ? USUAL : recipes)
                .stream().map(Contestant::parse).toList();
        List<Partition> shares = partitions.stream().map(Partition::parse).toList();
        Settings settings = new Settings(
                workers.get(0),
                batch,
                epochs,
                rate,
                momentum,
                Optimizer.parse(optimizer),
                shares.get(0),
                Schedule.parse(schedule),
                weightDecay,
                nesterov);
        Sweep sweep = Sweep.of(settings, workers, shares);
        if (seeds < 1 || seeds > MOST_SEEDS) {
            throw new IllegalArgumentException("--seeds is 1 to " + MOST_SEEDS + ", this is " + seeds);
        }
        if (target.isPresent() && !Double.isFinite(target.get())) {
            throw new IllegalArgumentException("--target is a number, this is " + target.get());
        }
        if (out.toString().isBlank()) {
            throw new IllegalArgumentException("--out is empty; . is the folder you are in");
        }
        Problem problem = problem();
        PrintWriter screen = spec.commandLine().getOut();
        if (plan) {
            workers.forEach(
                    count -> contestants.forEach(contestant -> screen.println(plan(contestant, problem, count))));
            return;
        }
        List<CheckpointFolder> checkpoints = claimFiles(sweep, problem, contestants);
        Map<String, Results> all = new LinkedHashMap<>();
        for (Settings value : sweep.values()) {
            if (sweep.isMany()) {
                screen.println(sweep.setting() + " " + sweep.setting().of(value) + ":");
            }
            all.put(sweep.setting().of(value), compare(problem, value, contestants, sweep.folder(out, value)));
        }
        if (sweep.isMany()) {
            new SweepReport(sweep.setting(), all).write(out).forEach(screen::println);
            screen.println("All of them together are in " + out.resolve(SweepReport.TABLE) + ".");
        }
        for (CheckpointFolder each : checkpoints) {
            each.delete();
        }
    }

    /** Trains every recipe with the same settings, and writes and shows the report. */
    private Results compare(Problem problem, Settings settings, List<Contestant> contestants, Path folder)
            throws IOException {
        PrintWriter screen = spec.commandLine().getOut();
        Comparison comparison = comparison(problem, settings, contestants, folder);
        ComparisonProgress progress = new ComparisonProgress(
                contestants.size() * seeds, epochs, spec.commandLine().getErr());
        if (tune) {
            comparison = comparison.tuned(GRID, progress);
        }
        Results results = described(comparison.run(progress));
        progress.close();
        Summary summary = target.isPresent() ? Summary.of(results, target.get()) : Summary.of(results);
        Report report = Report.write(results, summary, folder)
                .with(Scaling.of(contestants, problem.namedTensors()), results, folder);
        screen.println();
        screen.println(report.table());
        report.remarks().forEach(screen::println);
        screen.println(
                "Open " + folder.resolve(Report.PAGE) + "; the numbers are in " + folder.resolve(Report.RESULTS) + ".");
        return results;
    }

    private Comparison comparison(Problem problem, Settings settings, List<Contestant> contestants, Path folder) {
        return Comparison.of(problem)
                .settings(settings)
                .seeds(LongStream.rangeClosed(1, seeds).toArray())
                .with(contestants)
                .resumingFrom(folder.resolve(CHECKPOINTS));
    }

    /** Before anything is trained: whatever is wrong with one of the comparisons, or in the way of its files, is told of now. */
    private List<CheckpointFolder> claimFiles(Sweep sweep, Problem problem, List<Contestant> contestants)
            throws IOException {
        for (Settings value : sweep.values()) {
            comparison(problem, value, contestants, out).check();
        }
        if (sweep.isMany()) {
            SweepReport.requireReplaceable(sweep.setting(), out);
        }
        List<CheckpointFolder> claimed = new ArrayList<>();
        for (Settings value : sweep.values()) {
            claimed.add(claimFiles(sweep.folder(out, value), contestants.size() * seeds));
        }
        return claimed;
    }

    private CheckpointFolder claimFiles(Path folder, int runs) throws IOException {
        Report.requireReplaceable(folder);
        CheckpointFolder checkpoints = new CheckpointFolder(folder.resolve(CHECKPOINTS));
        if (!resume) {
            checkpoints.delete();
        } else if (!checkpoints.isInUse()) {
            throw new IllegalArgumentException("There is nothing to resume in " + folder
                    + "; a comparison that was stopped leaves a folder " + CHECKPOINTS + " there.");
        }
        checkpoints.claim(runs);
        return checkpoints;
    }

    private Problem problem() {
        if (model.isPresent()) {
            return Models.make(model.get(), () -> DataSets.open(data, cache.folder()));
        }
        DataSet set = DataSets.open(data, cache.folder());
        return Models.make(Models.usualFor(set), () -> set);
    }

    private String plan(Contestant contestant, Problem problem, int group) {
        List<NamedTensor> tensors = problem.namedTensors();
        return contestant.label() + ", what worker 0 of " + group + " sends in a first step:" + System.lineSeparator()
                + LocalGroup.run(group, each -> Plan.rehearse(contestant.policy(), tensors, each))
                        .get(0);
    }

    /** The results together with how and where they were made. */
    private Results described(Results results) {
        Map<String, String> about = new LinkedHashMap<>();
        List<String> typed = spec.commandLine().getParseResult().originalArgs();
        about.put(
                "command", "./tersegrad " + typed.stream().map(Compare::quoted).collect(joining(" ")));
        about.putAll(results.about());
        about.putAll(Machine.describe());
        return new Results(about, results.parameters(), results.evaluations());
    }

    /** As a shell takes it. */
    private static String quoted(String argument) {
        return argument.matches("[\\w./:=@+,-]+") ? argument : "'" + argument.replace("'", "'\\''") + "'";
    }
}
