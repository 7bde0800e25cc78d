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
import org.tersegrad.convergence.model.Usual;
import org.tersegrad.convergence.report.SweepReport;
import org.tersegrad.convergence.report.tables.Sentences;
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
            "A recipe is a way to average gradients, or rules for tensors, perhaps with a synchronization, an optimizer and a"
                    + " learning rate of its own:",
            "  'topk(0.01)+ef'    'vectors: dense; *: powersgd(2)+ef'    'vote@0.001'",
            "  'int8@diloco(30)@adam@0.003'",
            "tersegrad schemes --list explains what recipes are made of.",
            "",
            "Examples:",
            "  tersegrad compare",
            "  tersegrad compare dense 'topk(0.01)+ef' 'powersgd(2)+ef' --workers 4",
            "  tersegrad compare --data mnist --model 'mlp(256)' --epochs 3 dense 'sign+ef'",
            "  tersegrad compare --data houses.csv --label price dense 'topk(0.01)+ef'",
            "  tersegrad compare --data text --tune --optimizer adam dense 'qsgd(4bit)'",
            "  tersegrad compare --model gpt --data sotu",
            "  tersegrad compare --workers 2,4,8,16 dense 'topk(0.01)+ef' 'powersgd(2)+ef'",
            "  tersegrad compare --sync 'bsp;local(8);diloco(30)' dense 'topk(0.01)+ef'",
            "  tersegrad compare --network 1gbe dense 'topk(0.01)+ef' int8+twoshot",
            "  tersegrad compare --plan 'vectors: dense; *: powersgd(2)+ef'"
        })
