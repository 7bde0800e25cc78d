package org.tersegrad.reducers;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.PayloadSum;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.SavedState;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.reducers.internal.arithmetic.Estimate;

/**
 * Makes a reducer of any compressor: every worker gets every payload and averages them, in the order of ranks. Adding a
 * sparse payload takes time in proportion to what was sent.
 *
 * <pre>
 *   mean = (1/n) C(x0) + (1/n) C(x1) + ...
 *   increments:  mirror = mirror + (1/n) C(x0) + ...,  mean = mirror
 * </pre>
 *
 * <p>A worker's randomness is that of {@code seed.ofWorker(rank, n)}. The mean has the guarantee of the compressor but for
 * {@link Guarantee.Bounded}, which counts float rounding: the mean is rounded, too, by more than any bound if elements are large.
 */
public record Gather(Compressor compressor) implements Reducer {
    @Override
    public Reduction reduction(Shape shape, Seed seed, Collective group) {
        return new GatherReduction(shape, seed, group);
    }

    private final class GatherReduction extends SavedState implements Reduction {
        private final Collective group;
        private final Encoder encoder;
        private final Payload payload;
        private final ByteBuffer wire;
        private final Estimate estimate;
        private final FloatSlice mean;
        private final float weight;
        private final PayloadSum sum;

        /** The residual of the current step, if it has one. */
        private Optional<Residual> residualAtHand = Optional.empty();

        /** Whether the encoder can take a step back by itself; else the state is saved before each. */
        private final boolean undoing;

        private final ByteBuffer before;

        GatherReduction(Shape shape, Seed seed, Collective group) {
            super(Gather.this, shape);
            this.group = group;
            encoder = part(compressor.encoder(shape, seed.ofWorker(group.rank(), group.size())));
            int maxBytes = compressor.maxBytes(shape);
            payload = Payload.allocate(maxBytes);
            wire = ByteBuffer.allocate(maxBytes);
            estimate = saved(new Estimate(compressor, shape));
            mean = FloatSlice.of(new float[shape.size()]);
            weight = 1f / group.size();
            sum = new PayloadSum(mean, weight);
            undoing = encoder.canUndo() && !estimate.exists();
            before = ByteBuffer.allocate(undoing ? 0 : stateBytes());
        }

        @Override
        public Exchange begin(FloatSlice gradient) {
            saveBefore();
            encoder.encode(gradient, payload);
            residualAtHand = Optional.empty();
            return gather(gradient);
        }

        @Override
        public Exchange begin(FloatSlice gradient, Residual residual) {
            saveBefore();
            encoder.encode(gradient, residual, payload);
            residualAtHand = Optional.of(residual);
            return gather(gradient);
        }

        private void saveBefore() {
            if (!undoing) {
                save(before.clear());
            }
        }

        @Override
        public void cancel() {
            if (undoing) {
                encoder.undo();
            } else {
                restore(before.flip());
            }
            residualAtHand.ifPresent(Residual::undo);
        }

        private Exchange gather(FloatSlice gradient) {
            Arrays.fill(mean.array(), 0f);
            sum.clear(); // of a step that failed
            return new Exchange.Payloads(group, payload, wire, rank -> mean.length(), this::take, () -> {
                average(gradient);
                return Exchange.DONE;
            });
        }

        private void take(int rank, Payload received) {
            estimate.take(received, weight, sum);
        }

        private void average(FloatSlice gradient) {
            sum.finish();
            estimate.addTo(mean);
            Finite.saturate(mean.array(), 0, mean.length()); // the mean of floats is one; only rounding makes it more
            System.arraycopy(mean.array(), 0, gradient.array(), gradient.offset(), gradient.length());
        }
    }

    @Override
    public Optional<Reducer> withCompressors(UnaryOperator<Compressor> change) {
        return Optional.of(new Gather(change.apply(compressor)));
    }

    @Override
    public Traits traits(Shape shape) {
        Traits traits = compressor.traits(shape).withSendsIncrements(false);
        return traits.guarantee() instanceof Guarantee.Bounded ? traits.withGuarantee(Guarantee.NONE) : traits;
    }

    @Override
    public String toString() {
        String recipe = compressor.toString();
        return ReducerRecipe.meansAReducer(recipe) ? recipe + "+gather" : recipe;
    }
}
