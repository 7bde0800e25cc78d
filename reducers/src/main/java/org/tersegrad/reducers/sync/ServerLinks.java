package org.tersegrad.reducers.sync;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.floats.Dense;
import org.tersegrad.reducers.AllReduce;
import org.tersegrad.reducers.Gather;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.Server;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.Policy;

/**
 * The ways between workers and a server that has the model: how each tensor is compressed, as a policy says. Models and gradients
 * are vectors of all tensors, one after another.
 *
 * <p>The messages are bytes: workers and server may be in one process or apart. All links of one thread share a buffer for a
 * payload, so they are not thread-safe together.
 */
public final class ServerLinks {
    private final TensorPlaces places;
    private final List<Link> links;

    /**
     * The way of one tensor.
     *
     * @param up compresses gradients or differences of workers
     * @param down compresses the way back; empty if the whole tensor is sent
     * @param payload room for one message
     */
    record Link(Compressor up, Optional<Compressor> down, Shape shape, Payload payload) {
        boolean sendsIncrements() {
            return up.traits(shape).sendsIncrements();
        }
    }

    /**
     * Links for the tensors of a model.
     *
     * @param policy dense, a compressor, or {@code server(up=...,down=...)} for each tensor
     * @param user of the links, which messages name
     * @throws IllegalArgumentException if the policy has a reducer of a group without a server
     */
    public ServerLinks(Policy policy, List<NamedTensor> tensors, Synchronization user) {
        places = new TensorPlaces(tensors);
        links = tensors.stream()
                .map(tensor -> link(policy.reducer(tensor), tensor.shape(), user))
                .toList();
    }

    private static Link link(Reducer reducer, Shape shape, Synchronization user) {
        Compressor up;
        Optional<Compressor> down = Optional.empty();
        if (reducer instanceof AllReduce) {
            up = new Dense();
        } else if (reducer instanceof Gather gather) {
            up = gather.compressor();
        } else if (reducer instanceof Server server && server.equals(new Server(server.up(), server.down()))) {
            up = server.up();
            down = Optional.of(server.down());
        } else {
            throw new IllegalArgumentException(user + " has a server, for dense, a compressor as topk(0.01)+ef,"
                    + " or server(up=topk(0.01)+ef,down=int8), and not for " + reducer);
        }
        if (down.isPresent() && down.get().traits(Traits.ANY_SHAPE).remembers()) {
            throw new IllegalArgumentException("what a server has not sent is still in the next difference of its"
                    + " model, so down is a compressor without a residual, and not " + down.get());
        }
        if (up.traits(shape).increments().filter(each -> each.omega() > 0).isPresent()) {
            throw new IllegalArgumentException(user + " keeps the estimate of each worker apart, so nu of " + up
                    + " does not follow from their number; give it, as in +efbv(nu=0.5)");
        }
        int bytes = Math.max(
                up.maxBytes(shape), down.map(each -> each.maxBytes(shape)).orElse(0));
        return new Link(up, down, shape, Payload.allocate(bytes));
    }

    /** The number of all parameters. */
    public int parameters() {
        return places.length();
    }

    /** Whether a tensor is sent as increments of an estimate, which the server must not lose. */
    public boolean sendsIncrements() {
        return links.stream().anyMatch(Link::sendsIncrements);
    }

    /**
     * A worker's end of its way to the server.
     *
     * @param seed the same on all workers
     */
    public Uplink uplink(Seed seed, int rank) {
        return new Uplink(this, seed, rank);
    }

    /** The server's end of one worker's way. */
    public Inbox inbox() {
        return new Inbox(this);
    }

    /**
     * The server's way to all workers.
     *
     * @param start the model that all workers have at first; not modified
     */
    public Downlink downlink(float[] start, Seed seed) {
        return new Downlink(this, start, seed);
    }

    TensorPlaces places() {
        return places;
    }

    int tensors() {
        return links.size();
    }

    Link link(int tensor) {
        return links.get(tensor);
    }

    /** A tensor in the vector of all parameters. */
    FloatSlice in(float[] vector, int tensor) {
        return places.in(vector, tensor);
    }

    /** The bytes of the longest message of a worker. */
    int maxBytes() {
        return IntStream.range(0, links.size())
                .map(tensor -> link(tensor).up().maxBytes(link(tensor).shape()))
                .reduce(0, Math::addExact);
    }
}
