package org.tersegrad.convergence.training;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.tersegrad.compressors.recipes.Recipe;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.reducers.model.NamedTensor;

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

    private final Problem problem;
    private final Settings settings;
    private final List<Contestant> contestants;
    private final List<Long> seeds;
    private final Optional<CheckpointFolder> folder;

    private Comparison(
            Problem problem,
            Settings settings,
            List<Contestant> contestants,
            List<Long> seeds,
            Optional<CheckpointFolder> folder) {
        this.problem = problem;
        this.settings = settings;
        this.contestants = List.copyOf(contestants);
        this.seeds = List.copyOf(seeds);
        this.folder = folder;
    }

    /** Of nothing yet, with {@link Settings#usual} and seeds 1, 2 and 3. */
    public static Comparison of(Problem problem) {
        return new Comparison(problem, Settings.usual(), List.of(), List.of(1L, 2L, 3L), Optional.empty());
    }

    /** With all settings at once. */
    public Comparison settings(Settings other) {
        return new Comparison(problem, other, contestants, seeds, folder);
    }

    /** With this many workers. */
    public Comparison workers(int workers) {
        return settings(settings.withWorkers(workers));
    }

    /** With this many passes over the training examples. */
    public Comparison epochs(int epochs) {
        return settings(settings.withEpochs(epochs));
    }

    /** With this learning rate for those that have none of their own. */
    public Comparison rate(float rate) {
        return settings(settings.withRate(rate));
    }

    /**
     * With one run for each of these. A seed decides who has which examples, in which order, where training starts, and all
     * noise.
     */
    public Comparison seeds(long... numbers) {
        return new Comparison(
                problem, settings, contestants, LongStream.of(numbers).boxed().toList(), folder);
    }

    /** Adds ways to train, as {@link Contestant#parse} reads them. */
    public Comparison with(String... recipes) {
        return with(Stream.of(recipes).map(Contestant::parse).toList());
    }

    /** Adds ways to train. */
    public Comparison with(List<Contestant> more) {
        List<Contestant> all = new ArrayList<>(contestants);
        all.addAll(more);
        return new Comparison(problem, settings, all, seeds, folder);
    }

    /**
     * Writes down in a folder how far each run has come, and goes on from what is written there. A run whose checkpoint is damaged
     * starts over.
     */
    public Comparison resumingFrom(Path checkpoints) {
        return new Comparison(problem, settings, contestants, seeds, Optional.of(new CheckpointFolder(checkpoints)));
    }

    /** Trains all of them and says nothing meanwhile. */
    public Results run() {
        return run(Progress.SILENT);
    }

    /**
     * Trains all of them, one after the other.
     *
     * @throws IllegalArgumentException as {@link #check} does, or if another comparison was stopped in the folder
     * @throws UncheckedIOException if a checkpoint cannot be read or written, or would replace somebody else's file
     */
    public Results run(Progress progress) {
        check();
        List<Evaluation> evaluations = new ArrayList<>();
        List<String> labels = labels();
        int runs = contestants.size() * seeds.size();
        claim(runs);
        String content = folder.isPresent() ? problem.contentHash() : "";
        for (int i = 0; i < runs; i++) {
            Contestant contestant = contestants.get(i / seeds.size());
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
            evaluations.addAll(new Run(problem, settings, contestant, label, seed, checkpointing, listener).train());
        }
        return new Results(about(), problem.parameters(), evaluations);
    }

    /**
     * Refuses what {@link #run} would refuse, before anything is trained.
     *
     * @throws IllegalArgumentException if there is nothing to compare, two are the same, no rule is for a tensor, or the settings
     *     are not for so many examples
     */
    public void check() {
        if (contestants.isEmpty() || seeds.isEmpty()) {
            throw new IllegalArgumentException(
                    "nothing to compare: " + contestants.size() + " recipes, " + seeds.size() + " seeds");
        }
        labels();
        settings.check(problem.examples());
        for (NamedTensor tensor : problem.namedTensors()) {
            contestants.forEach(contestant -> contestant.policy().reducer(tensor));
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

    /** What each is called: by its recipe, and where that occurs twice, with its rate. */
    private List<String> labels() {
        List<String> labels = new ArrayList<>();
        for (Contestant contestant : contestants) {
            long namesakes = contestants.stream()
                    .filter(other -> other.label().equals(contestant.label()))
                    .count();
            float rate = contestant.rate().orElse(settings.rate());
            String label = contestant.label() + (namesakes > 1 ? "@" + Recipe.number(rate) : "");
            if (labels.contains(label)) {
                throw new IllegalArgumentException(label + " is there twice");
            }
            labels.add(label);
        }
        return labels;
    }

    /**
     * The same with the best learning rate of a grid for each contestant that has none of its own: the one with the least training
     * loss in the last epoch, for a seed that is not among those compared.
     */
    public Comparison tuned(List<Float> grid, Progress progress) {
        long seed = seeds.stream().mapToLong(Long::longValue).max().orElse(0) + 1;
        List<Contestant> tuned = new ArrayList<>();
        for (Contestant contestant : contestants) {
            tuned.add(
                    contestant.rate().isPresent()
                            ? contestant
                            : contestant.withRate(best(contestant, grid, seed, progress)));
        }
        return new Comparison(problem, settings, tuned, seeds, folder);
    }

    private float best(Contestant contestant, List<Float> grid, long seed, Progress progress) {
        float best = grid.get(0);
        double least = Double.POSITIVE_INFINITY;
        for (float rate : grid) {
            Contestant tried = contestant.withRate(rate);
            AtomicBoolean diverged = new AtomicBoolean();
            Run.Listener listener = new Run.Listener() {
                @Override
                public void diverged(String why) {
                    diverged.set(true);
                }
            };
            Run run = new Run(problem, settings, tried, tried.label(), seed, Optional.empty(), listener);
            List<Evaluation> evaluations = run.train();
            double loss = diverged.get()
                    ? Double.NaN
                    : evaluations.get(evaluations.size() - 1).trainLoss();
            progress.tried(contestant.label(), rate, loss);
            if (loss < least) {
                least = loss;
                best = rate;
            }
        }
        return best;
    }

    /** What is compared, for those who read the results. */
    private Map<String, String> about() {
        Map<String, String> about = new LinkedHashMap<>();
        about.put("model", problem.name());
        about.put("parameters", Integer.toString(problem.parameters()));
        about.put("training examples", Integer.toString(problem.examples()));
        about.put("workers", Integer.toString(settings.workers()));
        about.put("batch of a worker", Integer.toString(settings.batch()));
        about.put("epochs", Integer.toString(settings.epochs()));
        about.put("optimizer", settings.descent());
        about.put("schedule", settings.schedule().toString());
        about.put("partition", settings.partition().toString());
        about.put("seeds", seeds.toString());
        StringBuilder rates = new StringBuilder();
        for (Contestant contestant : contestants) {
            rates.append(rates.length() == 0 ? "" : "; ")
                    .append(contestant.label())
                    .append(" ");
            rates.append(Recipe.number(contestant.rate().orElse(settings.rate())));
        }
        about.put("learning rates", rates.toString());
        return about;
    }
}
