package org.tersegrad.bench.coldstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tersegrad.codecs.internal.Kernel;
import org.tersegrad.codecs.internal.floats.RoundingKernels;
import org.tersegrad.codecs.internal.integers.RandomKernels;
import org.tersegrad.codecs.internal.signs.VoteKernels;

class ColdProcessTest {
    /** From several packages, and the last topic that was added. */
    @Test
    void findsTheKernelsOfEveryTopic() throws Exception {
        List<Kernel<?>> kernels = ColdProcess.kernels();
        assertThat(kernels)
                .contains(RoundingKernels.ROUND_TO_NEAREST, VoteKernels.ADD_TWO_CARRIES, RandomKernels.RANDOM_WORDS)
                .doesNotHaveDuplicates()
                .hasSizeGreaterThan(30);
    }
}
