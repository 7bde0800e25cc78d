package org.tersegrad.spark;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Traits;
import org.tersegrad.reducers.model.ModelRounds;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.Policy;

/**
 * One partition's worker: its rows, its replica of the model and its residuals. It carries out one {@link Order} after the other,
 * each of them once, however often Spark runs the task.
 */
final class PartitionWorker<R> {
    private static final Logger LOG = LoggerFactory.getLogger(PartitionWorker.class);
    private static final long NEVER = Long.MIN_VALUE;

    private final int partition;
    private final int partitions;
    private final Settings settings;
    private final RowModel<R> model;
    private final List<R> rows;
    private final List<NamedTensor> tensors;
    private final RowOrder<R> order;
    private final float[] gradient;
    private final List<FloatSlice> slices;
    /** Residuals of reductions that were given up, sent with the next gradient. */
    private final float[] carried;

    private ModelRounds rounds;
    private Replica replica = new Replica(new float[0]);
    private int step;
    private double loss;
    private long lastNumber = NEVER;
    private Reply lastReply;

    /** @param rows not copied */
    PartitionWorker(int partition, int partitions, Settings settings, RowModel<R> model, List<R> rows) {
        this.partition = partition;
        this.partitions = partitions;
        this.settings = settings;
        this.model = model;
        this.rows = rows;
        order = new RowOrder<>(rows, settings.batch(), settings.orderSeed(partition));
        tensors = List.copyOf(model.tensors());
        gradient = new float[Tensors.elements(tensors)];
        slices = Tensors.slices(tensors, gradient);
        carried = new float[gradient.length];
        rounds = newRounds(0);
        lastReply = new Reply.Lost(partition);
    }

    /** Carries an order out, or says that it has been carried out, or that it cannot be. */
    synchronized Reply obey(Order what, Order.Own own) {
        if (what.number() == lastNumber) {
            return lastReply;
        }
        if (what.number() < lastNumber) {
            return new Reply.Lost(partition); // a task of an earlier job, for which nobody waits any more
        }
        boolean starts = what instanceof Order.Start && own.replaced();
        if (!starts && what.number() - 1 != lastNumber) {
            return new Reply.Lost(partition);
        }
        lastNumber = NEVER; // whatever is thrown below leaves no half-made step behind: the state is lost then
        try {
            lastReply = carryOut(what, own);
        } catch (RuntimeException e) {
            LOG.warn("partition {} fails in step {}", partition, step, e);
            return new Reply.Failed(
                    partition, "step " + step + ": " + e.getMessage(), e instanceof IllegalArgumentException);
        }
        lastNumber = what.number();
        return lastReply;
    }

    private Reply carryOut(Order what, Order.Own own) {
        if (rows.isEmpty()) {
            throw new IllegalArgumentException("the partition has no rows, repartition the RDD from " + partitions
                    + " to fewer partitions; every partition is a worker");
        }
        if (what instanceof Order.Start start) {
            return start(start, own);
        }
        if (what instanceof Order.Answer answer) {
            return rounds.take(answer.forAll(), own.bytes())
                    .<Reply>map(bytes -> new Reply.Message(partition, step, bytes, loss))
                    .orElseGet(this::endStep);
        }
        return standing((Order.Report) what);
    }

    /**
     * Reductions begin afresh on all workers: some of them keep what must be the same everywhere, and who was replaced does not
     * have it. A worker that was not replaced sends its residual with its next gradient.
     */
    private Reply start(Order.Start start, Order.Own own) {
        rounds.cancel();
        if (own.replaced()) {
            replica = Replica.of(start.replica());
            step = start.step();
            Arrays.fill(carried, 0f);
        } else {
            List<FloatSlice> residuals = Tensors.slices(tensors, carried);
            for (int i = 0; i < residuals.size(); i++) {
                rounds.addResidualTo(i, residuals.get(i), 1f);
            }
        }
        rounds = newRounds(start.generation());
        if (own.bytes().length > 0) {
            restore(ByteBuffer.wrap(own.bytes()));
        }
        return beginStep();
    }

    /** The state of this worker alone: that of its reductions, then the residuals that it carries. */
    private byte[] state() {
        byte[] reductions = rounds.state();
        ByteBuffer state = ByteBuffer.allocate(Integer.BYTES + reductions.length + Float.BYTES * carried.length);
        state.putInt(reductions.length).put(reductions).asFloatBuffer().put(carried);
        return state.array();
    }

    private void restore(ByteBuffer state) {
        byte[] reductions = new byte[state.getInt()];
        state.get(reductions).asFloatBuffer().get(carried);
        rounds.restore(reductions);
    }

    private ModelRounds newRounds(int generation) {
        return new ModelRounds(
                Policy.parse(settings.policy()), tensors, settings.reductionSeed(generation), partition, partitions);
    }

    private Reply endStep() {
        for (int i = 0; i < slices.size(); i++) {
            // Gradients that have momentum already get no second one.
            float momentum = rounds.reducer(i).traits(Traits.ANY_SHAPE).keepsMomentum() ? 0 : settings.momentum();
            replica.step(slices.get(i), settings.rate(), momentum);
        }
        Arrays.fill(carried, 0f);
        step++;
        return beginStep();
    }

    private Reply beginStep() {
        if (step == settings.steps()) {
            return new Reply.Message(partition, step, new byte[0], loss);
        }
        Arrays.fill(gradient, 0f);
        loss = model.gradient(replica.parameters(), order.of(step), gradient);
        for (int i = 0; i < gradient.length; i++) {
            gradient[i] += carried[i];
        }
        return new Reply.Message(partition, step, rounds.begin(slices), loss);
    }

    private Reply standing(Order.Report report) {
        byte[] nothing = {};
        return new Reply.Standing(
                partition,
                step,
                replica.checksum(),
                report.replicaOf() == partition ? replica.toBytes() : nothing,
                report.states() ? state() : nothing);
    }
}
