package org.tersegrad.convergence.training;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.group.GroupFailedException;
import org.tersegrad.convergence.group.LocalGroup;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.model.Score;
import org.tersegrad.convergence.report.Evaluation;

/**
 * One contestant with one seed, from the first step to the last. All randomness comes from the seed: where the model starts, who
 * has which examples in which order, and what reducers draw.
 */
final class Run {
    /** What the seed of a run is forked for: who has which examples, where the model starts, in which order, reducers. */
    static final int EXAMPLES = 0;

    static final int START = 1;
    static final int ORDER = 2;
    static final int REDUCTIONS = 3;

    final Problem problem;
    final Settings settings;
    final Contestant contestant;
    final String label;
    final long seedNumber;
    final Seed seed;
    final int stepsPerEpoch;
    final List<int[]> shards;
    final Exchange exchange;

    private final Optional<Checkpointing> checkpointing;
    private final Listener listener;
    private final List<Evaluation> evaluations = new ArrayList<>();
    private final long began = System.nanoTime();
    private long earlierMillis;
    private long savedAt = began;

    /** Hears of every evaluation. */
    interface Listener {
        default void evaluated(int epoch, Evaluation evaluation) {}

        default void diverged(String why) {}
    }

    /**
     * Where to write down how far a run has come.
     *
     * @param every how long it goes on before that is done again, in milliseconds
     */
    record Checkpointing(Path file, long every) {}

    Run(
            Problem problem,
            Settings settings,
            Contestant contestant,
            String label,
            long seedNumber,
            Optional<Checkpointing> checkpointing,
            Listener listener) {
        this.problem = problem;
        this.settings = settings;
        this.contestant = contestant;
        this.label = label;
        this.seedNumber = seedNumber;
        this.checkpointing = checkpointing;
        this.listener = listener;
        seed = Seed.of(seedNumber);
        stepsPerEpoch = settings.stepsPerEpoch(problem.examples());
        shards = settings.partition().shards(problem, settings.workers(), seed.fork(EXAMPLES));
        exchange = new Exchange(settings.workers());
    }

    float rate() {
        return contestant.rate().orElse(settings.rate());
    }

    int steps() {
        return stepsPerEpoch * settings.epochs();
    }

    /** Trains, or goes on where it was stopped, and returns all evaluations. */
    List<Evaluation> train() {
        Optional<Checkpoint> checkpoint = checkpointing.map(Checkpointing::file).flatMap(this::read);
        checkpoint.ifPresent(from -> {
            evaluations.addAll(from.evaluations());
            earlierMillis = evaluations.get(evaluations.size() - 1).wallMillis();
        });
        if (checkpoint.isEmpty() || !checkpoint.get().finished()) {
            try {
                LocalGroup.run(settings.workers(), group -> {
                    new TrainingWorker(this, group).train(checkpoint);
                    return 0;
                });
            } catch (GroupFailedException e) {
                if (e.getCause() instanceof IllegalArgumentException mistake) {
                    throw mistake; // such as a policy that has no rule for a tensor
                }
                if (!(e.getCause() instanceof DivergedException)) {
                    throw e;
                }
                listener.diverged(String.valueOf(e.getCause().getMessage()));
            }
            save(true, new byte[0]);
        }
        return List.copyOf(evaluations);
    }

    private Optional<Checkpoint> read(Path path) {
        try {
            return Checkpoint.read(path, toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Records where the run stands after a step. Called by one worker while the others wait. */
    void record(int step, Score score) {
        for (int fingerprint : exchange.fingerprints) {
            if (fingerprint != exchange.fingerprints[0]) {
                throw new IllegalStateException("workers have different models after step " + step + ": "
                        + Arrays.toString(exchange.fingerprints));
            }
        }
        double loss = Arrays.stream(exchange.losses).sum() / settings.workers();
        Evaluation evaluation = new Evaluation(
                label,
                seedNumber,
                step,
                (double) step / stepsPerEpoch,
                Exchange.mean(exchange.sent),
                Exchange.mean(exchange.received),
                earlierMillis + (System.nanoTime() - began) / 1_000_000,
                loss,
                score.loss(),
                score.accuracy());
        evaluations.add(evaluation);
        listener.evaluated(step / stepsPerEpoch, evaluation);
        if (exchange.diverged) {
            listener.diverged("the loss is no longer finite");
        }
    }

    /** Whether the state of all workers should be written down at the next evaluation. */
    boolean savingIsDue() {
        return checkpointing.isPresent()
                && System.nanoTime() - savedAt >= checkpointing.get().every() * 1_000_000;
    }

    /** Writes down how far the run has come. */
    void save(boolean finished, byte[] model) {
        if (checkpointing.isEmpty()) {
            return;
        }
        List<Checkpoint.Worker> workers = new ArrayList<>();
        for (int i = 0; i < settings.workers() && !finished; i++) {
            workers.add(new Checkpoint.Worker(exchange.sent[i], exchange.received[i], exchange.states[i]));
        }
        try {
            new Checkpoint(toString(), evaluations, finished, model, workers)
                    .write(checkpointing.get().file());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        savedAt = System.nanoTime();
    }

    @Override
    public String toString() {
        return problem.name() + ", " + label + ", rate " + rate() + ", seed " + seedNumber + ", " + settings;
    }
}
