package org.tersegrad.compressors;

import java.util.Optional;

/**
 * A wrapper that works around a compressor and around a reducer alike: immutable, comparable, shareable. It prints as in a recipe,
 * {@code clip(1)}.
 *
 * <pre>{@code
 * Compressor compressor = TopK.fraction(0.01).with(new Clip(1));
 * Reducer reducer = PowerSgd.rank(2).with(new Clip(1));
 * }</pre>
 *
 * <p>Most wrappers only change a gradient before it goes on; those implement {@link Preparation}.
 */
public interface Wrapper {
    /** The wrapper's share in the steps of one tensor. All allocation happens here. */
    Work work(Shape shape);

    /** The traits of the whole, from those of what is wrapped. */
    Traits traits(Traits inner);

    /**
     * Checks what is to be wrapped.
     *
     * @param inner a compressor or a reducer, for the message
     * @throws IllegalArgumentException if this wrapper does not go around it
     */
    default void requireAround(Object inner, Traits its) {}

    /** Whether gradients are changed, so that a residual outside a group's mean would miss what was taken away. */
    default boolean changesGradients() {
        return false;
    }

    /** The number of stages that training goes through, 1 or more; in the last one it is what is wrapped that works. */
    default int stages() {
        return 1;
    }

    /**
     * The compressor of a stage. Around a reducer, which has nothing that a stage could change, all but the last are exact.
     *
     * @param number from 0 to {@link #stages} − 1
     */
    default Compressor stage(int number, Compressor inner, Shape shape) {
        return inner;
    }

    /** One tensor's state. A step calls {@link #change}, {@link #stage} and {@link #residual}, and at its end {@link #finish}. */
    abstract class Work extends State {
        /**
         * The gradient that goes on.
         *
         * @param gradient not modified
         * @return the gradient, or an array that this object keeps
         * @throws IllegalArgumentException if it is rejected; then nothing has changed
         */
        public FloatSlice change(FloatSlice gradient) {
            return gradient;
        }

        /** The number of the stage that the next step is in. */
        public int stage() {
            return 0;
        }

        /** The residual that goes on with the gradient and keeps what is not sent. */
        public Optional<Residual> residual() {
            return Optional.empty();
        }

        /** Ends a step, of which everything has been sent. */
        public void finish() {}

        /** Whether {@link #undo} works. */
        public boolean canUndo() {
            return allBytes() == 0;
        }

        /** Takes back the last step, as {@link Encoder#undo}. */
        public void undo() {}
    }
}
