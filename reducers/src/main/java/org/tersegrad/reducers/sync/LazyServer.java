package org.tersegrad.reducers.sync;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.State;

/** The server's end of lazy aggregation: the last messages of all workers. Vectors are those of {@link ServerLinks}. */
public final class LazyServer extends State {
    private final LazySteps how;
    private final List<Inbox> inboxes = new ArrayList<>();
    private final List<float[]> messages = new ArrayList<>();
    /** The squared lengths of the model's last moves; move t has number t modulo their count. */
    private final double[] moves;

    private long moved;

    LazyServer(LazySteps how, ServerLinks links, int workers) {
        this.how = how;
        moves = new double[how.window()];
        for (int rank = 0; rank < workers; rank++) {
            inboxes.add(saved(links.inbox()));
            messages.add(saved(new float[links.parameters()]));
        }
    }

    /**
     * The largest squared change of a gradient that is not worth a message in this step.
     *
     * @param rate the learning rate of the step; with momentum mu, divided by 1 − mu
     */
    public double limit(float rate) {
        double scale = (double) rate * messages.size();
        return how.weight() / (scale * scale) * Arrays.stream(moves).sum();
    }

    /**
     * Replaces the last message of a worker.
     *
     * @param message not modified: of {@link LazyWorker#message}
     * @throws MalformedInputException if the bytes are not such a message
     */
    public void take(int rank, byte[] message) {
        Inbox inbox = inboxes.get(rank);
        inbox.check(message);
        Arrays.fill(messages.get(rank), 0f);
        inbox.take(message, messages.get(rank), 1f);
        inbox.addEstimates(messages.get(rank), 1f);
    }

    /**
     * The mean of the last messages of all workers.
     *
     * @param target modified: all of it
     */
    public void mean(float[] target) {
        Arrays.fill(target, 0f);
        for (float[] message : messages) {
            for (int i = 0; i < target.length; i++) {
                target[i] += message[i] / messages.size();
            }
        }
    }

    /**
     * Notes a move of the model.
     *
     * @param before not modified: the model of one step
     * @param after not modified: the model of the next one
     */
    public void moved(float[] before, float[] after) {
        moves[(int) (moved % moves.length)] = LazyWorker.squaredDistance(before, after);
        moved = after(moved);
    }

    @Override
    protected long contentBytes() {
        return Long.BYTES + (long) Double.BYTES * moves.length;
    }

    @Override
    protected void saveContent(ByteBuffer out) {
        out.putLong(moved);
        for (double move : moves) {
            out.putDouble(move);
        }
    }

    @Override
    protected void restoreContent(ByteBuffer in) {
        moved = getStep(in);
        for (int i = 0; i < moves.length; i++) {
            moves[i] = in.getDouble();
            if (!(moves[i] >= 0)) {
                throw new MalformedInputException(
                        in.position() - Double.BYTES, "the model has moved by the square root of " + moves[i]);
            }
        }
    }
}
