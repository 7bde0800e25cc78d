package org.tersegrad.convergence.cli.compare;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.tersegrad.convergence.cli.shared.CacheOption;
import org.tersegrad.convergence.cli.shared.CommandFailed;
import org.tersegrad.convergence.cli.shared.Failure;
import org.tersegrad.convergence.cli.shared.JsonOption;
import org.tersegrad.convergence.data.DataSet;
import org.tersegrad.convergence.data.DataSets;
import org.tersegrad.convergence.data.DataUnavailableException;
import org.tersegrad.convergence.model.Models;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.report.SweepReport;
import org.tersegrad.convergence.time.Network;
import org.tersegrad.convergence.training.Contestant;
import org.tersegrad.convergence.training.Descent;
import org.tersegrad.convergence.training.Optimizer;
import org.tersegrad.convergence.training.Partition;
import org.tersegrad.convergence.training.Schedule;
import org.tersegrad.convergence.training.Settings;
import org.tersegrad.convergence.training.Sweep;
import org.tersegrad.convergence.training.sync.Synchronizations;
import org.tersegrad.reducers.group.GroupFailedException;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.Plan;
import org.tersegrad.reducers.sync.Synchronization;
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
            "  tersegrad compare --data houses.csv --label price dense 'topk(0.01)+ef'",
            "  tersegrad compare --data text --tune --optimizer adam dense 'qsgd(4bit)'",
            "  tersegrad compare --workers 2,4,8,16 dense 'topk(0.01)+ef' 'powersgd(2)+ef'",
            "  tersegrad compare --sync 'bsp;local(8);diloco(30)' dense 'topk(0.01)+ef'",
            "  tersegrad compare --network 1gbe dense 'topk(0.01)+ef' int8+twoshot",
            "  tersegrad compare --plan 'vectors: dense; *: powersgd(2)+ef'"
        })
public final class Compare implements Runnable {
    /** The family as a group of eight uses it: pairs with and without error feedback, and two shots where gathering is pointless. */
    private static final List<String> USUAL = List.of(
            "dense",
            "bf16",
            "topk(0.001)+ef",
            "topk(0.001)",
            "sign+ef+twoshot",
            "sign+twoshot",
            "powersgd(1)+ef",
            "powersgd(1)",
            "qsgd(4bit)+twoshot",
            "terngrad+sharedscale",
            "vote",
            "dlion(vote)");

