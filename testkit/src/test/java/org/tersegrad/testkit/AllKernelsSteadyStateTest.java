package org.tersegrad.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tersegrad.codecs.CodecSteps;
import org.tersegrad.codecs.internal.KernelSteps;
import org.tersegrad.codecs.internal.VectorLanes;
import org.tersegrad.compressors.internal.SelectionSteps;

/** Neither kernels nor codecs nor what selects and counts allocates: no vector reaches the heap, on any path. */
@Tag("slow")
class AllKernelsSteadyStateTest {
    /** All in one JVM: kernels that several of them call are compiled once, and for all of them. */
    static final class Steps implements Supplier<Map<String, Runnable>> {
        @Override
        public Map<String, Runnable> get() {
            Map<String, Runnable> steps = new KernelSteps().get();
            steps.putAll(new CodecSteps().get());
            steps.putAll(new SelectionSteps().get());
            return steps;
        }
    }

    static List<Integer> orders() {
        return SteadyState.orders();
    }

    @ParameterizedTest
    @MethodSource("orders")
    void nothingIsAllocated(int order) throws Exception {
        check(SteadyState.bytesPerCall(Steps.class, order));
    }

    /** The narrowest vectors have kernels of their own. They run on every machine, not only where no wider ones are. */
    @Test
    @DisabledIf(value = "vectorsHave128Bits", disabledReason = "the other test has measured them")
    void nothingIsAllocatedAt128Bits() throws Exception {
        check(SteadyState.bytesPerCall(KernelSteps.class, 0, "-Dtersegrad.vectorBits=128"));
    }

    static boolean vectorsHave128Bits() {
        return VectorLanes.LENGTH * Integer.SIZE == 128;
    }

    private static void check(Map<String, Long> bytes) {
        assertThat(bytes).hasSizeGreaterThan(100);
        assertThat(bytes).allSatisfy((step, each) -> assertThat(each).as(step).isZero());
    }
}
