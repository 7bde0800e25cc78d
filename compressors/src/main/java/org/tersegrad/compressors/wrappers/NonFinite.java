package org.tersegrad.compressors.wrappers;

import java.util.Arrays;
import java.util.Locale;
import org.tersegrad.compressors.Preparation;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;

/**
 * Accepts gradients with infinities or NaNs. In a group a worker whose gradient overflowed then contributes zeros instead of
 * aborting the step for all workers.
 *
 * @param policy what becomes of such gradients
 */
public record NonFinite(Policy policy) implements Preparation {
    /** The treatment of a gradient that is not finite. */
    public enum Policy {
        /** Elements that are not finite count as 0. */
        ZERO,
        /** The whole gradient counts as 0, as when a step is skipped after an overflow. */
        SKIP
    }

    @Override
    public Change change(Shape shape) {
        return (gradient, target) -> {
            if (Float.isFinite(gradient.largestMagnitude())) {
                return false;
            }
            if (policy == Policy.SKIP) {
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

    /** The traits of what is wrapped, which hold for finite gradients. */
    @Override
    public Traits traits(Traits inner) {
        return inner;
    }

    @Override
    public String toString() {
        return "nonfinite(" + policy.name().toLowerCase(Locale.ROOT) + ")";
    }
}
