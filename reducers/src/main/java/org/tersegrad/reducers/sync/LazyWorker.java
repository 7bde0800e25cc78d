package org.tersegrad.reducers.sync;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.State;

/** A worker's end of lazy aggregation: decides whether its gradient is worth a message. Vectors are those of {@link ServerLinks}. */
public final class LazyWorker extends State {
    private final LazySteps how;
    private final Uplink up;
    /** The model of the last message. */
    private final float[] model;

    private int age = Integer.MAX_VALUE;

    LazyWorker(LazySteps how, Uplink up) {
        this.how = how;
        this.up = part(up);
        model = saved(new float[up.parameters()]);
    }

    /** Whether the last message is young enough to count once more; if not, the worker sends in any case. */
    public boolean mayBeSilent() {
        return age < how.window();
    }

    /** The model of the last message, at which a worker that may be silent computes a second gradient; not to be modified. */
    public float[] lastModel() {
        return model;
    }

    /**
     * Ends a step.
     *
     * @param now not modified: the model of this step
     * @param gradient not modified: of a batch, at that model
     * @param earlier not modified: of the same batch, at {@link #lastModel}; not looked at unless the worker {@link #mayBeSilent}
     * @param limit the largest squared change that is not worth a message
     * @return the message, or empty if the last one counts once more
     * @throws IllegalArgumentException if the gradient is not finite
     */
    public Optional<byte[]> message(float[] now, float[] gradient, float[] earlier, double limit) {
        if (mayBeSilent() && squaredDistance(gradient, earlier) <= limit) {
            age++;
            return Optional.empty();
        }
        byte[] message = up.send(gradient);
        System.arraycopy(now, 0, model, 0, model.length);
        age = 1;
        return Optional.of(message);
    }

    static double squaredDistance(float[] one, float[] other) {
        double squares = 0;
        for (int i = 0; i < one.length; i++) {
            double difference = one[i] - other[i];
            squares += difference * difference;
        }
        return squares;
    }

    @Override
    protected long contentBytes() {
        return Integer.BYTES;
    }

    @Override
    protected void saveContent(ByteBuffer out) {
        out.putInt(age);
    }

    @Override
    protected void restoreContent(ByteBuffer in) {
        age = in.getInt();
        if (age < 1) {
            throw new MalformedInputException(in.position() - Integer.BYTES, "a message is " + age + " steps old");
        }
    }
}
