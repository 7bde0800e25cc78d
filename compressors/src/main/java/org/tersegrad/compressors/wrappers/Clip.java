package org.tersegrad.compressors.wrappers;

import org.tersegrad.compressors.Preparation;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.Numbers;
import org.tersegrad.compressors.internal.OrderedSums;

/**
 * Shortens a gradient whose Euclidean norm is too large, before it is compressed or averaged.
 *
 * <pre>
 *   C(x) = inner(x min(1, norm / |x|))
 * </pre>
 *
 * @param norm above 0, finite
 */
public record Clip(float norm) implements Preparation {
    public Clip {
        Numbers.requireMagnitude(norm, Float.MIN_VALUE, "a norm to clip at is above 0 and finite");
    }

    /**
     * Clips the gradient of one of n workers at its share of a norm, norm / √n: independent gradients that long have a sum
     * of about the norm.
     */
    public static Clip ofWorker(float norm, int workers) {
        if (workers < 1) {
            throw new IllegalArgumentException("at least 1 worker, not " + workers);
        }
        return new Clip((float) (norm / Math.sqrt(workers)));
    }

    @Override
    public Change change(Shape shape) {
        OrderedSums norms = new OrderedSums();
        return (gradient, target) -> {
            int key = Finite.largestKey(gradient.array(), gradient.offset(), gradient.length());
            double length = norms.euclidean(gradient.array(), gradient.offset(), gradient.length(), key);
            if (length <= norm) {
                return false;
            }
            double factor = norm / length;
            for (int i = 0; i < target.length; i++) {
                target[i] = (float) (gradient.array()[gradient.offset() + i] * factor);
            }
            return true;
        };
    }

    @Override
    public String toString() {
        return "clip(" + Numbers.plain(norm) + ")";
    }
}
