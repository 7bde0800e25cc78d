package org.tersegrad.reducers.sync;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.SavedState;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.group.RefusedException;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.Policy;

/**
 * Lazy aggregation in a group without a server: messages go to all workers, and each of them keeps the last messages of all, so that
 * all take the same step along their mean. One on each worker; all workers make the same calls together.
 *
 * <pre>{@code
 * LazyGradients lazy = LazySteps.of(10).start(policy, tensors, Seed.of(42), group);
 * for (...) {
 *     computeGradients(model, gradients);               // of a batch
 *     if (lazy.mayBeSilent()) {
 *         lazy.lastModel(earlierModel);
 *         computeGradients(earlierModel, earlier);      // of the same batch
 *     }
 *     bits += lazy.reduce(model, gradients, earlier, rate);   // now gradients are the mean
 *     descend(model, gradients, rate);                  // a step of your optimizer
 * }
 * }</pre>
 *
 * <p>A gradient that is not finite ends the step on all workers with the same {@link RefusedException}, and leaves all gradients and
 * residuals as they were.
 */
public final class LazyGradients extends SavedState {
    private final Collective group;
    private final TensorPlaces places;
    private final LazyWorker worker;
    private final LazyServer server;
    /** The model of the step before. */
    private final float[] before;

    private final float[] now;
    private final float[] gradient;
    private final float[] earlier;
    private final ByteBuffer undo;
    private final int mostBytes;
    private boolean begun;

    LazyGradients(LazySteps how, Policy policy, List<NamedTensor> tensors, Seed seed, Collective group) {
        super(how, Shape.vector(new TensorPlaces(tensors).length()));
        this.group = group;
        places = new TensorPlaces(tensors);
        ServerLinks links = new ServerLinks(policy, tensors, how);
        worker = part(how.worker(links.uplink(seed, group.rank())));
        server = saved(how.server(links, group.size()));
        before = saved(new float[places.length()]);
        now = new float[places.length()];
        gradient = new float[places.length()];
        earlier = new float[places.length()];
        undo = ByteBuffer.allocate(worker.stateBytes());
        mostBytes = links.maxBytes();
    }

    /** Whether this worker's last message may count once more, so that a second gradient is worth computing. */
    public boolean mayBeSilent() {
        return worker.mayBeSilent();
    }

    /**
     * The model of this worker's last message.
     *
     * @param target modified: all tensors
     */
    public void lastModel(List<FloatSlice> target) {
        places.copy(worker.lastModel(), target);
    }

    /**
     * Averages the last messages of all workers.
     *
     * @param model not modified: the parameters of each tensor, the same on all workers
     * @param gradients modified: this worker's before, the mean of all last messages afterwards
     * @param earlierGradients not modified: of the same batch at {@link #lastModel}; not looked at unless this worker
     *     {@link #mayBeSilent}
     * @param rate the learning rate of the step, with momentum mu divided by 1 − mu; the same on all workers
     * @return the number of bits that this worker sent
     */
    public long reduce(
            List<FloatSlice> model, List<FloatSlice> gradients, List<FloatSlice> earlierGradients, float rate) {
        places.gather(model, now);
        places.gather(gradients, gradient);
        if (mayBeSilent()) {
            places.gather(earlierGradients, earlier);
        }
        if (begun) {
            server.moved(before, now);
        }
        begun = true;
        System.arraycopy(now, 0, before, 0, now.length);
        worker.save(undo.clear());
        long sent = group.bitsSent();
        try {
            Optional<byte[]> message = worker.message(now, gradient, earlier, server.limit(rate));
            group.allGather(
                    ByteBuffer.wrap(message.orElse(new byte[0])),
                    Collective.Receiver.named(rank -> mostBytes, this::take));
        } catch (IllegalArgumentException e) {
            worker.restore(undo.flip());
            begun = false; // the model has not moved when the next step begins
            throw e instanceof RefusedException ofAnother ? ofAnother : refused(e);
        }
        server.mean(gradient);
        places.copy(gradient, gradients);
        return group.bitsSent() - sent;
    }

    private RefusedException refused(IllegalArgumentException cause) {
        String why = String.valueOf(cause.getMessage());
        group.refuse(why);
        RefusedException refused = new RefusedException(group.rank(), why);
        refused.initCause(cause);
        return refused;
    }

    /** An empty message is that of a silent worker. */
    private void take(int rank, ByteBuffer message) {
        byte[] bytes = new byte[message.remaining()];
        message.get(bytes);
        if (bytes.length > 0) {
            server.take(rank, bytes);
        }
    }

    @Override
    protected long contentBytes() {
        return 1;
    }

    @Override
    protected void saveContent(ByteBuffer out) {
        out.put((byte) (begun ? 1 : 0));
    }

    @Override
    protected void restoreContent(ByteBuffer in) {
        begun = in.get() != 0;
    }
}
