package org.tersegrad.convergence.training.comparison;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.training.Contestant;
import org.tersegrad.convergence.training.Evaluation;
import org.tersegrad.convergence.training.Progress;
import org.tersegrad.convergence.training.Results;
import org.tersegrad.convergence.training.Settings;
import org.tersegrad.convergence.training.checkpoints.CheckpointFolder;
import org.tersegrad.convergence.training.clock.Durations;
import org.tersegrad.convergence.training.run.Run;
import org.tersegrad.convergence.training.sync.EveryStep;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.internal.DescentLimits;

/**
 * Trains one problem in several ways, with several seeds.
 *
 * <pre>{@code
 * Results results = Comparison.of(problem)
 *         .workers(8)
 *         .epochs(30)
 *         .with("dense", "topk(0.01)+ef", "vote@0.001")
 *         .run();
 * Report.write(results, Path.of("out"));
 * }</pre>
 *
 * <p>Immutable: every method returns another one. The same comparison gives the same results, but for the time it takes.
 */
public final class Comparison {
    private static final long CHECKPOINT_MILLIS = 2000;
    private static final Run.Listener SILENT = new Run.Listener() {};

    private final Problem problem;
    private final Settings settings;
    private final Optional<Float> rate;
    private final List<Contestant> contestants;
    private final List<Long> seeds;
    private final Optional<CheckpointFolder> folder;
    /** Recipes whose known rates are not used. */
    private final Set<String> plain;

    private final Function<Contestant, Optional<Durations>> machine;

    private Comparison(
            Problem problem,
            Settings settings,
            Optional<Float> rate,
            List<Contestant> contestants,
            List<Long> seeds,
            Optional<CheckpointFolder> folder,
            Set<String> plain,
            Function<Contestant, Optional<Durations>> machine) {
        this.problem = problem;
        this.settings = settings;
        this.rate = rate;
        this.contestants = List.copyOf(contestants);
        this.seeds = List.copyOf(seeds);
        this.folder = folder;
        this.plain = Set.copyOf(plain);
        this.machine = machine;
    }

    /** An empty comparison, with {@link Settings#usualFor} and seeds 1 to 5. */
    public static Comparison of(Problem problem) {
        return new Comparison(
                problem,
                Settings.usualFor(problem),
                Optional.empty(),
                List.of(),
                List.of(1L, 2L, 3L, 4L, 5L),
                Optional.empty(),
                Set.of(),
                contestant -> Optional.empty());
    }

    /** The same with all settings at once. */
    public Comparison settings(Settings other) {
        return new Comparison(problem, other, rate, contestants, seeds, folder, plain, machine);
    }

    /** The same with this many workers. */
    public Comparison workers(int workers) {
        return settings(settings.withWorkers(workers));
    }

    /** The same with this many passes over the training examples. */
    public Comparison epochs(int epochs) {
        return settings(settings.withEpochs(epochs));
    }

    /**
     * The same with this learning rate for contestants without one. Without it they get the rate that was found for them with these
     * settings on this problem, or else that of the settings.
     */
    public Comparison rate(float other) {
        DescentLimits.requireRate(other);
        return new Comparison(problem, settings, Optional.of(other), contestants, seeds, folder, plain, machine);
    }

    /**
     * The same with one run for each seed. A seed decides who has which examples, in which order, where training starts, and all
     * noise.
     */
    public Comparison seeds(long... numbers) {
        return new Comparison(
                problem,
                settings,
                rate,
                contestants,
                LongStream.of(numbers).boxed().toList(),
                folder,
                plain,
                machine);
    }

    /** Adds ways to train, as {@link Contestant#parse} reads them. */
    public Comparison with(String... recipes) {
        return with(Stream.of(recipes).map(Contestant::parse).toList());
    }

    /** Adds ways to train. */
    public Comparison with(List<Contestant> more) {
        List<Contestant> all = new ArrayList<>(contestants);
        all.addAll(more);
        return new Comparison(problem, settings, rate, all, seeds, folder, plain, machine);
    }

    /**
     * Writes down in a folder how far each run has come, and goes on from what is written there. A run whose checkpoint is damaged
     * starts over.
     */
    public Comparison resumingFrom(Path checkpoints) {
        return new Comparison(
                problem,
                settings,
                rate,
                contestants,
                seeds,
                Optional.of(new CheckpointFolder(checkpoints)),
                plain,
                machine);
    }

