package org.tersegrad.convergence.training.run;

import java.nio.ByteBuffer;
import org.tersegrad.convergence.training.Evaluation;

/**
 * What worker 0 tells all others at an evaluation.
 *
 * @param evaluation the same for all
 * @param over whether the run ends here, because a worker's numbers are no longer finite
 * @param saving whether states are to be sent at the next evaluation
 */
record Standing(Evaluation evaluation, boolean over, boolean saving) {
    private static final int BYTES = 7 * Double.BYTES + 3 * Long.BYTES + 2;

    ByteBuffer toBytes() {
        return ByteBuffer.allocate(BYTES)
                .putLong(evaluation.bitsSent())
                .putLong(evaluation.bitsReceived())
                .putLong(evaluation.wallMillis())
                .putDouble(evaluation.trainLoss())
                .putDouble(evaluation.testLoss())
                .putDouble(evaluation.testAccuracy())
                .putDouble(evaluation.residualNorm())
                .putDouble(evaluation.compressionError())
                .putDouble(evaluation.consensusDistance())
                .putDouble(evaluation.virtualSeconds())
                .put((byte) (over ? 1 : 0))
                .put((byte) (saving ? 1 : 0))
                .flip();
    }

    static Standing read(ByteBuffer message, Run run, int step) {
        Evaluation evaluation = new Evaluation(
                run.label,
                run.seedNumber,
                step,
                (double) step / run.stepsPerEpoch,
                message.getLong(),
                message.getLong(),
                message.getLong(),
                message.getDouble(),
                message.getDouble(),
                message.getDouble(),
                message.getDouble(),
                message.getDouble(),
                message.getDouble(),
                message.getDouble());
        return new Standing(evaluation, message.get() != 0, message.get() != 0);
    }
}