    private static final int MOST_SEEDS = 10_000;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "RECIPE", description = "What to compare; twelve usual ones if none is given.")
    private List<String> recipes = List.of();

    @Option(
            names = "--data",
            paramLabel = "SET",
            description =
                    "What to learn from: a name that tersegrad data list shows, a CSV file (with --label), a text, a folder of"
                            + " texts, a folder with MNIST's IDX files, or a folder with a subfolder of PNG images for each class."
                            + " Default: ${DEFAULT-VALUE}.",
            defaultValue = "digits")
    private String data;

    @Option(
            names = "--label",
            paramLabel = "COLUMN",
            description =
                    "The column of a CSV file to predict, as in --data houses.csv --label price. Text and few whole numbers are"
                            + " classes, other numbers a regression; --data 'csv(wine.csv,label=quality,task=numbers)' decides that.")
    private Optional<String> label = Optional.empty();

    @Option(
            names = "--model",
            paramLabel = "MODEL",
            description = "softmax, linear, mlp, cnn, charlm, logistic or quadratic, as in 'mlp(256,128)'. Default: one"
                    + " that fits the data.")
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
            description = "Examples of one worker's gradient. Default: 16, or all if there are fewer.")
    private Optional<Integer> batch = Optional.empty();

    @Option(names = "--epochs", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.", defaultValue = "30")
    private int epochs;

    @Option(
            names = "--lr",
            paramLabel = "RATE",
            description =
                    "The learning rate of recipes that have none of their own. Default: the one that was found for a"
                            + " recipe with these settings on this problem, else 0.1, or 0.01 for a regression.")
    private Optional<Float> rate = Optional.empty();

    @Option(
            names = "--tune",
            description =
                    "Tries rates from 0.0003 to 1, and beyond while the best is at an end, for every recipe that has none of"
                            + " its own, and takes the lowest whose training loss over three other seeds is within a standard error of the least.")
    private boolean tune;

    @Option(names = "--momentum", paramLabel = "MU", description = "Default: ${DEFAULT-VALUE}.", defaultValue = "0.9")
    private float momentum;

    @Option(names = "--nesterov", description = "Steps along Nesterov's momentum; for sgd.")
    private boolean nesterov;

    @Option(
            names = "--weight-decay",
            paramLabel = "X",
            description =
                    "Part of the gradient for sgd, apart from it for all others; with adam and muon for matrices only. Default:"
                            + " ${DEFAULT-VALUE}.",
            defaultValue = "0")
    private float weightDecay;

    @Option(
            names = "--schedule",
            paramLabel = "HOW",
            description =
                    "How the rate changes: constant, cosine, or step(15,25), which takes a tenth after 15 and"
                            + " after 25 epochs. With 'cosine(warmup=5)' it grows for 5 epochs first. Default: ${DEFAULT-VALUE}.",
            defaultValue = "constant")
    private String schedule;

    @Option(
            names = "--optimizer",
            paramLabel = "NAME",
            description =
                    "sgd, adam, lion or muon; 'adam(beta2=0.99)' for small language models. Default: ${DEFAULT-VALUE}.",
            defaultValue = "sgd")
    private String optimizer;

    @Option(
            names = "--partition",
            paramLabel = "HOW",
            split = ";",
            description =
                    "Who has which examples: iid or dirichlet(0.1), in which workers have few classes each. With several, as in"
                            + " 'iid;dirichlet(0.1)', recipes are compared for each. Default: dirichlet(0.1), or iid where"
                            + " there are no classes.")
    private List<String> partitions = List.of();

    @Option(
            names = "--sync",
            paramLabel = "HOW",
            split = ";",
            description =
                    "How often workers agree: bsp, in every step; local(8), by averaging models; diloco(30), with an outer step;"
                            + " 'fedavg(10,participation=0.1)', with some of them in each round; ssp(3) or asp, with a server and in"
                            + " virtual time; gossip(ring), with neighbours. With several, as in 'bsp;local(8)', recipes are compared"
                            + " for each. Default: bsp.")
    private List<String> synchronizations = List.of("bsp");

    @Option(
            names = "--seeds",
            paramLabel = "N",
            description = "How many. Default: ${DEFAULT-VALUE}.",
            defaultValue = "5")
    private int seeds;

    @Mixin
    private TargetOption target;

    @Option(
            names = "--network",
            paramLabel = "NET",
            description =
                    "Adds the seconds that a step would take on a network: wan, 1gbe, 10gbe, 25gbe, 100gbe, 100gib or"
                            + " alpha=50us,bandwidth=100Mbit.")
    private Optional<String> network = Optional.empty();

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

    @Option(names = "--quiet", description = "Suppresses progress output.")
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
        List<Partition> shares = partitions.stream().map(Partition::parse).toList();
        List<Synchronization> agreements =
                synchronizations.stream().map(Synchronizations::parse).toList();
        Settings usual = Settings.usual();
        Descent descent = descent(usual.descent().rate());
        Partition share = shares.isEmpty() ? Partition.iid() : shares.get(0);
        Settings settings =
                new Settings(workers.get(0), batch.orElse(usual.batch()), epochs, descent, share, agreements.get(0));
        if (seeds < 1 || seeds > MOST_SEEDS) {
            throw new IllegalArgumentException("--seeds is 1 to " + MOST_SEEDS + ", this is " + seeds);
        }
        target.check();
        if (plan && json.isGiven()) {
            throw new IllegalArgumentException("--plan prints no results; it cannot be combined with --json");
        }
        if (json.isGiven() && (workers.size() > 1 || partitions.size() > 1 || agreements.size() > 1)) {
            throw new IllegalArgumentException("--json prints one comparison, these are several; " + SweepReport.TABLE
                    + " has the numbers of all");
        }
        if (out.toString().isBlank()) {
            throw new IllegalArgumentException("--out is empty; . is the folder you are in");
        }
        network.ifPresent(text -> workers.forEach(count -> Network.parse(text, count)));
        if (network.isPresent()) {
            agreements.forEach(ComparisonTime::period); // refuses what it does not know
        }
        Problem problem = problem();
        if (plan) {
            PrintWriter screen = spec.commandLine().getOut();
            workers.forEach(
                    count -> contestants.forEach(contestant -> screen.println(plan(contestant, problem, count))));
            return;
        }
        target.check(problem);
        int most = batch.isPresent() ? Integer.MAX_VALUE : problem.examples();
        Settings fitting = new Settings(
                settings.workers(),
                Math.min(settings.batch(), most),
                epochs,
                descent(problem.usualRate()),
                share,
                agreements.get(0));
        Sweep sweep = Sweep.of(
                fitting, workers, shares.isEmpty() ? List.of(Partition.usualFor(problem)) : shares, agreements);
        ComparisonJob.Options options = new ComparisonJob.Options(
                out, resume, force, quiet, json.isGiven(), tune, rate, seeds, target, network);
        new ComparisonJob(problem, contestants, options, spec).run(sweep);
    }

    private Descent descent(float usualRate) {
        return new Descent(
                Optimizer.parse(optimizer), usualRate, momentum, Schedule.parse(schedule), weightDecay, nesterov);
    }

    private Problem problem() {
        if (model.isPresent()) {
            return Models.make(model.get(), this::read);
        }
        DataSet set = read();
        return Models.make(Models.usualFor(set), () -> set);
    }

    private DataSet read() {
        boolean told = !quiet && DataSets.isInFiles(data, cache.folder());
        PrintWriter err = spec.commandLine().getErr();
        if (told) {
            err.println("Reading " + data + ".");
        }
        DataSet set = label.isPresent()
                ? DataSets.openLabelled(data, label.get(), cache.folder())
                : DataSets.open(data, cache.folder());
        if (told && !set.description().isEmpty()) {
            err.println(set.name() + ": " + set.description() + ".");
        }
        return set;
    }

    private static String plan(Contestant contestant, Problem problem, int workers) {
        List<NamedTensor> tensors = problem.namedTensors();
        return contestant.label() + ", what worker 0 of " + workers + " sends in a first step:" + System.lineSeparator()
                + LocalGroup.run(workers, group -> Plan.rehearse(contestant.policy(), tensors, group))
                        .get(0);
    }
}
