package org.tersegrad.convergence.training;

import java.nio.ByteBuffer;
import org.tersegrad.convergence.model.Score;

/**
 * The state of one run at one moment: a row of {@code results.csv}.
 *
 * @param recipe as it prints
 * @param seed of the run
 * @param at when it was evaluated
 * @param bits of one worker so far, averaged over workers
 * @param trainLoss mean over the steps since the last evaluation
 * @param test on the test examples
 * @param diagnostics of the compression
 */
public record Evaluation(
        String recipe, long seed, Moment at, Bits bits, double trainLoss, Score test, Diagnostics diagnostics) {
    /** The length of {@link #toBytes}. */
    public static final int BYTES = Integer.BYTES + 4 * Long.BYTES + 8 * Double.BYTES;

    /**
     * A point in the course of a run.
     *
     * @param step gradients averaged so far
     * @param epoch passes over the training examples so far
     * @param wallMillis since the run began; the only number of an evaluation that differs when a run is repeated
     * @param virtualSeconds of the workers' virtual clock; NaN where steps have no times
     */
    public record Moment(int step, double epoch, long wallMillis, double virtualSeconds) {}

    /** Traffic in both directions. */
    public record Bits(long sent, long received) {}

    /**
     * The distance that compression and synchronization put between a run and plain training.
     *
     * @param residualNorm the Euclidean norm of a worker's residuals over all tensors, on average over workers; 0 where a recipe
     *     keeps none
     * @param compressionError the distance of the averaged gradient of the last step from the mean of the workers' gradients,
     *     relative to the norm of that mean. Amounts that error feedback adds and a sign takes away count as they are. NaN before
     *     the     first step, or if that mean is 0
     * @param consensusDistance the distance of workers' models from their mean, the root of the mean square over workers; 0 where
     *     all have the same model
     */
    public record Diagnostics(double residualNorm, double compressionError, double consensusDistance) {
        /** Diagnostics without a measurement. */
        public static final Diagnostics NONE = new Diagnostics(Double.NaN, Double.NaN, Double.NaN);
    }

    /** Gradients averaged so far. */
    public int step() {
        return at.step;
    }

    /** The same under another name. */
    public Evaluation named(String other) {
        return new Evaluation(other, seed, at, bits, trainLoss, test, diagnostics);
    }

    /** All numbers, for checkpoints and for the workers of a group. */
    public byte[] toBytes() {
        return ByteBuffer.allocate(BYTES)
                .putLong(seed)
                .putInt(at.step)
                .putDouble(at.epoch)
                .putLong(bits.sent)
                .putLong(bits.received)
                .putLong(at.wallMillis)
                .putDouble(trainLoss)
                .putDouble(test.loss())
                .putDouble(test.accuracy())
                .putDouble(diagnostics.residualNorm)
                .putDouble(diagnostics.compressionError)
                .putDouble(diagnostics.consensusDistance)
                .putDouble(at.virtualSeconds)
                .array();
    }

    /**
     * Reads the numbers that {@link #toBytes} wrote.
     *
     * @param recipe the name, which is not among them
     */
    public static Evaluation read(String recipe, ByteBuffer in) {
        long seed = in.getLong();
        int step = in.getInt();
        double epoch = in.getDouble();
        Bits bits = new Bits(in.getLong(), in.getLong());
        long wallMillis = in.getLong();
        double trainLoss = in.getDouble();
        Score test = new Score(in.getDouble(), in.getDouble());
        Diagnostics diagnostics = new Diagnostics(in.getDouble(), in.getDouble(), in.getDouble());
        Moment at = new Moment(step, epoch, wallMillis, in.getDouble());
        return new Evaluation(recipe, seed, at, bits, trainLoss, test, diagnostics);
    }
}
