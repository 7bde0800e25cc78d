package org.tersegrad.convergence.cli.compare;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.tersegrad.compressors.internal.Excerpt;
import org.tersegrad.convergence.cli.shared.CommandFailed;
import org.tersegrad.convergence.cli.shared.Failure;
import org.tersegrad.convergence.cli.shared.FolderLock;
import org.tersegrad.convergence.cli.shared.StopNotice;
import org.tersegrad.convergence.cli.shared.TypedCommand;
import org.tersegrad.convergence.report.Report;
import org.tersegrad.convergence.training.checkpoints.CheckpointFolder;

/**
 * The folder that a comparison writes to. It is claimed before anything is trained, so that whatever is in the way of results or
 * checkpoints is told of at once, and held until the results are there.
 */
final class ResultsFolder implements AutoCloseable {
    static final String CHECKPOINTS = "checkpoints";

    private final Path folder;
    private final TypedCommand command;
    private final int runs;
    private final FolderLock lock;
    private final CheckpointFolder checkpoints;

    private ResultsFolder(Path folder, TypedCommand command, int runs, FolderLock lock, CheckpointFolder checkpoints) {
        this.folder = folder;
        this.command = command;
        this.runs = runs;
        this.lock = lock;
        this.checkpoints = checkpoints;
    }

    /** Trains and writes results. */
    @FunctionalInterface
    interface Work {
        void run() throws IOException;
    }

    /**
     * The claim of a comparison to its folder.
     *
     * @param command compared with that of the results in the folder
     * @param resume whether to go on from the checkpoints there
     * @param force whether to replace the results of another comparison
     */
    record Claim(TypedCommand command, boolean resume, boolean force) {}

    /**
     * Claims a folder and the files of {@code runs} runs.
     *
     * @throws IllegalArgumentException if there is nothing to resume
     * @throws CommandFailed if another comparison is writing there, or wrote there and is not to be replaced
     */
    static ResultsFolder of(Path folder, Claim claim, int runs) throws IOException {
        CheckpointFolder checkpoints = new CheckpointFolder(folder.resolve(CHECKPOINTS));
        if (claim.resume() && !checkpoints.isInUse()) {
            throw new IllegalArgumentException("There is nothing to resume in " + folder
                    + "; a comparison that was stopped leaves a folder " + CHECKPOINTS + " there.");
        }
        if (!Files.isDirectory(folder)) { // which may be a link to one
            Files.createDirectories(folder);
        }
        FolderLock lock = FolderLock.of(folder);
        try {
            Report.requireReplaceable(folder);
            if (!claim.force() && !claim.resume()) { // what is resumed was allowed to replace them when it began
                requireSame(folder, claim.command());
            }
            if (!claim.resume()) {
                checkpoints.delete();
            }
            checkpoints.claim(runs);
            return new ResultsFolder(folder, claim.command(), runs, lock, checkpoints);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private static void requireSame(Path folder, TypedCommand command) throws IOException {
        if (!Report.isIn(folder)) {
            return;
        }
        Optional<TypedCommand> earlier =
                Optional.ofNullable(Report.about(folder).get("command")).map(TypedCommand::parse);
        if (earlier.flatMap(ComparedOptions::of).equals(ComparedOptions.of(command))) {
            return;
        }
        String results = earlier.map(other -> "the results of " + Excerpt.of(other.toString()))
                .orElse("results that no command of Tersegrad wrote");
        throw new CommandFailed(
                CommandFailed.FAILED,
                folder + " holds " + results + "; --force replaces them, --out chooses another folder.");
    }

    /** Does the work. A user who stops it is told how to continue, also if the disk is full. */
    void fill(Work work, PrintWriter err) throws IOException {
        StopNotice notice = StopNotice.whileTraining(command, err);
        try {
            work.run();
        } catch (IOException | RuntimeException e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                if (cause instanceof IOException failed) {
                    throw interrupted(failed);
                }
            }
            throw e;
        } finally {
            notice.close();
        }
    }

    /** Once all results are written that could be wanted again. */
    void deleteCheckpoints() throws IOException {
        checkpoints.delete();
    }

    private CommandFailed interrupted(IOException failed) throws IOException {
        Path kept = folder.resolve(CHECKPOINTS);
        long count;
        try (Stream<Path> files = Files.list(kept)) {
            count = files.filter(file -> file.toString().endsWith(".checkpoint"))
                    .count();
        }
        return new CommandFailed(
                CommandFailed.FAILED,
                "Cannot write to " + folder + ": " + Failure.words(failed) + ". Checkpoints of " + count + " of " + runs
                        + (runs == 1 ? " run" : " runs") + " are kept in " + kept
                        + "; once that is put right, go on with: " + command.with("--resume"),
                failed);
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
