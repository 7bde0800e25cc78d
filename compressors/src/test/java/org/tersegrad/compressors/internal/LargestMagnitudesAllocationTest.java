package org.tersegrad.compressors.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.tersegrad.compressors.laws.Allocation;

/** Neither the selection nor the vectors in its kernels reach the heap, on any path. */
@Order(1) // before other tests have used the kernels in other ways
class LargestMagnitudesAllocationTest {
    @Test
    void nothingIsAllocatedInSteadyState() {
        int size = 20_000;
        List<Runnable> calls = new ArrayList<>();
        for (int count : new int[] {0, 20, 200, 2_000, 15_000, size}) {
            LargestMagnitudes largest = new LargestMagnitudes(size, count);
            int[] indices = new int[count];
            for (float[] values : LargestMagnitudesTest.inputs(size).values()) {
                calls.add(() -> largest.select(values, 0, indices));
            }
        }
        for (int i = 0; i < 100; i++) {
            calls.forEach(Runnable::run);
        }
        for (int i = 0; i < calls.size(); i++) {
            assertThat(Allocation.least(calls.get(i)))
                    .as("bytes allocated by call %d", i)
                    .isZero();
        }
    }
}