    /** The same with a clock for each contestant, which counts with these durations. */
    public Comparison timed(Function<Contestant, Durations> durations) {
        return new Comparison(
                problem, settings, rate, contestants, seeds, folder, plain, each -> Optional.of(durations.apply(each)));
    }

    /** Trains all of them and says nothing meanwhile. */
    public Results run() {
        return run(Progress.SILENT);
    }

    /**
     * Trains all of them, one after the other.
     *
     * @throws IllegalArgumentException as {@link #check} does, or if another comparison was stopped in the folder
     * @throws UncheckedIOException if a checkpoint cannot be read or written, or would replace a foreign file
     */
    public Results run(Progress progress) {
        check();
        claim(contestants.size() * seeds.size());
        return run(progress, Run::train);
    }

    /**
     * Trains all of them as one worker of a group, whose others do the same with the same comparison, each in a process of its own.
     *
     * <pre>{@code
     * try (TcpGroup group = TcpGroup.join(rank, addresses)) {
     *     Results results = Comparison.of(problem).workers(group.size()).with("topk(0.01)+ef").run(group, progress);
     * }
     * }</pre>
     *
     * @return the same on all workers, and the same as with threads, but for the time it takes
     * @throws IllegalArgumentException as {@link #check} does, if the group has another number of workers, or if checkpoints were
     *     asked for, which only threads write
     */
    public Results run(Collective group, Progress progress) {
        checkSettings();
        if (group.size() != settings.workers()) {
            throw new IllegalArgumentException(
                    "the group has " + group.size() + " workers, the comparison " + settings.workers());
        }
        if (folder.isPresent()) {
            throw new IllegalArgumentException("a comparison of processes writes no checkpoints");
        }
        for (Contestant contestant : contestants) {
            Settings own = contestant.settings(settings);
            if (own.isServed()) {
                throw new IllegalArgumentException(
                        own.synchronization() + " is trained in one thread, and not by a group of processes");
            }
        }
        return run(progress, run -> run.trainIn(group));
    }

    private Results run(Progress progress, Function<Run, List<Evaluation>> train) {
        List<Evaluation> evaluations = new ArrayList<>();
        List<String> labels = labels();
        int runs = contestants.size() * seeds.size();
        String content = folder.isPresent() ? problem.contentHash() : "";
        for (int i = 0; i < runs; i++) {
            Contestant contestant = contestants.get(i / seeds.size());
            Contestant rated = contestant.withRate(rate(contestant));
            long seed = seeds.get(i % seeds.size());
            String label = labels.get(i / seeds.size());
            int number = i;
            Optional<Run.Checkpointing> checkpointing =
                    folder.map(path -> new Run.Checkpointing(path.file(number), content, CHECKPOINT_MILLIS));
            Run.Listener listener = new Run.Listener() {
                @Override
                public void evaluated(int epoch, Evaluation evaluation) {
                    progress.evaluated(number, runs, epoch, evaluation);
                }

                @Override
                public void diverged(String why) {
                    progress.diverged(label, seed, why);
                }

                @Override
                public void startedOver(String why) {
                    progress.startedOver(label, seed, why);
                }
            };
            evaluations.addAll(train.apply(new Run(
                    problem, settings, rated, label, seed, checkpointing, listener, machine.apply(contestant))));
        }
        return new Results(about(), problem.parameters(), evaluations);
    }

    /**
     * Throws what {@link #run} would throw, before anything is trained.
     *
     * @throws IllegalArgumentException if there is nothing to compare, two are the same, no rule is for a tensor, the settings
     *     are not for that many examples, or a recipe is not for these settings
     */
    public void check() {
        checkSettings();
        for (Contestant contestant : contestants) {
            new Run(problem, settings, contestant, contestant.label(), seeds.get(0), Optional.empty(), SILENT).check();
        }
    }

    private void checkSettings() {
        if (contestants.isEmpty() || seeds.isEmpty()) {
            throw new IllegalArgumentException(
                    "nothing to compare: " + contestants.size() + " recipes, " + seeds.size() + " seeds");
        }
        labels();
        for (Contestant contestant : contestants) {
            Settings own = contestant.settings(settings);
            own.check(problem.examples());
            own.check(contestant.policy(), problem.namedTensors());
        }
    }

