package org.tersegrad.reducers.sync;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.State;

/** A worker's end of its way to a server: encoders with their residuals. */
public final class Uplink extends State {
    private final ServerLinks links;
    private final List<Encoder> encoders = new ArrayList<>();
    private final ByteBuffer buffer;
    private long bits;

    Uplink(ServerLinks links, Seed seed, int rank) {
        this.links = links;
        for (int i = 0; i < links.tensors(); i++) {
            ServerLinks.Link link = links.link(i);
            Seed its = seed.fork(i).fork(0).fork(rank); // that of a worker in a group, so that it draws the same
            int length = link.shape().size();
            encoders.add(
                    part(link.up().encoder(link.shape(), its), links.places().start(i), length, 1f));
        }
        buffer = ByteBuffer.allocate(links.maxBytes());
    }

    /**
     * Encodes all tensors.
     *
     * @param values not modified: a gradient or a difference of all parameters
     * @return the message
     * @throws IllegalArgumentException if a value is not finite
     */
    public byte[] send(float[] values) {
        buffer.clear();
        for (int i = 0; i < encoders.size(); i++) {
            ServerLinks.Link link = links.link(i);
            encoders.get(i).encode(links.in(values, i), link.payload());
            bits += link.payload().bits();
            link.payload().writeTo(buffer);
        }
        byte[] message = new byte[buffer.flip().remaining()];
        buffer.get(message);
        return message;
    }

    /**
     * Encodes how far a client has come.
     *
     * @param from not modified: the model that the client got
     * @param to not modified: its model now
     * @return the message
     * @throws IllegalArgumentException if a difference is not finite
     */
    public byte[] sendDifference(float[] from, float[] to) {
        float[] difference = new float[links.parameters()];
        for (int i = 0; i < difference.length; i++) {
            difference[i] = from[i] - to[i];
        }
        return send(difference);
    }

    int parameters() {
        return links.parameters();
    }

    /** The bits of all messages so far, since this object was made. */
    public long bitsSent() {
        return bits;
    }
}
