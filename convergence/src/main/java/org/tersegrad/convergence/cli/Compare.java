package org.tersegrad.convergence.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
import org.tersegrad.convergence.training.Comparison;
import org.tersegrad.convergence.training.Contestant;
import org.tersegrad.convergence.training.Optimizer;
import org.tersegrad.convergence.training.Partition;
import org.tersegrad.convergence.training.Results;
import org.tersegrad.convergence.training.Settings;
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
            "  tersegrad compare dense 'topk(0.01)+ef' 'powersgd(2)+ef' --workers 4",
            "  tersegrad compare --data mnist --model 'mlp(256)' --epochs 3 dense 'sign+ef'",
            "  tersegrad compare --data text --tune --optimizer adam dense 'qsgd(4bit)'",
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
            description = "How many. Default: ${DEFAULT-VALUE}.",
            defaultValue = "8")
    private int workers;

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

    @Option(
            names = "--optimizer",
            paramLabel = "NAME",
            description = "sgd, adam or lion. Default: ${DEFAULT-VALUE}.",
            defaultValue = "sgd")
    private String optimizer;

    @Option(
            names = "--partition",
            paramLabel = "HOW",
            description = "Who has which examples: iid or dirichlet(0.1). Default: ${DEFAULT-VALUE}.",
            defaultValue = "iid")
    private String partition;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            description = "How many. Default: ${DEFAULT-VALUE}.",
            defaultValue = "3")
    private int seeds;

    @Mixin
    private TargetOption target;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where results go. Default: ${DEFAULT-VALUE}.",
            defaultValue = "comparison")
    private Path out;

    @Option(
            names = "--force",
            description =
                    "Replaces results of another comparison in that folder. The same recipes and options replace their"
                            + " own results without it.")
    private boolean force;

    @Option(names = "--resume", description = "Goes on with the comparison that was stopped in that folder.")
    private boolean resume;

    @Option(names = "--quiet", description = "Says nothing of how far the training has come.")
    private boolean quiet;

    @Option(names = "--plan", description = "Shows what each recipe does with each tensor, and trains nothing.")
    private boolean plan;

    @Mixin
    private JsonOption json;

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
        Settings settings = new Settings(
                workers, batch, epochs, rate, momentum, Optimizer.parse(optimizer), Partition.parse(partition));
        if (seeds < 1 || seeds > MOST_SEEDS) {
            throw new IllegalArgumentException("--seeds is 1 to " + MOST_SEEDS + ", this is " + seeds);
        }
        target.check();
        if (plan && json.isGiven()) {
            throw new IllegalArgumentException("--plan is no table of results; --json does not go with it");
        }
        if (out.toString().isBlank()) {
            throw new IllegalArgumentException("--out is empty; . is the folder you are in");
        }
        Problem problem = problem();
        PrintWriter screen = spec.commandLine().getOut();
        if (plan) {
            contestants.forEach(contestant -> screen.println(plan(contestant, problem)));
            return;
        }
        Comparison comparison = Comparison.of(problem)
                .settings(settings)
                .seeds(LongStream.rangeClosed(1, seeds).toArray())
                .with(contestants)
                .resumingFrom(out.resolve(ResultsFolder.CHECKPOINTS));
        comparison.check();
        target.check(problem);
        ResultsFolder.Claim claim = new ResultsFolder.Claim(TypedCommand.of(spec), resume, force);
        try (ResultsFolder folder = ResultsFolder.of(out, claim, contestants.size() * seeds)) {
            folder.fill(
                    () -> train(comparison, problem, contestants),
                    spec.commandLine().getErr());
        }
    }

    private void train(Comparison untuned, Problem problem, List<Contestant> contestants) throws IOException {
        Results results;
        StatusLine line = StatusLine.of(quiet, spec.commandLine().getErr());
        try (ComparisonProgress progress = new ComparisonProgress(contestants.size() * seeds, epochs, line)) {
            Comparison comparison = tune ? untuned.tuned(GRID, progress) : untuned;
            results = described(comparison.run(progress));
            progress.finished();
        }
        Summary summary = target.summary(results);
        Report report =
                Report.write(results, summary, out).with(Scaling.of(contestants, problem.namedTensors()), results, out);
        PrintWriter screen = spec.commandLine().getOut();
        if (json.isGiven()) {
            screen.print(Files.readString(out.resolve(Report.SUMMARY)));
            screen.flush();
            report.remarks().forEach(line::warn);
            return;
        }
        screen.println();
        screen.println(report.table());
        report.remarks().forEach(screen::println);
        screen.println(
                "Open " + out.resolve(Report.PAGE) + "; the numbers are in " + out.resolve(Report.RESULTS) + ".");
    }

    private Problem problem() {
        if (model.isPresent()) {
            return Models.make(model.get(), this::read);
        }
        DataSet set = read();
        return Models.make(Models.usualFor(set), () -> set);
    }

    private DataSet read() {
        if (!quiet && DataSets.isInFiles(data, cache.folder())) {
            spec.commandLine().getErr().println("Reading " + data + ".");
        }
        return DataSets.open(data, cache.folder());
    }

    private String plan(Contestant contestant, Problem problem) {
        List<NamedTensor> tensors = problem.namedTensors();
        return contestant.label() + ", what worker 0 of " + workers + " sends in a first step:" + System.lineSeparator()
                + LocalGroup.run(workers, group -> Plan.rehearse(contestant.policy(), tensors, group))
                        .get(0);
    }

    /** The results together with how and where they were made. */
    private Results described(Results results) {
        Map<String, String> about = new LinkedHashMap<>();
        about.put("command", TypedCommand.of(spec).toString());
        about.putAll(results.about());
        about.putAll(Machine.describe());
        return new Results(about, results.parameters(), results.evaluations());
    }
}
