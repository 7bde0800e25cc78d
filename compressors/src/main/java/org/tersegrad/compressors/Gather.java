package org.tersegrad.compressors;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Makes a reducer of any compressor: every worker gets every payload and averages them, in the order of ranks. Adding a
 * sparse payload takes time in proportion to what was sent.
 *
 * <pre>
 *   mean = (1/n) C(x0) + (1/n) C(x1) + ...
 *   increments:  mirror = mirror + (1/n) C(x0) + ...,  mean = mirror
 * </pre>
 *
 * <p>A worker's randomness is that of {@code seed.fork(rank)}.
 */
public record Gather(Compressor compressor) implements Reducer {
    @Override
    public Reduction reduction(Shape shape, Seed seed, Collective group) {
        return new GatherReduction(shape, seed, group);
    }

    private final class GatherReduction extends Restorable implements Reduction {
        private final Collective group;
        private final Encoder encoder;
        private final Payload payload;
        private final ByteBuffer wire;
        private final boolean increments = compressor.compress().isIncrement();
        private final Mirror mirror;

        /** The gradient at hand. */
        private FloatSlice target = FloatSlice.of();

        GatherReduction(Shape shape, Seed seed, Collective group) {
            super(Gather.this, shape);
            this.group = group;
            encoder = compressor.encoder(shape, seed.fork(group.rank()));
            int maxBytes = compressor.maxBytes(shape);
            payload = Payload.allocate(maxBytes);
            wire = ByteBuffer.allocate(maxBytes);
            mirror = new Mirror(increments ? shape : Shape.vector(0));
        }

        @Override
        public long reduce(FloatSlice gradient) {
            encoder.encode(gradient, payload);
            return gather(gradient);
        }

        @Override
        public long reduce(FloatSlice gradient, Memory memory) {
            encoder.encode(gradient, memory, payload);
            return gather(gradient);
        }

        private long gather(FloatSlice gradient) {
            long before = group.bitsSent();
            payload.writeTo(wire.clear());
            target = gradient;
            Arrays.fill(gradient.array(), gradient.offset(), gradient.offset() + gradient.length(), 0f);
            group.allGather(wire.flip(), this::add);
            if (increments) {
                mirror.addTo(gradient, 1f);
            }
            return group.bitsSent() - before;
        }

        @Override
        public double residualNorm() {
            return encoder.residualNorm();
        }

        @Override
        public void addResidualTo(FloatSlice residuals, float weight) {
            encoder.addResidualTo(residuals, weight);
        }

        @Override
        public void scaleResidual(float factor) {
            encoder.scaleResidual(factor);
        }

        @Override
        protected long contentBytes() {
            return (long) encoder.stateBytes() + mirror.stateBytes();
        }

        @Override
        protected void saveContent(ByteBuffer out) {
            encoder.save(out);
            mirror.save(out);
        }

        @Override
        protected void restoreContent(ByteBuffer in) {
            encoder.restore(in);
            mirror.restore(in);
        }

        private void add(int rank, ByteBuffer message) {
            payload.readFrom(message, shape().size());
            float weight = 1f / group.size();
            if (increments) {
                mirror.add(payload, weight);
            } else {
                payload.addTo(target, weight);
            }
        }
    }

    @Override
    public boolean remembers() {
        return compressor.remembers();
    }

    @Override
    public boolean keepsMomentum() {
        return compressor.keepsMomentum();
    }

    @Override
    public String toString() {
        return compressor.toString();
    }
}
