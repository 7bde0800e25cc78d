package org.tersegrad.compressors;

import java.util.Arrays;

/** A compressor in a {@link Wrapper}. */
record Wrapped(Compressor inner, Wrapper wrapper) implements Compressor {
    Wrapped {
        wrapper.requireAround(inner, inner.traits(Traits.ANY_SHAPE));
        wrapper.stage(0, inner, Traits.ANY_SHAPE); // throws if there are no stages for this one
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return new WrappedEncoder(shape, seed);
    }

    private final class WrappedEncoder extends SavedState implements Encoder {
        private final Wrapper.Work work;
        private final Encoder[] stages;

        WrappedEncoder(Shape shape, Seed seed) {
            super(Wrapped.this, shape);
            stages = new Encoder[wrapper.stages()];
            for (int i = 0; i < stages.length; i++) {
                Compressor stage = wrapper.stage(i, inner, shape);
                stages[i] = part(stage.encoder(shape, stages.length == 1 ? seed : seed.fork(i)));
            }
            work = part(wrapper.work(shape));
        }

        @Override
        public void encode(FloatSlice gradient, Payload payload) {
            payload.clear();
            FloatSlice changed = work.change(gradient.requireLength(shape().size()));
            Encoder stage = stages[work.stage()];
            if (work.residual().isPresent()) {
                stage.encode(changed, work.residual().get(), payload);
            } else {
                stage.encode(changed, payload);
            }
            work.finish();
        }

        @Override
        public void encode(Slice gradient, Payload payload) {
            if (work.residual().isPresent() && !wrapper.changesGradients()) {
                stages[work.stage()].encode(gradient, work.residual().get(), payload);
                work.finish();
            } else {
                Encoder.super.encode(gradient, payload);
            }
        }

        @Override
        public void encode(FloatSlice gradient, Residual residual, Payload payload) {
            if (handsOnResiduals()) {
                stages[work.stage()].encode(gradient, residual, payload);
                work.finish();
            } else {
                Encoder.super.encode(gradient, residual, payload);
            }
        }

        @Override
        public void encode(Slice gradient, Residual residual, Payload payload) {
            if (handsOnResiduals()) {
                stages[work.stage()].encode(gradient, residual, payload);
                work.finish();
            } else {
                Encoder.super.encode(gradient, residual, payload);
            }
        }

        /** Whether a residual outside can go on, since nothing is lost between it and the encoder of the stage. */
        private boolean handsOnResiduals() {
            return !wrapper.changesGradients() && work.residual().isEmpty();
        }

        @Override
        public void skip() {
            stages[work.stage()].skip();
        }

        @Override
        public boolean canUndo() {
            return work.canUndo() && Arrays.stream(stages).allMatch(Encoder::canUndo);
        }

        @Override
        public void undo() {
            work.undo();
            stages[work.stage()].undo();
        }
    }

    @Override
    public int maxBytes(Shape shape) {
        int most = 0;
        for (int i = 0; i < wrapper.stages(); i++) {
            most = Math.max(most, wrapper.stage(i, inner, shape).maxBytes(shape));
        }
        return most;
    }

    @Override
    public Traits traits(Shape shape) {
        return wrapper.traits(inner.traits(shape));
    }

    @Override
    public String toString() {
        return inner + "+" + wrapper;
    }
}
