package org.tersegrad.convergence.training.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.model.Score;
import org.tersegrad.convergence.training.Contestant;
import org.tersegrad.convergence.training.Evaluation;
import org.tersegrad.convergence.training.Partition;
import org.tersegrad.convergence.training.Settings;
import org.tersegrad.convergence.training.checkpoints.Checkpoint;
import org.tersegrad.convergence.training.checkpoints.DamagedCheckpointException;
import org.tersegrad.convergence.training.clock.Durations;
import org.tersegrad.convergence.training.sync.StaleSteps;
import org.tersegrad.convergence.training.sync.StepTimes;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.group.GroupFailedException;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.reducers.sync.ClientSteps;
import org.tersegrad.reducers.sync.Synchronization;

/**
 * One contestant with one seed, from the first step to the last. All randomness comes from the seed: where the model starts, who
 * has which examples in which order, and what reducers draw.
 */
public final class Run {
    /**
     * The purposes that the seed of a run is forked for: the distribution of examples, the start of the model, the order, reducers,
     * neighbours, the times of steps, the draws of a server, the clients it draws, and variants of examples.
     */
    static final int EXAMPLES = 0;

    static final int START = 1;
    static final int ORDER = 2;
    static final int REDUCTIONS = 3;
    static final int GOSSIP = 4;
    static final int TIMES = 5;
    static final int SERVER = 6;
    static final int CLIENTS = 7;
    static final int VARIANTS = 8;

    final Problem problem;
    final Settings settings;
    final Contestant contestant;
    final String label;
    final long seedNumber;
    final Seed seed;
    final int stepsPerEpoch;
    final List<int[]> shards;
    /** The durations that the workers' clock counts with; empty if they have none. */
    final Optional<Durations> durations;

    private final Optional<Checkpointing> checkpointing;
    final Listener listener;
    private final List<Evaluation> evaluations = new ArrayList<>();
    private final long began = System.nanoTime();
    private long earlierMillis;
    private long savedAt = began;

    /** Hears of every evaluation, and of what is averaged. */
    public interface Listener {
        /**
         * Called by the thread of a worker when it gives a tensor to its reduction, before that is compressed: its gradient, or with
         * local steps the difference of its model. Not called where a server has the model, or with gossip.
         *
         * @param step counted from 0, at whose end it is averaged
         * @param tensor its number in the model
         * @param input contents are undefined after the call
         */
        default void gives(int step, int worker, int tensor, FloatSlice input) {}

        /** Called when the run was evaluated after {@code epoch} epochs. */
        default void evaluated(int epoch, Evaluation evaluation) {}

        /** The run ended before its last step. */
        default void diverged(String why) {}

        /** The run could not go on where it was stopped. */
        default void startedOver(String why) {}
    }

    /**
     * The checkpoint file of a run.
     *
     * @param content of the examples, which the name of a problem does not tell
     * @param every how long it goes on before that is done again, in milliseconds
     */
    public record Checkpointing(Path file, String content, long every) {}

    /** A run that has not begun, with a clock only if the synchronization has step times. */
    public Run(
            Problem problem,
            Settings settings,
            Contestant contestant,
            String label,
            long seedNumber,
            Optional<Checkpointing> checkpointing,
            Listener listener) {
        this(problem, settings, contestant, label, seedNumber, checkpointing, listener, Optional.empty());
    }

    /** A run that has not begun, with a clock if there are durations. */
    public Run(
            Problem problem,
            Settings settings,
            Contestant contestant,
            String label,
            long seedNumber,
            Optional<Checkpointing> checkpointing,
            Listener listener,
            Optional<Durations> machine) {
        this.problem = problem;
        this.settings = contestant.settings(settings);
        this.contestant = contestant;
        this.label = label;
        this.seedNumber = seedNumber;
        this.checkpointing = checkpointing;
        this.listener = listener;
        durations = durations(machine, this.settings.synchronization());
        seed = Seed.of(seedNumber);
        stepsPerEpoch = this.settings.stepsPerEpoch(problem.examples());
        shards = this.settings.partition().shards(problem, settings.workers(), seed.fork(EXAMPLES));
    }

    /** Stale steps and deadlines always have a clock, stale steps perhaps with times that differ from those of the machine. */
    private static Optional<Durations> durations(Optional<Durations> machine, Synchronization how) {
        if (how instanceof ClientSteps some && some.clients().deadline() < Double.POSITIVE_INFINITY) {
            return machine.or(() -> Optional.of(Durations.free(StepTimes.constant())));
        }
        if (!(how instanceof StaleSteps stale)) {
            return machine;
        }
        StepTimes times = stale.times();
        return Optional.of(machine.map(given -> times.equals(StepTimes.constant()) ? given : given.with(times))
                .orElseGet(() -> Durations.free(times)));
    }

