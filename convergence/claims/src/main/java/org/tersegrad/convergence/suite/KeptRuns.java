package org.tersegrad.convergence.suite;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.tersegrad.convergence.internal.FinishedFiles;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.time.collectives.Collectives;
import org.tersegrad.convergence.time.collectives.Interconnect;
import org.tersegrad.convergence.time.networks.Networks;
import org.tersegrad.convergence.time.recorded.ExchangeDurations;
import org.tersegrad.convergence.time.recorded.RecipeCosts;
import org.tersegrad.convergence.training.Contestant;
import org.tersegrad.convergence.training.Evaluation;
import org.tersegrad.convergence.training.Progress;
import org.tersegrad.convergence.training.Settings;
import org.tersegrad.convergence.training.checkpoints.CheckpointFolder;
import org.tersegrad.convergence.training.clock.Durations;
import org.tersegrad.convergence.training.comparison.Comparison;
import org.tersegrad.convergence.training.sync.StepTimes;

/** Trains what a folder does not keep yet, and keeps it; a run that was stopped goes on from its last checkpoint. */
public final class KeptRuns implements Trainer {
    /** Digits of the digest in the name of a kept run. */
    private static final int DIGITS = 16;

    private static final String RUNNING = "running";

    private final FinishedFiles files;
    private final Predicate<FinishedRun> reuse;
    private final Path cache;
    private final Map<String, String> machine;
    private final Progress progress;
    private final Map<String, Problem> problems = new HashMap<>();

    /**
     * Runs of a folder.
     *
     * @param reuse whether a kept run is used; else it is run again
     * @param cache of data sets
     * @param machine JDK, CPU and commit
     * @param progress of each run
     */
    public KeptRuns(
            FinishedFiles files,
            Predicate<FinishedRun> reuse,
            Path cache,
            Map<String, String> machine,
            Progress progress) {
        this.files = files;
        this.reuse = reuse;
        this.cache = cache;
        this.machine = Map.copyOf(machine);
        this.progress = progress;
    }

    /**
     * Throws what training would throw, before anything is trained.
     *
     * @throws org.tersegrad.convergence.data.DataUnavailableException if the data have yet to be fetched
     * @throws IllegalArgumentException if the recipe is not for this workload
     */
    public void check(Workload workload, Contestant recipe) {
        comparison(workload, recipe, Suite.TRIAL_SEED).check();
    }

    @Override
    public FinishedRun train(Workload workload, Contestant contestant, long seed) throws IOException {
        String training =
                workload.training() + "; " + Suite.NETWORK + "; " + Trials.name(contestant) + "; seed " + seed;
        String name = workload.name() + "-" + digest(training);
        Optional<FinishedRun> kept = files.read(name, FinishedRun.class)
                .filter(each -> each.training().equals(training))
                .filter(reuse);
        if (kept.isPresent()) {
            return kept.get();
        }
        Path unfinished = files.folder().resolve(RUNNING);
        Path running = unfinished.resolve(name);
        List<Evaluation> evaluations = comparison(workload, contestant, seed)
                .timed(each -> durations(workload, each))
                .resumingFrom(running)
                .run(progress)
                .evaluations();
        FinishedRun run = new FinishedRun(training, evaluations, machine);
        files.keep(name, run);
        new CheckpointFolder(running).delete();
        deleteIfEmpty(unfinished);
        return run;
    }

    private static void deleteIfEmpty(Path folder) throws IOException {
        try {
            Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException e) {
            // Another run was stopped there.
        }
    }

    private Comparison comparison(Workload workload, Contestant contestant, long seed) {
        return Comparison.of(problem(workload))
                .settings(workload.settings())
                .seeds(seed)
                .with(List.of(contestant));
    }

    private Problem problem(Workload workload) {
        return problems.computeIfAbsent(workload.name(), name -> workload.problem(cache));
    }

    /** Encoding and adding count as nothing, so that every machine has the same seconds. */
    private Durations durations(Workload workload, Contestant contestant) {
        Settings own = contestant.settings(workload.settings());
        Interconnect between = Networks.of(Suite.NETWORK).between(own.workers(), Collectives.usual());
        return new ExchangeDurations(
                        RecipeCosts.bytesOnly(contestant.policy(), own.workers()),
                        ExchangeDurations.tensors(problem(workload)),
                        between)
                .durations(Suite.NETWORK, StepTimes.constant(), workload.gradientSeconds(), own);
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every JDK has it
        }
    }
}
