package org.example.reducer;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.SavedState;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Exchange;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.Reduction;

/**
 * The trimmed mean: of each element, the largest and the smallest values are left out, and the others are averaged. A few workers
 * with wrong gradients move the result no further than the values of correct workers lie apart.
 *
 * <pre>
 *   y = x_1i, ..., x_ni in order;   mean_i = (y_(cut+1) + ... + y_(n-cut)) / (n - 2 cut)
 * </pre>
 *
 * <p>A small group leaves out fewer, so that at least one value is left. Reference: D. Yin and others, "Byzantine-Robust
 * Distributed Learning: Towards Optimal Statistical Rates", 2018.
 *
 * @param cut the number of values to leave out at each end, 0 or more
 */
public record TrimmedMean(int cut) implements Reducer {
    public TrimmedMean {
        if (cut < 0) {
            throw new IllegalArgumentException("cut is 0 or more, this is " + cut);
        }
    }

    @Override
    public Reduction reduction(Shape shape, Seed seed, Collective group) {
        return new TrimmedReduction(shape, group);
    }

    /** The state of one tensor on one worker: only memory that is used again in each step. */
    private final class TrimmedReduction extends SavedState implements Reduction {
        private final Collective group;
        private final ByteBuffer mine;
        private final float[][] values; // of each worker
        private final float[] sorted;

        TrimmedReduction(Shape shape, Collective group) {
            super(TrimmedMean.this, shape);
            this.group = group;
            mine = ByteBuffer.allocate(Math.multiplyExact(shape.size(), Float.BYTES))
                    .order(ByteOrder.LITTLE_ENDIAN);
            values = new float[group.size()][shape.size()];
            sorted = new float[group.size()];
        }

        /** All workers send their gradients to all. */
        @Override
        public Exchange begin(FloatSlice gradient) {
            gradient.requireLength(shape().size()).requireFinite(); // before anything is sent
            mine.clear();
            for (int i = 0; i < gradient.length(); i++) {
                mine.putFloat(gradient.array()[gradient.offset() + i]);
            }
            return new Exchange.ToAll(
                    group, mine.flip(), Collective.Receiver.named(this::receive), () -> finish(gradient));
        }

        private void receive(int rank, ByteBuffer message) {
            if (message.remaining() != mine.capacity()) {
                throw new MalformedInputException(0, message.remaining() + " bytes, expected are " + mine.capacity());
            }
            ByteBuffer floats = message.duplicate().order(ByteOrder.LITTLE_ENDIAN);
            for (int i = 0; i < values[rank].length; i++) {
                values[rank][i] = floats.getFloat();
                if (!Float.isFinite(values[rank][i])) {
                    throw new MalformedInputException((long) i * Float.BYTES, "element " + i + " is not finite");
                }
            }
            message.position(message.limit());
        }

        /** The gradients of all workers have arrived. */
        private Exchange finish(FloatSlice gradient) {
            for (int i = 0; i < gradient.length(); i++) {
                gradient.array()[gradient.offset() + i] = trimmed(i);
            }
            return Exchange.DONE;
        }

        private float trimmed(int element) {
            for (int rank = 0; rank < sorted.length; rank++) {
                sorted[rank] = values[rank][element];
            }
            Arrays.sort(sorted);
            int left = Math.min(cut, (sorted.length - 1) / 2);
            double sum = 0; // of floats: it does not overflow
            for (int k = left; k < sorted.length - left; k++) {
                sum += sorted[k];
            }
            return (float) (sum / (sorted.length - 2 * left));
        }

        @Override
        public Exchange begin(FloatSlice gradient, Residual residual) {
            throw traits(shape()).noErrorFeedback(TrimmedMean.this);
        }
    }

    @Override
    public Traits traits(Shape shape) {
        return Traits.none()
                .withErrorFeedbackRefusal("values that are left out must not come back with the next gradient");
    }

    @Override
    public String toString() {
        return "trimmed(" + cut + ")";
    }
}
