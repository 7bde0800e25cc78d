package org.tersegrad.reducers.sync;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.State;

/**
 * A server's way to its workers. It sends the whole model; or, where the policy compresses this way too, what a model y that all
 * follow lacks of the server's model x:
 *
 * <pre>
 *   q = C(x − y);   y = y + q        on the server and on all workers; workers compute at y
 * </pre>
 *
 * <p>What was not sent is still in the next difference, so C needs no residual. A worker that has missed versions gets all
 * messages that it lacks, or the whole model if that is shorter.
 */
public final class Downlink extends State {
    private final ServerLinks links;
    private final List<Optional<Encoder>> encoders = new ArrayList<>();
    private final float[] followed;
    private final float[] difference;
    private long total;

    Downlink(ServerLinks links, float[] start, Seed seed) {
        this.links = links;
        followed = saved(start.clone());
        difference = new float[start.length];
        for (int i = 0; i < links.tensors(); i++) {
            ServerLinks.Link link = links.link(i);
            Seed its = seed.fork(i);
            encoders.add(link.down().map(down -> saved(down.encoder(link.shape(), its))));
        }
    }

    /**
     * Makes a version of the server's model.
     *
     * @param model not modified
     * @throws IllegalArgumentException if a difference that is compressed is not finite
     */
    public void publish(float[] model) {
        for (int i = 0; i < model.length; i++) {
            difference[i] = model[i] - followed[i];
        }
        for (int i = 0; i < encoders.size(); i++) {
            FloatSlice place = links.in(followed, i);
            if (encoders.get(i).isPresent()) {
                ServerLinks.Link link = links.link(i);
                encoders.get(i).get().encode(links.in(difference, i), link.payload());
                link.payload().addTo(place, 1f);
                total += link.payload().bits();
            } else {
                System.arraycopy(model, place.offset(), followed, place.offset(), place.length());
                total += (long) Float.SIZE * place.length();
            }
        }
    }

    /** The newest version as workers have it; not to be modified. */
    public float[] model() {
        return followed;
    }

    /** The bits of all versions so far: what a worker that is up to date has seen. */
    public long total() {
        return total;
    }

    /** The bits that bring a worker up to date. */
    public long bits(long seen) {
        return Math.min((long) Float.SIZE * followed.length, total - seen);
    }

    @Override
    protected long contentBytes() {
        return Long.BYTES;
    }

    @Override
    protected void saveContent(ByteBuffer out) {
        out.putLong(total);
    }

    @Override
    protected void restoreContent(ByteBuffer in) {
        total = getStep(in);
    }
}