    private void claim(int runs) {
        if (folder.isPresent()) {
            try {
                folder.get().claim(runs);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** The name of each contestant: its recipe and its rate, as {@link Contestant#parse} reads it. */
    private List<String> labels() {
        List<String> labels = new ArrayList<>();
        for (Contestant contestant : contestants) {
            String label = contestant.label() + "@" + Recipe.number(rate(contestant));
            if (labels.contains(label)) {
                throw new IllegalArgumentException(label + " is there twice");
            }
            labels.add(label);
        }
        return labels;
    }

    /**
     * The same with the best learning rate for each contestant that has none of its own, found by training with several rates: the
     * lowest one whose training loss in the last epoch, averaged over three seeds that are not among those compared, is within one standard
     * error of the least.
     */
    public Comparison tuned(Progress progress) {
        long firstSeed = seeds.stream().mapToLong(Long::longValue).max().orElse(0) + 1;
        Tuning tuning = new Tuning(problem, settings, firstSeed, progress, machine);
        List<Contestant> tuned = new ArrayList<>();
        for (Contestant contestant : contestants) {
            tuned.add(contestant.rate().isPresent() ? contestant : tuning.tuned(contestant));
        }
        return new Comparison(problem, settings, rate, tuned, seeds, folder, plain, machine);
    }

    /**
     * The recipes that are trained at the rate of {@link Settings}, because they have no rate of their own, none was given for
     * all, and none was found for them with these settings on this problem.
     */
    public List<String> withUnknownRates() {
        return contestants.stream()
                .filter(contestant -> contestant.rate().isEmpty() && rate.isEmpty())
                .filter(contestant -> known(contestant).isEmpty())
                .map(Contestant::label)
                .toList();
    }

    /** Names the recipes whose rates are not tuned for these settings. */
    private Optional<String> untuned() {
        List<String> unknown = withUnknownRates();
        return unknown.isEmpty()
                ? Optional.empty()
                : Optional.of("No rate is known for " + String.join(", ", unknown) + " on " + problem.name()
                        + " with these settings, so it was "
                        + Recipe.number(settings.descent().rate()) + "; --tune finds a better one."
                        + KnownRates.elsewhere(problem.name(), unknown)
                                .map(rates -> " Known with " + rates + ".")
                                .orElse(""));
    }

    /** The same with the rate of {@link Settings} for these recipes, even if another one is known. */
    public Comparison withoutKnownRates(List<String> recipes) {
        return new Comparison(problem, settings, rate, contestants, seeds, folder, Set.copyOf(recipes), machine);
    }

    private Optional<Float> known(Contestant contestant) {
        Settings own = contestant.settings(settings);
        return own.synchronization() instanceof EveryStep && !plain.contains(contestant.label())
                ? KnownRates.of(problem.name(), own, contestant.policy().toString())
                : Optional.empty();
    }

    private float rate(Contestant contestant) {
        return contestant
                .rate()
                .or(() -> rate)
                .or(() -> known(contestant))
                .orElse(settings.descent().rate());
    }

    /** The settings of the comparison, for readers of the results. */
    private Map<String, String> about() {
        Map<String, String> about = new LinkedHashMap<>();
        about.put("model", problem.name());
        about.put("parameters", Integer.toString(problem.parameters()));
        about.put("training examples", Integer.toString(problem.examples()));
        about.put("workers", Integer.toString(settings.workers()));
        about.put("batch of a worker", Integer.toString(settings.batch()));
        about.put("epochs", Integer.toString(settings.epochs()));
        settings.epochSteps().ifPresent(steps -> about.put("steps per epoch", Integer.toString(steps)));
        about.put("optimizer", settings.descent().toString());
        about.put("schedule", settings.descent().schedule().toString());
        if (!(settings.synchronization() instanceof EveryStep)) {
            about.put("synchronization", settings.synchronization().toString());
        }
        about.put("partition", settings.partition().toString());
        about.put("seeds", seeds.toString());
        untuned().ifPresent(sentence -> about.put(Results.UNTUNED, sentence));
        return about;
    }
}
