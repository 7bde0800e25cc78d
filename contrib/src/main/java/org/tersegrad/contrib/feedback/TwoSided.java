package org.tersegrad.contrib.feedback;

import java.util.Arrays;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.SavedState;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.errorfeedback.ErrorFeedback;

/**
 * Error feedback on both ways of an exchange through a server: every worker remembers what it did not send, and so does the
 * server.
 *
 * <pre>
 *   worker w:   sent_w = C_up(e_w + g_w),                e_w = e_w + g_w − sent_w
 *   server:     sent = C_down(E + mean of sent_w),       E = E + mean of sent_w − sent
 *
 *   everything the server sent + E + mean of e_w = everything produced, averaged over the workers
 * </pre>
 *
 * <pre>{@code
 * TwoSided exchange = TwoSided.over(new ScaledSign());
 * Encoder worker = exchange.worker(shape, seed);          // one on each worker
 * TwoSided.Server server = exchange.server(shape, seed);  // one on the server
 * for (...) {
 *     worker.encode(gradient, up);                        // on each worker
 *     server.add(up, 1f / workers);                       // for each worker
 *     server.encode(down);
 *     down.addTo(parameters, -rate);                      // on each worker
 * }
 * }</pre>
 *
 * <p>H. Tang, X. Lian, C. Yu, T. Zhang, J. Liu, <i>DoubleSqueeze: parallel stochastic gradient descent with double-pass
 * error-compensated compression</i>, 2019. 1-bit Adam does the same with its momentum.
 *
 * @param up C on the way to the server; one that does not remember itself
 * @param down C on the way back; one that does not remember itself
 */
public record TwoSided(Compressor up, Compressor down) {
    public TwoSided {
        up.traits(Traits.ANY_SHAPE).requireErrorFeedback(up);
        down.traits(Traits.ANY_SHAPE).requireErrorFeedback(down);
    }

    /** The same compressor both ways. */
    public static TwoSided over(Compressor both) {
        return new TwoSided(both, both);
    }

    /** An encoder for one tensor on one worker. */
    public Encoder worker(Shape shape, Seed seed) {
        return ErrorFeedback.over(up).encoder(shape, seed);
    }

    /** The server's side of one tensor. */
    public Server server(Shape shape, Seed seed) {
        return new Server(down, shape, seed);
    }

    /** Averages what workers send, and answers. Its state can be saved like that of an encoder. Not thread-safe. */
    public static final class Server extends SavedState {
        private final Encoder encoder;
        private final Residual residual;
        private final FloatSlice mean;

        private Server(Compressor down, Shape shape, Seed seed) {
            super("server of " + down, shape);
            encoder = saved(down.encoder(shape, seed));
            residual = part(new Residual(shape.size()));
            mean = FloatSlice.of(saved(new float[shape.size()]));
        }

        /**
         * Takes in what a worker sent for this step. A mean that overflows stays at the largest float.
         *
         * @param fromWorker not modified
         * @param weight finite; usually one over the number of workers
         */
        public void add(Payload fromWorker, float weight) {
            if (!Float.isFinite(weight)) {
                throw new IllegalArgumentException("a weight is finite, this is " + weight);
            }
            fromWorker.addTo(mean, weight);
            if (!Float.isFinite(mean.largestMagnitude())) {
                mean.bound(Float.MAX_VALUE);
            }
        }

        /**
         * Compresses the answer of this step and begins the next one.
         *
         * @param answer modified: holds the message for all workers afterwards
         */
        public void encode(Payload answer) {
            encoder.encode(mean, residual, answer);
            Arrays.fill(mean.array(), 0f);
        }
    }

    @Override
    public String toString() {
        return up + " up, " + down + " down";
    }
}
