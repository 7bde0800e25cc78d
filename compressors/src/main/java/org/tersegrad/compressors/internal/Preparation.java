package org.tersegrad.compressors.internal;

import java.util.Arrays;
import org.tersegrad.codecs.internal.floats.ReductionKernels;
import org.tersegrad.compressors.FloatSlice;

/** What is done to a gradient before it is compressed or averaged. */
@FunctionalInterface
public interface Preparation {
    /**
     * Writes the changed gradient, if there is anything to change.
     *
     * @param gradient not modified
     * @param target modified if the result is true; as long as the gradient
     * @return whether the gradient is to be replaced by {@code target}
     * @throws IllegalArgumentException if an element is not finite and that is not what is prepared for
     */
    boolean change(FloatSlice gradient, float[] target);

    /** Shortens a gradient whose Euclidean norm is above this one. */
    static Preparation clip(float norm) {
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

    /** The norm to clip at for one of n workers, norm / √n: independent gradients that long have a sum of about the norm. */
    static float shareOfWorker(float norm, int workers) {
        if (workers < 1) {
            throw new IllegalArgumentException("at least 1 worker, not " + workers);
        }
        return (float) (norm / Math.sqrt(workers));
    }

    /**
     * Makes a gradient finite.
     *
     * @param skip whether all of a gradient that is not finite counts as 0, or only the elements that are not
     */
    static Preparation nonFinite(boolean skip) {
        return (gradient, target) -> {
            int key = ReductionKernels.LARGEST_KEY
                    .at(gradient.length())
                    .largestKey(gradient.array(), gradient.offset(), gradient.length());
            if (key < ReductionKernels.NON_FINITE) {
                return false;
            }
            if (skip) {
                Arrays.fill(target, 0f);
                return true;
            }
            for (int i = 0; i < target.length; i++) {
                float value = gradient.array()[gradient.offset() + i];
                target[i] = Float.isFinite(value) ? value : 0f;
            }
            return true;
        };
    }
}
