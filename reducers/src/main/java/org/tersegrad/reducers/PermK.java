package org.tersegrad.reducers;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.floats.Dense;
import org.tersegrad.compressors.sparse.RandomSubset;

/**
 * PermK: a permutation that all workers share cuts the elements into n parts, another one in each step, and each worker sends the
 * floats of its part. No index is sent.
 *
 * <pre>
 *   C_w(x) = n x on the part of worker w, else 0
 *   mean   = (1/n) sum of C_w(x_w):   element i is that of the worker whose part it is in
 *
 *   E|mean − x|² = (1/n) sum of |x_w − x|²      x = the mean of all x_w; equal gradients: exact
 * </pre>
 *
 * <p>The errors of workers cancel, which those of independent choices do not. If n does not divide d, the permutation is one of
 * n ceil(d/n) places, the last of which are empty: every element belongs to each worker with probability 1/n, so the variance holds
 * for every d. Without one of the workers its part would be missing, so all are present in each step; a group that goes on with fewer
 * workers has larger parts.
 *
 * <p>R. Szlendak, A. Tyurin, P. Richtárik, <i>Permutation compressors for provably faster distributed nonconvex optimization</i>,
 * 2021.
 */
public record PermK() implements Reducer {
    @Override
    public Reduction reduction(Shape shape, Seed seed, Collective group) {
        return new PartReduction(shape, seed, group);
    }

    private final class PartReduction extends SteppedReduction {
        private final Collective group;
        private final RandomSubset places = new RandomSubset();
        private final FloatSlice part;
        private final float[] mean;
        private final Encoder encoder;
        private final Payload payload;
        private final ByteBuffer wire;

        PartReduction(Shape shape, Seed seed, Collective group) {
            super(PermK.this, shape, seed);
            this.group = group;
            int length = (int) (((long) shape.size() + group.size() - 1) / group.size());
            part = FloatSlice.of(new float[length]);
            mean = new float[shape.size()];
            Dense floats = new Dense();
            encoder = floats.encoder(Shape.vector(length), seed);
            payload = Payload.allocate(floats.maxBytes(Shape.vector(length)));
            wire = ByteBuffer.allocate(payload.capacity());
        }

        @Override
        public Exchange begin(FloatSlice gradient) {
            gradient.requireLength(mean.length).requireFinite();
            places.set(stepSeed(), part.length() * group.size());
            for (int i = 0; i < part.length(); i++) {
                int element = element(group.rank(), i);
                part.array()[i] = element < mean.length ? gradient.array()[gradient.offset() + element] : 0f;
            }
            encoder.encode(part, payload);
            return new Exchange.Payloads(group, payload, wire, rank -> part.length(), this::take, () -> {
                System.arraycopy(mean, 0, gradient.array(), gradient.offset(), mean.length);
                nextStep();
                return Exchange.DONE;
            });
        }

        /** The element in a place of a worker's part; none of the tensor's if the place is empty. */
        private int element(int rank, int place) {
            return places.index(rank * part.length() + place);
        }

        private void take(int rank, Payload sent) {
            Arrays.fill(part.array(), 0f);
            sent.addTo(part, 1f);
            for (int i = 0; i < part.length(); i++) {
                int element = element(rank, i);
                if (element < mean.length) {
                    mean[element] = part.array()[i];
                }
            }
        }

        @Override
        public Exchange begin(FloatSlice gradient, Residual residual) {
            throw traits(shape()).noErrorFeedback(PermK.this);
        }
    }

    /** One worker's error is n − 1 times its gradient, that of the mean at most once the mean of all |x_w|². */
    @Override
    public Traits traits(Shape shape) {
        return Traits.unbiased(1)
                .withErrorFeedbackRefusal("a part is sent n times as large as it is, so residuals would grow until they"
                        + " overflow; use sharedrandomk(0.1,scaled=false)+ef");
    }

    @Override
    public String toString() {
        return "permk";
    }
}
