package org.tersegrad.convergence.training.run;

import java.nio.ByteBuffer;
import org.tersegrad.convergence.training.Evaluation;

/**
 * The message of worker 0 to all others at an evaluation.
 *
 * @param evaluation the same for all
 * @param over whether the run ends here, because a worker's numbers are no longer finite
 * @param saving whether states are to be sent at the next evaluation
 */
record Standing(Evaluation evaluation, boolean over, boolean saving) {
    static final int BYTES = Evaluation.BYTES + 2;

    ByteBuffer toBytes() {
        return ByteBuffer.allocate(BYTES)
                .put(evaluation.toBytes())
                .put((byte) (over ? 1 : 0))
                .put((byte) (saving ? 1 : 0))
                .flip();
    }

    static Standing read(ByteBuffer message, Run run) {
        return new Standing(Evaluation.read(run.label, message), message.get() != 0, message.get() != 0);
    }
}
