package org.tersegrad.convergence.training.run;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.tersegrad.convergence.training.Evaluation;

/**
 * The report of a worker to worker 0 at an evaluation.
 *
 * @param loss mean over its steps since the last evaluation
 * @param sent bits so far
 * @param received bits so far
 * @param steps bits sent in each step since the last evaluation; empty if the run has no clock
 * @param residualNorm as {@link Evaluation.Diagnostics#residualNorm}, of this worker
 * @param distance of its model from the one that is evaluated, as a Euclidean norm
 * @param fingerprint of the model that is evaluated
 * @param diverged whether it has had a loss or a gradient that is not finite
 * @param gradient what it gave to the last reduction; empty before the first step
 * @param state of its reductions; empty if none is to be saved
 */
@SuppressWarnings("ArrayRecordComponent") // sent, never compared
record WorkerReport(
        double loss,
        long sent,
        long received,
        long[] steps,
        double residualNorm,
        double distance,
        int fingerprint,
        boolean diverged,
        float[] gradient,
        byte[] state) {
    private static final int FIXED_BYTES = 3 * Double.BYTES + 2 * Long.BYTES + 4 * Integer.BYTES + 1;

    /** Bytes of a report without a state, at most, for a model of this many parameters and this many steps. */
    static int mostBytes(int parameters, int steps) {
        return (int)
                Math.min(FIXED_BYTES + (long) Float.BYTES * parameters + (long) Long.BYTES * steps, Integer.MAX_VALUE);
    }

    ByteBuffer toBytes() {
        int bytes = Math.toIntExact(
                FIXED_BYTES + (long) Long.BYTES * steps.length + (long) Float.BYTES * gradient.length + state.length);
        ByteBuffer message = ByteBuffer.allocate(bytes)
                .putDouble(loss)
                .putLong(sent)
                .putLong(received)
                .putDouble(residualNorm)
                .putDouble(distance)
                .putInt(fingerprint)
                .put((byte) (diverged ? 1 : 0))
                .putInt(steps.length);
        Arrays.stream(steps).forEach(message::putLong);
        message.putInt(gradient.length);
        message.asFloatBuffer().put(gradient);
        return message.position(message.position() + Float.BYTES * gradient.length)
                .putInt(state.length)
                .put(state)
                .flip();
    }

    static WorkerReport read(ByteBuffer message) {
        double loss = message.getDouble();
        long sent = message.getLong();
        long received = message.getLong();
        double residualNorm = message.getDouble();
        double distance = message.getDouble();
        int fingerprint = message.getInt();
        boolean diverged = message.get() != 0;
        long[] steps = new long[message.getInt()];
        Arrays.setAll(steps, i -> message.getLong());
        float[] gradient = new float[message.getInt()];
        message.asFloatBuffer().get(gradient);
        message.position(message.position() + Float.BYTES * gradient.length);
        byte[] state = new byte[message.getInt()];
        message.get(state);
        return new WorkerReport(
                loss, sent, received, steps, residualNorm, distance, fingerprint, diverged, gradient, state);
    }
}