public final class Compare implements Runnable {
    private static final int MOST_SEEDS = 10_000;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "RECIPE", description = "What to compare; usual ones for the model if none is given.")
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
            description =
                    "softmax, linear, mlp, cnn, resnet, charlm, gpt, logistic or quadratic, as in 'mlp(256,128)'. Default: one"
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
            description = "Examples of one worker's gradient. Default: 16, for gpt 6, or all if there are fewer.")
    private Optional<Integer> batch = Optional.empty();

    @Option(names = "--epochs", paramLabel = "N", description = "Default: 30, for gpt 20, for resnet 10.")
    private Optional<Integer> epochs = Optional.empty();

    @Option(
            names = "--steps-per-epoch",
            paramLabel = "N",
            description = "Ends an epoch, and evaluates, after N steps. Default: those of a pass over all"
                    + " examples; for gpt 25, for resnet 39.")
    private Optional<Integer> epochSteps = Optional.empty();

    @Option(
            names = "--lr",
            paramLabel = "RATE",
            description =
                    "The learning rate of recipes that have none of their own. Default: the one that was found for a"
                            + " recipe with these settings on this problem, else 0.1, for a regression 0.01, for gpt 0.003.")
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
                            + " 0, for gpt 0.1, for resnet 0.0005.")
    private Optional<Float> weightDecay = Optional.empty();

    @Option(
            names = "--schedule",
            paramLabel = "HOW",
            description = "How the rate changes: constant, cosine, or step(15,25), which takes a tenth after 15 and"
                    + " after 25 epochs. With 'cosine(warmup=5)' it grows for 5 epochs first. Default: constant,"
                    + " for gpt and resnet cosine(warmup=1).")
    private Optional<String> schedule = Optional.empty();

    @Option(
            names = "--optimizer",
            paramLabel = "NAME",
            description = "sgd, adam, lion or muon. Default: sgd, for gpt adam(beta2=0.99).")
    private Optional<String> optimizer = Optional.empty();

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

    @Option(names = "--seeds", paramLabel = "N", description = "How many. Default: 5, for gpt and resnet 1.")
    private Optional<Integer> seeds = Optional.empty();

    @Mixin
    private TargetOption target;

    @Option(
            names = "--network",
            paramLabel = "NET",
            description =
                    "Adds the seconds that training would take on a network: wan, 1gbe, 10gbe, 25gbe, 100gbe, 100gib or"
                            + " alpha=50us,bandwidth=100Mbit. With ssp and asp it decides which gradient comes first.")
    private Optional<String> network = Optional.empty();

    @Option(
            names = "--times",
            paramLabel = "HOW",
            description =
                    "Times of the steps of workers: constant, exponential or 'slow(4)'. Adds virtual seconds without a network,"
                            + " too.")
    private Optional<String> times = Optional.empty();

    @Option(
            names = "--step",
            paramLabel = "TIME",
            description =
                    "The time of a usual step with --network, encoding and adding included, as 20ms. Default: as measured here.")
    private Optional<String> step = Optional.empty();

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
        List<Contestant> given = recipes.stream().map(Contestant::parse).toList();
        List<Partition> shares = partitions.stream().map(Partition::parse).toList();
        List<Synchronization> agreements =
                synchronizations.stream().map(Synchronizations::parse).toList();
        Partition share = shares.isEmpty() ? Partition.iid() : shares.get(0);
        settings(Usual.SMALL, Integer.MAX_VALUE, share, agreements.get(0)); // mistakes are told before data is read
        seeds.filter(count -> count < 1 || count > MOST_SEEDS).ifPresent(count -> {
            throw new IllegalArgumentException("--seeds is 1 to " + MOST_SEEDS + ", this is " + count);
        });
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
        network.ifPresent(this::tellConstants);
        ComparisonTime.Options time = ComparisonTime.Options.parse(network, times, step);
        Problem problem = problem();
        Usual usual = problem.usual();
        List<Contestant> contestants = given.isEmpty()
                ? usual.recipes().stream().map(Contestant::parse).toList()
                : given;
        if (plan) {
            PrintWriter screen = spec.commandLine().getOut();
            workers.forEach(
                    count -> contestants.forEach(contestant -> screen.println(plan(contestant, problem, count))));
            return;
        }
        target.check(problem);
        Sweep sweep = Sweep.of(
                settings(usual, problem.examples(), share, agreements.get(0)),
                workers,
                shares.isEmpty() ? List.of(Partition.usualFor(problem)) : shares,
                agreements);
        ComparisonJob.Options options = new ComparisonJob.Options(
                out, resume, force, quiet, json.isGiven(), tune, rate, seeds.orElse(usual.seeds()), target, time);
        new ComparisonJob(problem, contestants, options, spec).run(sweep);
    }

    /** The options, and what is usual where none is given; a batch that is not given has at most all examples. */
    private Settings settings(Usual usual, int examples, Partition share, Synchronization agreement) {
        Descent descent = new Descent(
                Optimizer.parse(optimizer.orElse(usual.optimizer())),
                usual.rate(),
                momentum,
                Schedule.parse(schedule.orElse(usual.schedule())),
                weightDecay.orElse(usual.weightDecay()),
                nesterov);
        return new Settings(
                workers.get(0),
                batch.orElse(Math.min(usual.batch(), examples)),
                epochs.orElse(usual.epochs()),
                epochSteps.or(usual::epochSteps),
                descent,
                share,
                agreement);
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

    /** Rejects a network that cannot be, and tells its constants if they were fitted. */
    private void tellConstants(String text) {
        StringBuilder facts = new StringBuilder();
        workers.stream()
                .flatMap(count -> ComparisonTime.network(text, count).facts().stream())
                .distinct()
                .forEach(sentence -> Sentences.wrap(sentence, facts));
        spec.commandLine().getErr().print(facts);
        spec.commandLine().getErr().flush();
    }

    private static String plan(Contestant contestant, Problem problem, int workers) {
        List<NamedTensor> tensors = problem.namedTensors();
        return contestant.label() + ", what worker 0 of " + workers + " sends in a first step:" + System.lineSeparator()
                + LocalGroup.run(workers, group -> Plan.rehearse(contestant.policy(), tensors, group))
                        .get(0);
    }
}
