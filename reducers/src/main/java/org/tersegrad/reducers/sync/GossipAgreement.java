package org.tersegrad.reducers.sync;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.SavedState;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.group.RefusedException;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.Policy;

/** Gossip at work: one exchange with all neighbours after each step, for all tensors together. */
final class GossipAgreement extends SavedState implements Agreement {
    private final Gossip how;
    private final Collective group;
    private final Seed seed;
    private final TensorPlaces places;
    private final List<GossipTensor> tensors = new ArrayList<>();
    private final ByteBuffer mine;
    private ByteBuffer messages = ByteBuffer.allocate(0);
    private long step;

    GossipAgreement(Gossip how, Policy policy, List<NamedTensor> model, Seed seed, Collective group) {
        super(how, Shape.vector(new TensorPlaces(model).length()));
        this.how = how;
        this.group = group;
        this.seed = seed;
        places = new TensorPlaces(model);
        int bytes = 0;
        for (int i = 0; i < model.size(); i++) {
            tensors.add(saved(tensor(policy.reducer(model.get(i)), model.get(i).shape(), seed.fork(i))));
            bytes = Math.addExact(bytes, tensors.get(i).maxBytes());
        }
        mine = ByteBuffer.allocate(bytes);
    }

    private GossipTensor tensor(Reducer reducer, Shape shape, Seed its) {
        return how.compressor(reducer)
                .<GossipTensor>map(compressor -> new CompressedGossip(
                        compressor,
                        shape,
                        how.gamma(compressor, shape),
                        group.rank(),
                        how.around(group.rank(), group.size(), 0, seed),
                        its.fork(group.rank())))
                .orElseGet(() -> new ExactGossip(shape.size()));
    }

    @Override
    public long afterStep(List<FloatSlice> parameters) {
        places.require(parameters);
        int[] around = how.around(group.rank(), group.size(), step, seed);
        step = after(step);
        write(parameters);
        int[] lengths = new int[group.size()];
        open((around.length - 1) * mine.remaining());
        for (int neighbour : around) {
            if (neighbour != group.rank()) {
                lengths[neighbour] = mine.remaining();
                messages.put(mine.duplicate());
            }
        }
        long before = group.bitsSent();
        group.allToAll(
                messages.flip(),
                lengths,
                Collective.Receiver.atMost(rank -> mine.capacity(), (rank, message) -> take(rank, message, around)));
        for (int i = 0; i < tensors.size(); i++) {
            tensors.get(i).mix(parameters.get(i), around);
        }
        return group.bitsSent() - before;
    }

    private void write(List<FloatSlice> parameters) {
        mine.clear();
        for (int i = 0; i < tensors.size(); i++) {
            try {
                tensors.get(i).write(parameters.get(i), mine);
            } catch (IllegalArgumentException e) {
                String why = "tensor " + places.name(i) + ": " + e.getMessage();
                group.refuse(why);
                RefusedException refused = new RefusedException(group.rank(), why);
                refused.initCause(e);
                throw refused;
            }
        }
        mine.flip();
    }

    private void take(int rank, ByteBuffer message, int[] around) {
        if (Arrays.binarySearch(around, rank) >= 0) {
            ByteBuffer theirs = rank == group.rank() ? mine.duplicate() : message;
            tensors.forEach(tensor -> tensor.take(rank, theirs));
        }
    }

    private void open(int bytes) {
        if (messages.capacity() < bytes) {
            messages = ByteBuffer.allocate(bytes);
        }
        messages.clear();
    }

    @Override
    protected long contentBytes() {
        return Long.BYTES;
    }

    @Override
    protected void saveContent(ByteBuffer out) {
        out.putLong(step);
    }

    @Override
    protected void restoreContent(ByteBuffer in) {
        step = getStep(in);
    }
}
