package org.tersegrad.convergence.time.schedules;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A partition of the gradients into those exchanged together: neighbours in the order in which they come.
 *
 * @param sizes how many tensors each group has, at least 1
 */
public record Grouping(List<Integer> sizes) {
    public Grouping {
        sizes = List.copyOf(sizes);
        for (int size : sizes) {
            if (size < 1) {
                throw new IllegalArgumentException("a group has at least 1 tensor, not " + size);
            }
        }
    }

    /** All tensors together. */
    public static Grouping whole(int tensors) {
        return new Grouping(List.of(tensors));
    }

    /** Every tensor by itself. */
    public static Grouping single(int tensors) {
        return new Grouping(Collections.nCopies(tensors, 1));
    }

    /** Puts groups together, tensor by tensor. */
    static final class Builder {
        private final List<Integer> sizes = new ArrayList<>();
        private int open;

        /** The next tensor belongs to the current group, which ends with it or not. */
        void add(boolean last) {
            open++;
            if (last) {
                sizes.add(open);
                open = 0;
            }
        }

        Grouping build() {
            if (open > 0) {
                sizes.add(open);
            }
            return new Grouping(sizes);
        }
    }
}
