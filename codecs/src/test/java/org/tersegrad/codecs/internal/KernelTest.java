package org.tersegrad.codecs.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.codecs.internal.floats.AdditionKernels;
import org.tersegrad.codecs.internal.floats.ScalarAdditions;
import org.tersegrad.codecs.internal.floats.ScalarSelection;
import org.tersegrad.codecs.internal.floats.SelectionKernels;
import org.tersegrad.codecs.internal.floats.VectorAdditions;
import org.tersegrad.codecs.internal.floats.VectorSelection;

/** The warm-up: when a kernel rehearses, when it switches, and that the bits do not tell. */
class KernelTest {
    private static final int MILLION = 1 << 20;

    /** Runs of the sample by the vector form. */
    private int rehearsals;

    private Kernel<AdditionKernels> kernel(boolean simd, boolean warmup) {
        return new Kernel<>(
                new ScalarAdditions(),
                (kernels, block) -> {
                    kernels.addScaled(block.floats, 0, block.count, 0.5f, block.results, 0);
                    rehearsals += kernels instanceof VectorAdditions ? 1 : 0;
                },
                simd,
                warmup);
    }

    @Test
    void theFirstTwoMillionElementsAreScalarAlone() {
        Kernel<AdditionKernels> kernel = kernel(true, true);
        for (int call = 0; call < 512; call++) {
            assertThat(kernel.at(4096)).isInstanceOf(ScalarAdditions.class);
        }
        assertThat(rehearsals).isZero();
    }

    @Test
    void aFirstCallIsScalarAloneAtAnySize() {
        assertThat(kernel(true, true).at(1 << 30)).isInstanceOf(ScalarAdditions.class);
        assertThat(rehearsals).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 512, 4096, 100_000, MILLION})
    void vectorsAreActiveAfterEightMillionElementsAndRehearsalsAreCounted(int elements) {
        Kernel<AdditionKernels> kernel = kernel(true, true);
        long work = 0;
        while (kernel.at(elements) instanceof ScalarAdditions) {
            work += elements;
            assertThat(work).isLessThanOrEqualTo(8_000_000);
        }
        assertThat(work).isGreaterThan(6_000_000);
        assertThat(rehearsals).isBetween(900, 910);
    }

    @Test
    void theBitsAreTheSameAtEveryStage() {
        Kernel<AdditionKernels> kernel = kernel(true, true);
        float[] values = FloatKernelsTest.floats(1000, 1);
        float[] actual = new float[values.length];
        float[] expected = new float[values.length];
        for (int call = 0; call < 12; call++) {
            kernel.at(MILLION).addScaled(values, 0, values.length, 0.3f, actual, 0);
            new ScalarAdditions().addScaled(values, 0, values.length, 0.3f, expected, 0);
            assertThat(actual).as("call %d", call).isEqualTo(expected);
        }
        assertThat(kernel.at(1)).isInstanceOf(VectorAdditions.class);
    }

    /** The sample keeps intermediate results in its block, which two threads at once would destroy for each other. */
    @Test
    void threadsRehearseOneAtATime() throws Exception {
        Kernel<SelectionKernels> kernel =
                new Kernel<>(new ScalarSelection(), SelectionKernels.COLLECT.sample(), true, true);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                all.add(threads.submit(() -> {
                    while (!kernel.isWarm()) {
                        kernel.at(4096);
                    }
                }));
            }
            for (Future<?> each : all) {
                each.get();
            }
        } finally {
            threads.shutdown();
        }
        assertThat(kernel.at(1)).isInstanceOf(VectorSelection.class);
    }

    @Test
    void aVectorFormThatDiffersIsNeverUsed() {
        Kernel<AdditionKernels> kernel = new Kernel<>(
                new ScalarAdditions(),
                (kernels, block) -> block.result = kernels instanceof VectorAdditions ? ++rehearsals : 0,
                true,
                true);
        for (int call = 0; call < 20; call++) {
            assertThat(kernel.at(MILLION)).isInstanceOf(ScalarAdditions.class);
        }
        assertThat(rehearsals).as("runs of the self-test").isBetween(1, 10);
    }

    @Test
    void withoutSimdNothingRehearses() {
        Kernel<AdditionKernels> kernel = kernel(false, true);
        for (int call = 0; call < 20; call++) {
            assertThat(kernel.at(MILLION)).isInstanceOf(ScalarAdditions.class);
        }
        assertThat(rehearsals).isZero();
    }

    @Test
    void withoutAWarmUpTheFirstCallHasVectors() {
        assertThat(kernel(true, false).at(1)).isInstanceOf(VectorAdditions.class);
    }
}
