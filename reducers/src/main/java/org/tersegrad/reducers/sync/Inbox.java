package org.tersegrad.reducers.sync;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.Mirror;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.State;

/** The server's end of one worker's way: what it knows of the estimates whose increments the worker sends. */
public final class Inbox extends State {
    private final ServerLinks links;
    private final List<Mirror> mirrors = new ArrayList<>();

    Inbox(ServerLinks links) {
        this.links = links;
        for (int i = 0; i < links.tensors(); i++) {
            ServerLinks.Link link = links.link(i);
            mirrors.add(
                    saved(link.sendsIncrements() ? new Mirror(link.up(), link.shape()) : new Mirror(Shape.vector(0))));
        }
    }

    /**
     * Takes a message: increments into the estimates, all else into the target.
     *
     * @param message not modified: of {@link Uplink#send}
     * @param target modified: {@code target += weight * decoded}, for tensors that are not sent as increments
     * @throws MalformedInputException if the bytes are not such a message
     */
    public void take(byte[] message, float[] target, float weight) {
        check(message); // a message that is rejected leaves no trace
        ByteBuffer in = ByteBuffer.wrap(message);
        for (int i = 0; i < mirrors.size(); i++) {
            ServerLinks.Link link = links.link(i);
            link.payload().readFrom(in, link.shape().size());
            if (link.sendsIncrements()) {
                mirrors.get(i).add(link.payload(), 1f);
            } else {
                link.payload().addTo(links.in(target, i), weight);
            }
        }
    }

    /** Rejects a message that {@link #take} would reject. */
    public void check(byte[] message) {
        ByteBuffer in = ByteBuffer.wrap(message);
        for (int i = 0; i < mirrors.size(); i++) {
            links.link(i).payload().readFrom(in, links.link(i).shape().size());
        }
        if (in.hasRemaining()) {
            throw new MalformedInputException(in.position(), in.remaining() + " bytes more than expected");
        }
    }

    /**
     * Adds what is known of the worker's estimates.
     *
     * @param target modified: {@code target += weight * estimate}, for tensors that are sent as increments
     */
    public void addEstimates(float[] target, float weight) {
        for (int i = 0; i < mirrors.size(); i++) {
            if (links.link(i).sendsIncrements()) {
                mirrors.get(i).addTo(links.in(target, i), weight);
            }
        }
    }
}