    private float rate() {
        return contestant.rate().orElse(settings.descent().rate()); // a comparison has given it one
    }

    /** The learning rate of a step, counted from 0. */
    float rate(int step) {
        return (float) (rate() * settings.descent().schedule().factor(step, stepsPerEpoch, settings.epochs()));
    }

    /** A worker's share in all examples, where 1 is the share of one among equals. */
    float share(int rank) {
        int all = shards.stream().mapToInt(shard -> shard.length).sum();
        return (float) ((double) shards.get(rank).length * shards.size() / all);
    }

    /** The examples of a worker, step by step. */
    Batches batches(int rank) {
        int order = settings.partition().kind() == Partition.Kind.SAME ? 0 : rank;
        return new Batches(
                shards.get(rank),
                settings.batch(),
                stepsPerEpoch,
                seed.fork(ORDER).fork(order),
                problem::draw,
                seed.fork(VARIANTS));
    }

    int steps() {
        return stepsPerEpoch * settings.epochs();
    }

    /** Trains with threads as workers, or goes on where it was stopped, and returns all evaluations. */
    public List<Evaluation> train() {
        try {
            train(checkpointing.map(Checkpointing::file).flatMap(this::read));
        } catch (DamagedCheckpointException e) {
            listener.startedOver(
                    "its checkpoint " + checkpointing.get().file() + " is damaged (" + e.getMessage() + ").");
            evaluations.clear();
            earlierMillis = 0;
            train(Optional.empty());
        }
        return List.copyOf(evaluations);
    }

    private void train(Optional<Checkpoint> checkpoint) {
        checkpoint.ifPresent(this::goOn);
        if (checkpoint.isPresent() && checkpoint.get().finished()) {
            return;
        }
        try {
            inThreads(group -> training(group, group.rank() == 0 ? evaluations : new ArrayList<>())
                    .accept(checkpoint));
        } catch (GroupFailedException e) {
            if (e.getCause() instanceof DamagedCheckpointException damaged) {
                throw damaged;
            }
            if (!(e.getCause() instanceof DivergedException)) {
                throw e;
            }
            listener.diverged(String.valueOf(e.getCause().getMessage()));
        }
        save(new byte[0], List.of());
    }

    /** The training of one worker, or of a server and all workers. */
    private Consumer<Optional<Checkpoint>> training(Collective group, List<Evaluation> its) {
        return settings.isServed()
                ? new ServedTraining(this, group, its)::train
                : new TrainingWorker(this, group, its)::train;
    }

    private void inThreads(Consumer<Collective> worker) {
        try {
            LocalGroup.run(settings.isServed() ? 1 : settings.workers(), group -> {
                worker.accept(group);
                return 0;
            });
        } catch (GroupFailedException e) {
            if (e.getCause() instanceof IllegalArgumentException mistake) {
                throw mistake; // such as a policy that has no rule for a tensor
            }
            throw e;
        }
    }

    /**
     * Makes all that the threads of {@link #train} need, and trains nothing.
     *
     * @throws IllegalArgumentException if the recipe is not for that many workers, that way to synchronize or those tensors
     */
    public void check() {
        inThreads(group -> training(group, new ArrayList<>()));
    }

