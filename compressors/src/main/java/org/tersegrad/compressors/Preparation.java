package org.tersegrad.compressors;

/**
 * A wrapper that changes a gradient before it is compressed or averaged, as clipping does. One method is enough:
 *
 * <pre>{@code
 * record Doubled() implements Preparation {
 *     public Change change(Shape shape) {
 *         return (gradient, target) -> {
 *             gradient.requireFinite();
 *             for (int i = 0; i < target.length; i++) {
 *                 target[i] = 2 * gradient.array()[gradient.offset() + i];
 *             }
 *             return true;
 *         };
 *     }
 * }
 * }</pre>
 *
 * <p>A residual inside, as in {@code topk(0.01)+ef+clip(1)}, gets changed gradients. One outside a compressor, as in
 * {@code topk(0.01)+clip(1)+ef}, keeps what the change has taken away; outside a reducer there is none.
 */
public interface Preparation extends Wrapper {
    /** The change, with the memory that it needs for gradients of one shape. */
    Change change(Shape shape);

    /** A change of a gradient. */
    @FunctionalInterface
    interface Change {
        /**
         * Writes the changed gradient, if there is anything to change.
         *
         * @param gradient not modified; of the right length
         * @param target modified if the result is true; as long as the gradient
         * @return whether {@code target} takes the gradient's place
         * @throws IllegalArgumentException if an element is not finite and the change does not make it so
         */
        boolean change(FloatSlice gradient, float[] target);
    }

    @Override
    default Work work(Shape shape) {
        Change change = change(shape);
        FloatSlice target = FloatSlice.of(new float[shape.size()]);
        return new Work() {
            @Override
            public FloatSlice change(FloatSlice gradient) {
                return change.change(gradient, target.array()) ? target : gradient;
            }
        };
    }

    /** Traits without a guarantee, which would be one for unchanged gradients. */
    @Override
    default Traits traits(Traits inner) {
        return inner.withGuarantee(Guarantee.NONE);
    }

    @Override
    default boolean changesGradients() {
        return true;
    }
}
