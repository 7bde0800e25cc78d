package org.tersegrad.convergence.training.run;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;

/**
 * A server's way to its workers. It sends the whole model; or, where the recipe compresses this way too, what a model that
 * everybody follows lacks of the server's:
 *
 * <pre>
 *   q = C(x − y);   y = y + q        on the server and on all workers; workers compute at y
 * </pre>
 *
 * <p>What was not sent is still there in the next difference, so C needs no residual. A worker that has missed versions gets all
 * messages that it lacks, or the whole model if that is shorter.
 */
final class Downlink {
    private final List<ServerTensor> tensors;
    private final List<Encoder> encoders = new ArrayList<>();
    private final float[] followed;
    private final float[] difference;
    private final long wholeBits;
    private long total;

    /** @param start what everybody has at first; not modified */
    Downlink(List<ServerTensor> tensors, float[] start, Seed seed) {
        this.tensors = tensors;
        followed = start.clone();
        difference = new float[start.length];
        wholeBits = (long) Float.SIZE * start.length;
        for (int i = 0; i < tensors.size(); i++) {
            ServerTensor tensor = tensors.get(i);
            Seed its = seed.fork(i);
            tensor.down().ifPresent(down -> encoders.add(down.encoder(tensor.shape(), its)));
        }
    }

    /** Makes a version of the server's model. */
    void publish(float[] model) {
        for (int i = 0; i < model.length; i++) {
            difference[i] = model[i] - followed[i];
        }
        int next = 0;
        for (ServerTensor tensor : tensors) {
            FloatSlice place = tensor.in(followed);
            if (tensor.down().isPresent()) {
                encode(encoders.get(next++), tensor);
                tensor.payload().addTo(place, 1f);
                total += tensor.payload().bits();
            } else {
                System.arraycopy(model, place.offset(), followed, place.offset(), place.length());
                total += (long) Float.SIZE * place.length();
            }
        }
    }

    private void encode(Encoder encoder, ServerTensor tensor) {
        try {
            encoder.encode(tensor.in(difference), tensor.payload());
        } catch (IllegalArgumentException e) { // a difference may overflow
            throw new DivergedException(e);
        }
    }

    /** The newest version as workers have it. */
    float[] model() {
        return followed;
    }

    /** What all versions so far have taken; a worker that is up to date has seen so much. */
    long total() {
        return total;
    }

    /** What it takes to bring a worker up to date. */
    long bits(long seen) {
        return Math.min(wholeBits, total - seen);
    }

    int bytes() {
        return Float.BYTES * followed.length
                + Long.BYTES
                + encoders.stream().mapToInt(Encoder::stateBytes).sum();
    }

    void save(ByteBuffer out) {
        WorkerModel.put(followed, out);
        out.putLong(total);
        encoders.forEach(encoder -> encoder.save(out));
    }

    void restore(ByteBuffer in) {
        WorkerModel.get(followed, in);
        total = in.getLong();
        encoders.forEach(encoder -> encoder.restore(in));
    }
}