    private Optional<Checkpoint> read(Path path) {
        try {
            return Checkpoint.read(path, identity(), label);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Takes over the evaluations of a checkpoint, which are one at the start and one after each epoch. */
    private void goOn(Checkpoint from) {
        List<Evaluation> earlier = from.evaluations();
        boolean inOrder = !earlier.isEmpty() && earlier.size() <= settings.epochs() + 1;
        for (int i = 0; i < earlier.size() && inOrder; i++) {
            inOrder =
                    earlier.get(i).step() == i * stepsPerEpoch && earlier.get(i).seed() == seedNumber;
        }
        if (!inOrder) {
            throw new DamagedCheckpointException("its evaluations are not those of its epochs");
        }
        if (!from.finished() && from.workers().size() != settings.workers()) {
            throw new DamagedCheckpointException("it has " + from.workers().size() + " workers");
        }
        evaluations.addAll(earlier);
        earlierMillis = earlier.get(earlier.size() - 1).at().wallMillis();
    }

    /** Trains as one worker of a group whose others do the same, and returns all evaluations, which are the same on all of them. */
    public List<Evaluation> trainIn(Collective group) {
        try {
            new TrainingWorker(this, group, evaluations).train(Optional.empty());
        } catch (DivergedException e) {
            listener.diverged(String.valueOf(e.getMessage()));
        }
        return List.copyOf(evaluations);
    }

    /**
     * Evaluates the run after a step. Called by worker 0 while the others wait.
     *
     * @param virtualSeconds what the workers' clock shows; NaN if they have none
     * @param reports not modified: of all workers
     * @param reduced not modified: the averaged gradient of that step
     */
    Standing evaluate(int step, double virtualSeconds, List<WorkerReport> reports, Score score, float[] reduced) {
        for (WorkerReport report : reports) {
            if (report.fingerprint() != reports.get(0).fingerprint()) {
                throw new IllegalStateException("workers have different models after step " + step + ": "
                        + reports.stream().map(WorkerReport::fingerprint).toList());
            }
        }
        long millis = earlierMillis + (System.nanoTime() - began) / 1_000_000;
        Evaluation evaluation = new Evaluation(
                label,
                seedNumber,
                new Evaluation.Moment(step, (double) step / stepsPerEpoch, millis, virtualSeconds),
                new Evaluation.Bits(mean(reports, WorkerReport::sent), mean(reports, WorkerReport::received)),
                reports.stream().mapToDouble(WorkerReport::loss).sum() / reports.size(),
                score,
                new Evaluation.Diagnostics(
                        reports.stream().mapToDouble(WorkerReport::residualNorm).sum() / reports.size(),
                        CompressionError.of(
                                reports.stream().map(WorkerReport::gradient).toArray(float[][]::new), reduced),
                        Math.sqrt(reports.stream()
                                        .mapToDouble(report -> report.distance() * report.distance())
                                        .sum()
                                / reports.size())));
        boolean over = reports.stream().anyMatch(WorkerReport::diverged);
        return new Standing(evaluation, over, savingIsDue());
    }

    private static long mean(List<WorkerReport> reports, ToLongFunction<WorkerReport> count) {
        return reports.stream().mapToLong(count).sum() / reports.size();
    }

    /** Tells that a worker has come so far. */
    void announce(Standing standing) {
        listener.evaluated(standing.evaluation().step() / stepsPerEpoch, standing.evaluation());
        if (standing.over()) {
            listener.diverged("the loss is no longer finite");
        }
    }

    /** Whether the state of all workers should be written down at the next evaluation. */
    private boolean savingIsDue() {
        return checkpointing.isPresent()
                && System.nanoTime() - savedAt >= checkpointing.get().every() * 1_000_000;
    }

    /**
     * Writes down how far the run has come.
     *
     * @param model parameters and optimizer; empty at the end
     * @param reports with the states of all workers; none at the end
     */
    void save(byte[] model, List<WorkerReport> reports) {
        if (checkpointing.isEmpty()) {
            return;
        }
        boolean finished = reports.isEmpty();
        List<Checkpoint.Worker> workers = reports.stream()
                .map(report -> new Checkpoint.Worker(report.sent(), report.received(), report.state()))
                .toList();
        try {
            new Checkpoint(identity(), evaluations, finished, model, workers)
                    .write(checkpointing.get().file());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        savedAt = System.nanoTime();
    }

    /** All that a run depends on: with another value of one of these it is another run. */
    private Map<String, String> identity() {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("model", problem.name());
        parts.put("data's SHA-256", checkpointing.map(Checkpointing::content).orElse(""));
        parts.put("recipe", contestant.policy().toString());
        parts.put("learning rate", Float.toString(rate()));
        parts.put("seed", Long.toString(seedNumber));
        parts.put("number of workers", Integer.toString(settings.workers()));
        parts.put("batch", Integer.toString(settings.batch()));
        parts.put("number of epochs", Integer.toString(settings.epochs()));
        parts.put("steps of an epoch", Integer.toString(stepsPerEpoch));
        parts.put("optimizer", settings.descent().optimizer().toString());
        parts.put("momentum", Float.toString(settings.descent().momentum()));
        parts.put("partition", settings.partition().toString());
        parts.put("schedule", settings.descent().schedule().toString());
        parts.put("weight decay", Float.toString(settings.descent().weightDecay()));
        parts.put("kind of momentum", settings.descent().nesterov() ? "Nesterov's" : "heavy ball");
        parts.put("synchronization", settings.synchronization().toString());
        parts.put("clock", durations.map(Durations::name).orElse("none"));
        return parts;
    }
}
