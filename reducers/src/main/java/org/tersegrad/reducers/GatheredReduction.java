package org.tersegrad.reducers;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.SavedState;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Slice;
import org.tersegrad.reducers.internal.arithmetic.Estimate;

/** Base class of reductions in which every worker gets every payload: encodes, sends, and can take a step back. */
abstract class GatheredReduction extends SavedState implements Reduction {
    /** The estimates of a compressor that sends increments. */
    final Estimate estimate;

    private final int elements;
    private final Collective group;
    private final Encoder encoder;
    private final Payload payload;
    private final ByteBuffer wire;

    /** The residual of the current step, if it has one. */
    private Optional<Residual> residualAtHand = Optional.empty();

    /** Whether the encoder can take a step back by itself; else the state is saved before each. */
    private final boolean undoing;

    private final ByteBuffer before;

    GatheredReduction(Reducer reducer, Compressor compressor, Shape shape, Seed seed, Collective group) {
        super(reducer, shape);
        this.group = group;
        elements = shape.size();
        encoder = part(compressor.encoder(shape, seed.ofWorker(group.rank(), group.size())));
        int maxBytes = compressor.maxBytes(shape);
        payload = Payload.allocate(maxBytes);
        wire = ByteBuffer.allocate(maxBytes);
        estimate = saved(new Estimate(compressor, shape));
        undoing = encoder.canUndo() && !estimate.exists();
        before = ByteBuffer.allocate(undoing ? 0 : stateBytes());
    }

    /** Forgets payloads of a step before. */
    abstract void clear();

    /** Takes a worker's payload; workers come in the order of ranks. */
    abstract void take(int rank, Payload received);

    /** Puts the average of all payloads into {@code gradient}. */
    abstract void average(Slice gradient);

    @Override
    public final Exchange begin(FloatSlice gradient) {
        saveBefore();
        encoder.encode(gradient, payload);
        residualAtHand = Optional.empty();
        return gather(gradient);
    }

    @Override
    public final Exchange begin(Slice gradient) {
        if (gradient instanceof FloatSlice array) {
            return begin(array);
        }
        saveBefore();
        encoder.encode(gradient.requireWritable(), payload);
        residualAtHand = Optional.empty();
        return gather(gradient);
    }

    @Override
    public final Exchange begin(FloatSlice gradient, Residual residual) {
        saveBefore();
        encoder.encode(gradient, residual, payload);
        residualAtHand = Optional.of(residual);
        return gather(gradient);
    }

    @Override
    public final Exchange begin(Slice gradient, Residual residual) {
        if (gradient instanceof FloatSlice array) {
            return begin(array, residual);
        }
        saveBefore();
        encoder.encode(gradient.requireWritable(), residual, payload);
        residualAtHand = Optional.of(residual);
        return gather(gradient);
    }

    private void saveBefore() {
        if (!undoing) {
            save(before.clear());
        }
    }

    @Override
    public final void cancel() {
        if (undoing) {
            encoder.undo();
        } else {
            restore(before.flip());
        }
        residualAtHand.ifPresent(Residual::undo);
    }

    private Exchange gather(Slice gradient) {
        clear();
        return new Exchange.Payloads(group, payload, wire, rank -> elements, this::take, () -> {
            average(gradient);
            return Exchange.DONE;
        });
    }
}
