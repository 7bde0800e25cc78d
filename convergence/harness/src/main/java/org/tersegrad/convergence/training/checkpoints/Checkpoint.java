package org.tersegrad.convergence.training.checkpoints;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tersegrad.convergence.internal.WholeFile;
import org.tersegrad.convergence.training.Evaluation;

/**
 * The state of one run: enough to continue as if it had never stopped.
 *
 * @param run what is trained how: names and values in a fixed order; another run's checkpoint is not taken
 * @param evaluations so far
 * @param finished whether there is nothing left to do
 * @param model parameters and optimizer, the same on all workers
 * @param workers each one's counts of bits and state of its reductions
 */
@SuppressWarnings("ArrayRecordComponent") // bytes to be written, never compared
public record Checkpoint(
        Map<String, String> run, List<Evaluation> evaluations, boolean finished, byte[] model, List<Worker> workers) {
    private static final long LONGEST = Integer.MAX_VALUE - 8;

    /** One worker's part. */
    @SuppressWarnings("ArrayRecordComponent")
    public record Worker(long sent, long received, byte[] reductions) {}

    /** The step after which it was written. */
    public int lastStep() {
        return evaluations.get(evaluations.size() - 1).step();
    }

    /** Writes it so that a kill leaves the old one or the new one, and nothing between. */
    public void write(Path file) throws IOException {
        WholeFile.write(file, CheckpointBytes.of(this));
    }

    /**
     * The checkpoint of a run, if there is one.
     *
     * @param label of the run's evaluations
     * @throws DamagedCheckpointException if there is one that cannot be continued from
     * @throws IllegalArgumentException if there is one of another run; the message says what differs
     */
    public static Optional<Checkpoint> read(Path file, Map<String, String> run, String label) throws IOException {
        byte[] bytes;
        try {
            if (Files.size(file) > LONGEST) {
                throw new DamagedCheckpointException("it has more than " + LONGEST + " bytes");
            }
            bytes = Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
        Checkpoint checkpoint = CheckpointBytes.read(bytes, label);
        checkpoint.requireRun(run, file);
        return Optional.of(checkpoint);
    }

    private void requireRun(Map<String, String> other, Path file) {
        other.forEach((what, now) -> {
            String then = run.getOrDefault(what, "none");
            if (!then.equals(now)) {
                throw new IllegalArgumentException(
                        "The run that was stopped in " + file + " is another one: its " + what
                                + " was " + then + ", this one's is " + now
                                + ". The same command as before goes on; without --resume all runs start over.");
            }
        });
    }
}
