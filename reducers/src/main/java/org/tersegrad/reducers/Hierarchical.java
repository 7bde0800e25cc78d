package org.tersegrad.reducers;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.SavedState;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.reducers.internal.MessageChecks;

/**
 * Averages inside each node as it is, and between nodes with another reducer: what is fast is used in full, and what is slow is
 * spared.
 *
 * <pre>
 *   1  inside a node: the sum of its workers' gradients         all-reduce
 *   2  the first workers of all nodes: the mean of the sums        the reducer between
 *   3  inside a node: the first worker gives the mean to all; then all workers wait for each other
 * </pre>
 *
 * <p>Workers 0 to m − 1 are the first node, m to 2m − 1 the second, and so on; the last node may have fewer. Each worker counts
 * the same, however many its node has. A residual is kept between nodes only, by their first workers, as in
 * {@code topk(0.01)+ef+hierarchical(4)}. The group must be one that can be {@link Collective#split split}.
 *
 * <p>Bits inside nodes count as all others do; {@link HierarchicalReduction#bitsBetween} counts the others alone.
 *
 * @param between how first workers average
 * @param nodeSize m, how many workers share a node, 1 or more
 */
public record Hierarchical(Reducer between, int nodeSize) implements Reducer {
    public Hierarchical {
        if (nodeSize < 1) {
            throw new IllegalArgumentException("a node has 1 worker or more, not " + nodeSize);
        }
    }

    @Override
    public HierarchicalReduction reduction(Shape shape, Seed seed, Collective group) {
        return new HierarchicalReduction(this, shape, seed, group);
    }

    /** One tensor's state on one worker. */
    public static final class HierarchicalReduction extends SavedState implements Reduction {
        private static final Collective.Receiver NOTHING = Collective.Receiver.named(rank -> 0, (rank, message) -> {});

        private final Hierarchical recipe;
        private final Collective group;
        private final Collective node;
        private final Collective firstWorkers;
        private final Optional<Reduction> between;
        private final SumLimit limit;
        /** Nodes for each worker: what makes the mean over nodes that over workers. */
        private final float weight;

        private final float[] result;
        private final ByteBuffer wire;
        private final Collective.Receiver taking;
        /** The state before the step: what is between nodes is over when something inside them can still fail. */
        private final ByteBuffer before;

        private HierarchicalReduction(Hierarchical recipe, Shape shape, Seed seed, Collective group) {
            super(recipe, shape);
            this.recipe = recipe;
            this.group = group;
            node = group.split(group.rank() / recipe.nodeSize);
            boolean first = node.rank() == 0;
            firstWorkers = group.split(first ? 0 : 1);
            between = first ? Optional.of(recipe.between.reduction(shape, seed, firstWorkers)) : Optional.empty();
            int nodes = (group.size() + recipe.nodeSize - 1) / recipe.nodeSize;
            weight = (float) nodes / group.size();
            // A node's residual is that of all its workers, and here it is its first worker's.
            between.ifPresent(reduction -> part(reduction, 0, -1, 1 / weight));
            limit = new SumLimit(group.size());
            result = new float[shape.size()];
            wire = ByteBuffer.allocate(Float.BYTES * (first ? shape.size() : 0)).order(ByteOrder.LITTLE_ENDIAN);
            taking = Collective.Receiver.named(this::messageBytes, this::take);
            before = ByteBuffer.allocate(between.map(Reduction::stateBytes).orElse(0));
        }

        /** Bits that this worker has sent between nodes so far. */
        public long bitsBetween() {
            return between.isPresent() ? firstWorkers.bitsSent() : 0;
        }

        @Override
        public Exchange begin(FloatSlice gradient) {
            FloatSlice within = limit.within(gradient.requireLength(shape().size()));
            System.arraycopy(within.array(), within.offset(), result, 0, result.length);
            between.ifPresent(reduction -> reduction.save(before.clear()));
            return new Exchange.Sum(node, FloatSlice.of(result), () -> betweenNodes(gradient));
        }

        private Exchange betweenNodes(FloatSlice gradient) {
            if (between.isEmpty()) {
                return insideNode(gradient);
            }
            for (int i = 0; i < result.length; i++) {
                result[i] *= weight;
            }
            return then(between.get().begin(FloatSlice.of(result)), gradient);
        }

        /** The chain between nodes, and then what is left inside. */
        private Exchange then(Exchange exchange, FloatSlice gradient) {
            return exchange == Exchange.DONE
                    ? insideNode(gradient)
                    : exchange.with(() -> then(exchange.next(), gradient));
        }

        private Exchange insideNode(FloatSlice gradient) {
            wire.clear();
            wire.asFloatBuffer().put(result, 0, wire.remaining() / Float.BYTES);
            return new Exchange.ToAll(node, wire, taking, () -> together(gradient));
        }

        /** The step ends when all nodes have got the mean, so that it ends for all workers or for none. */
        private Exchange together(FloatSlice gradient) {
            return new Exchange.ToAll(group, ByteBuffer.allocate(0), NOTHING, () -> {
                System.arraycopy(result, 0, gradient.array(), gradient.offset(), result.length);
                return Exchange.DONE;
            });
        }

        private int messageBytes(int rank) {
            return rank == 0 ? Float.BYTES * result.length : 0;
        }

        private void take(int rank, ByteBuffer message) {
            MessageChecks.requireBytes(message, messageBytes(rank));
            message.order(ByteOrder.LITTLE_ENDIAN);
            for (int i = 0; message.hasRemaining(); i++) {
                result[i] = message.getFloat();
                if (!Float.isFinite(result[i])) {
                    throw new MalformedInputException((long) Float.BYTES * i, "element " + i + " is " + result[i]);
                }
            }
        }

        @Override
        public Exchange begin(FloatSlice gradient, Residual residual) {
            throw recipe.traits(shape()).noErrorFeedback(recipe);
        }

        @Override
        public void cancel() {
            between.ifPresent(reduction -> reduction.restore(before.flip()));
        }
    }

    private static final String RESIDUAL_BETWEEN = "its residual is between nodes, as in topk(0.01)+ef+hierarchical(4)";

    @Override
    public Optional<Reducer> withCompressors(UnaryOperator<Compressor> change) {
        return between.withCompressors(change).map(changed -> new Hierarchical(changed, nodeSize));
    }

    @Override
    public Traits traits(Shape shape) {
        Traits traits = between.traits(shape).withErrorFeedbackRefusal(RESIDUAL_BETWEEN);
        // Nodes of different sizes weigh differently in the error.
        return traits.guarantee().equals(Guarantee.EXACT) ? traits : traits.withGuarantee(Guarantee.NONE);
    }

    @Override
    public String toString() {
        return ReducerRecipe.wrapped(between, "hierarchical(" + nodeSize + ")");
    }
}
