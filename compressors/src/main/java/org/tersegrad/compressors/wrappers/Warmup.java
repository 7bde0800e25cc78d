package org.tersegrad.compressors.wrappers;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.SavedState;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.sparse.Keep;
import org.tersegrad.compressors.sparse.Sparsifier;

/**
 * Keeps more in the first steps of a training, when gradients change fast. A schedule of stages, each of so many steps: in
 * stage e of E the fraction kept is {@code f^((e + 1) / (E + 1))}, and f from then on.
 *
 * <pre>
 *   topk(0.001)+warmup(stages=4,steps=100)      0.25, 0.063, 0.016, 0.004 for 100 steps each, then 0.001
 * </pre>
 *
 * <p>Four stages of an epoch are the warm-up of Y. Lin, S. Han, H. Mao, Y. Wang, W. J. Dally, <i>Deep gradient
 * compression</i>, 2018.
 *
 * @param inner what the schedule leads to
 * @param stages E, 1 or more
 * @param steps how many steps a stage takes, 1 or more
 */
public record Warmup(Sparsifier inner, int stages, int steps) implements Compressor {
    public Warmup {
        if (stages < 1 || steps < 1) {
            throw new IllegalArgumentException("at least 1 stage of at least 1 step, not " + stages + " of " + steps);
        }
    }

    /** The compressor of a stage, counted from 0; the last is the one that the schedule leads to. */
    private Sparsifier stage(int number, Shape shape) {
        if (number == stages || shape.size() == 0) {
            return inner;
        }
        double last = (double) inner.keep().of(shape.size()) / shape.size();
        return inner.keeping(new Keep.Fraction(Math.pow(last, (number + 1.0) / (stages + 1.0))));
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return new WarmupEncoder(shape, seed);
    }

    private final class WarmupEncoder extends SavedState implements Encoder {
        private final Encoder[] encoders = new Encoder[stages + 1];
        private long step;

        WarmupEncoder(Shape shape, Seed seed) {
            super(Warmup.this, shape);
            for (int i = 0; i <= stages; i++) {
                encoders[i] = stage(i, shape).encoder(shape, seed.fork(i));
            }
        }

        @Override
        public void encode(FloatSlice gradient, Payload payload) {
            encoders[stageAt(step)].encode(gradient, payload);
            step = after(step);
        }

        private int stageAt(long time) {
            return (int) Math.min(stages, time / steps);
        }

        @Override
        public boolean canUndo() {
            return Arrays.stream(encoders).allMatch(Encoder::canUndo);
        }

        @Override
        public void undo() {
            step--;
            encoders[stageAt(step)].undo();
        }

        @Override
        protected long contentBytes() {
            long bytes = Long.BYTES;
            for (Encoder encoder : encoders) {
                bytes += encoder.stateBytes();
            }
            return bytes;
        }

        @Override
        protected void saveContent(ByteBuffer out) {
            out.putLong(step);
            for (Encoder encoder : encoders) {
                encoder.save(out);
            }
        }

        @Override
        protected void restoreContent(ByteBuffer in) {
            step = getStep(in);
            for (Encoder encoder : encoders) {
                encoder.restore(in);
            }
        }
    }

    @Override
    public int maxBytes(Shape shape) {
        int most = 0;
        for (int i = 0; i <= stages; i++) {
            most = Math.max(most, stage(i, shape).maxBytes(shape));
        }
        return most;
    }

    @Override
    public Traits traits(Shape shape) {
        return inner.traits(shape); // the guarantee of the last stage, which keeps least
    }

    @Override
    public String toString() {
        return inner + "+warmup(stages=" + stages + ",steps=" + steps + ")";
    }
}
