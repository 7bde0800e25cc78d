package org.tersegrad.convergence.claims;

import java.util.function.DoubleUnaryOperator;
import org.tersegrad.compressors.Preparation;
import org.tersegrad.compressors.Shape;

/**
 * A wrapper that breaks a recipe for a {@link Mutant}, where no other recipe is the broken one.
 *
 * @param name how it prints in a recipe
 * @param element what becomes of each element of a gradient
 */
public record Broken(String name, DoubleUnaryOperator element) implements Preparation {
    /** Half of every gradient, as from a mean that counts each worker twice. */
    public static final Broken HALVED = new Broken("halved", x -> x / 2);

    /** The power of two below each magnitude, which natural compression sends as it is instead of drawing one of two. */
    public static final Broken ROUNDED_DOWN = new Broken(
            "down",
            x -> Float.intBitsToFloat(
                    Float.floatToRawIntBits((float) x) & Float.floatToRawIntBits(Float.NEGATIVE_INFINITY)));

    @Override
    public Change change(Shape shape) {
        return (gradient, target) -> {
            gradient.requireFinite();
            for (int i = 0; i < target.length; i++) {
                target[i] = (float) element.applyAsDouble(gradient.array()[gradient.offset() + i]);
            }
            return true;
        };
    }

    @Override
    public String toString() {
        return name;
    }
}
