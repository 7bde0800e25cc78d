package org.tersegrad.compressors.internal;

import java.util.Comparator;
import java.util.stream.IntStream;

/** The specification of {@link LargestMagnitudes}: sort all, take the first, and put them in order. */
final class NaiveLargestMagnitudes {
    private NaiveLargestMagnitudes() {}

    static int[] select(float[] values, int offset, int size, int count) {
        return IntStream.range(0, size)
                .boxed()
                .sorted(Comparator.comparing((Integer i) -> -Math.abs(values[offset + i]))) // stable
                .limit(count)
                .mapToInt(i -> i)
                .sorted()
                .toArray();
    }
}
