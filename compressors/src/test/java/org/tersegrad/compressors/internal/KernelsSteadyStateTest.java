package org.tersegrad.compressors.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.tersegrad.codecs.CodecSteps;
import org.tersegrad.codecs.internal.KernelSteps;
import org.tersegrad.compressors.laws.SteadyState;

/** Neither kernels nor codecs nor what selects and counts allocates: no vector reaches the heap, on any path. */
class KernelsSteadyStateTest {
    /** Codecs and selections call few kernels each, so with them one order does. */
    static Stream<Arguments> orders() {
        return Stream.concat(
                SteadyState.orders().stream().map(order -> Arguments.of(KernelSteps.class, order)),
                Stream.of(Arguments.of(CodecSteps.class, 0), Arguments.of(SelectionSteps.class, 0)));
    }

    @ParameterizedTest
    @MethodSource("orders")
    void nothingIsAllocated(Class<? extends Supplier<Map<String, Runnable>>> steps, int order) throws Exception {
        check(SteadyState.bytesPerCall(steps, order));
    }

    /** The narrowest vectors have kernels of their own. They run on every machine, not only where no wider ones are. */
    @Test
    void nothingIsAllocatedAt128Bits() throws Exception {
        check(SteadyState.bytesPerCall(KernelSteps.class, 0, "-Dtersegrad.vectorBits=128"));
    }

    private static void check(Map<String, Long> bytes) {
        assertThat(bytes).hasSizeGreaterThan(4);
        assertThat(bytes).allSatisfy((step, each) -> assertThat(each).as(step).isZero());
    }
}
