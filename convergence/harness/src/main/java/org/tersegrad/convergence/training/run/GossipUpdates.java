package org.tersegrad.convergence.training.run;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.convergence.training.sync.Gossip;
import org.tersegrad.reducers.AllReduce;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Gather;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.group.RefusedException;

/** Every worker makes a step of its own and then one towards its neighbours, as {@link Gossip} says. */
final class GossipUpdates implements ModelUpdate {
    private static final float[] NOTHING = {};

    private final Gossip how;
    private final WorkerModel model;
    private final Collective group;
    private final Seed seed;
    private final List<GossipTensor> tensors = new ArrayList<>();
    private final ByteBuffer mine;
    private final float[] mean;
    private ByteBuffer messages = ByteBuffer.allocate(0);

    GossipUpdates(Gossip how, WorkerModel model, Collective group, Seed seed) {
        this.how = how;
        this.model = model;
        this.group = group;
        this.seed = seed;
        mean = model.parameters.clone();
        int bytes = 0;
        for (int i = 0; i < model.tensors(); i++) {
            tensors.add(tensor(model.reductions.reducer(i), model.shape(i), model.place(i), seed.fork(i)));
            bytes = Math.addExact(bytes, tensors.get(i).maxBytes());
        }
        mine = ByteBuffer.allocate(bytes);
    }

    private GossipTensor tensor(Reducer reducer, Shape shape, FloatSlice place, Seed its) {
        if (reducer instanceof AllReduce) {
            return new ExactGossip(place);
        }
        if (reducer instanceof Gather gather
                && !gather.compressor().traits(Traits.ANY_SHAPE).remembers()) {
            if (how.graph() == Gossip.Graph.MATCHING) {
                throw new IllegalArgumentException(
                        how + " is for dense: with " + reducer + " each worker would have to follow all others");
            }
            int[] around = how.around(group.rank(), group.size(), 0, seed);
            return new CompressedGossip(
                    gather.compressor(), shape, place, how.gamma(), group.rank(), around, its.fork(group.rank()));
        }
        throw new IllegalArgumentException("gossip sends models to neighbours, dense or with a compressor that has no"
                + " residual, as topk(0.01), and not with " + reducer);
    }

    @Override
    public void step(int step, float rate) {
        model.optimize(step, rate);
        int[] around = how.around(group.rank(), group.size(), step, seed);
        try {
            mine.clear();
            tensors.forEach(tensor -> tensor.write(mine));
            mine.flip();
        } catch (IllegalArgumentException e) {
            group.refuse(String.valueOf(e.getMessage()));
            throw new DivergedException(e);
        }
        int[] lengths = new int[group.size()];
        for (int neighbour : around) {
            lengths[neighbour] = neighbour == group.rank() ? 0 : mine.remaining();
        }
        open((around.length - 1) * mine.remaining());
        for (int neighbour : around) {
            if (neighbour != group.rank()) {
                messages.put(mine.duplicate());
            }
        }
        try {
            group.allToAll(messages.flip(), lengths, (rank, message) -> take(rank, message, around));
        } catch (RefusedException e) {
            throw new DivergedException(e);
        }
        tensors.forEach(tensor -> tensor.mix(around));
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

    /** The mean of all models, which nobody has: it is made for the evaluation. */
    @Override
    public void meet(Meeting meeting) {
        for (int i = 0; i < mean.length; i++) {
            mean[i] = Float.isFinite(model.parameters[i]) ? model.parameters[i] : 0; // the run ends here anyway
        }
        meeting.average(mean);
    }

    @Override
    public double distance() {
        return WorkerModel.distance(model.parameters, mean);
    }

    @Override
    public float[] agreed() {
        return mean;
    }

    @Override
    public float[] given() {
        return NOTHING;
    }

    @Override
    public float[] reduced() {
        return NOTHING;
    }

    @Override
    public int commonBytes() {
        return 0;
    }

    @Override
    public void saveCommon(ByteBuffer out) {}

    @Override
    public void restoreCommon(ByteBuffer in) {}

    @Override
    public int ownBytes() {
        return model.bytes() + tensors.stream().mapToInt(GossipTensor::bytes).sum();
    }

    @Override
    public void saveOwn(ByteBuffer out) {
        model.save(out);
        tensors.forEach(tensor -> tensor.save(out));
    }

    @Override
    public void restoreOwn(ByteBuffer in) {
        model.restore(in);
        tensors.forEach(tensor -> tensor.restore(in));
    }
}
