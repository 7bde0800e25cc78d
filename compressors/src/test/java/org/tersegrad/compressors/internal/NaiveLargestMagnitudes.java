package org.tersegrad.compressors.internal;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** The specification of {@link LargestMagnitudes}: sort all, take the first, and put them in order. */
final class NaiveLargestMagnitudes {
    private final int[] largestFirst;

    NaiveLargestMagnitudes(float[] values, int offset, int size) {
        largestFirst = IntStream.range(0, size)
                .boxed()
                .sorted(Comparator.comparing((Integer i) -> -Math.abs(values[offset + i]))) // stable
                .mapToInt(i -> i)
                .toArray();
    }

    int[] select(int count) {
        int[] selected = Arrays.copyOf(largestFirst, count);
        Arrays.sort(selected);
        return selected;
    }
}
