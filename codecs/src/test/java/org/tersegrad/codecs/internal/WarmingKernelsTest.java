package org.tersegrad.codecs.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Nobody can tell from the bits whether the vector kernels are warm. */
class WarmingKernelsTest {
    private static final Kernels SCALAR = new ScalarKernels();

    /** Rehearses before every call. */
    private static final class Brisk extends Warmup {
        private int calls;

        Brisk(int turn) {
            super(turn);
        }

        @Override
        public int due(long work, int piece) {
            calls++;
            return work == 0 ? 0 : 2;
        }

        @Override
        public boolean isOver() {
            return calls >= 6;
        }
    }

    @Test
    void theBitsAreTheSameAtEveryStage() {
        Kernels warming = new WarmingKernels(SCALAR, ShapedKernels.ofBits(256), Brisk::new);
        for (int round = 0; round < 10; round++) {
            assertThat(SelfTest.agree(SCALAR, warming)).as("round %d", round).isTrue();
        }
    }

    /** A warm-up that is never over, beside kernels that would be found out: what they give is thrown away. */
    @Test
    void aRehearsalLeavesNoTrace() {
        Kernels warming = new WarmingKernels(SCALAR, wrong(), turn -> new Warmup(turn) {
            @Override
            public int due(long work, int piece) {
                return work == 0 ? 0 : 2;
            }
        });
        assertThat(SelfTest.agree(SCALAR, wrong())).isFalse();
        assertThat(SelfTest.agree(SCALAR, warming)).isTrue();
    }

    @Test
    void afterItsWarmUpAKernelIsTheVectorKernelAlone() {
        Kernels warming = new WarmingKernels(wrong(), SCALAR, turn -> new Warmup(turn) {
            @Override
            public boolean isOver() {
                return true;
            }
        });
        assertThat(SelfTest.agree(SCALAR, warming)).isTrue();
        assertThat(warming.describe()).isEqualTo(SCALAR.describe());
    }

    private static Kernels wrong() {
        return SelfTestTest.wrongIn(SelfTestTest.EVERY);
    }

    @Test
    void aHundredCallsWithAMillionElementsAreScalarAlone() {
        Warmup warmup = new Warmup(Kernels.LANES);
        for (int call = 0; call < 100; call++) {
            assertThat(warmup.isOver()).isFalse();
            assertThat(warmup.due(1 << 20, Warmup.PIECE)).isZero();
        }
    }

    @Test
    void aWarmUpHasAnEndThatIsCounted() {
        Warmup warmup = new Warmup(Kernels.LANES);
        int rehearsals = 0;
        int calls = 0;
        for (; !warmup.isOver(); calls++) {
            int due = warmup.due(1 << 20, Warmup.PIECE);
            assertThat(due * Warmup.PIECE)
                    .as("elements rehearsed with, of a million")
                    .isLessThan(1 << 15);
            rehearsals += due;
        }
        assertThat(calls).isBetween(128, 200);
        assertThat(rehearsals).isBetween(1300, 1400);
    }

    /**
     * The rest of a tensor that is shorter than a group comes with no group. Another thread's work can have earned a
     * rehearsal at that moment, which would read past the end.
     */
    @Test
    void withoutWorkThereIsNoRehearsalWhateverOtherThreadsHaveEarned() {
        Warmup warmup = new Warmup(Kernels.LANES);
        assertThat(warmup.due(1 << 28, 1 << 24)).as("earned and not yet used").isZero();
        assertThat(warmup.due(0, Kernels.TRIT_GROUP)).isZero();
        assertThat(warmup.due(Kernels.TRIT_GROUP, Kernels.TRIT_GROUP)).isPositive();
    }

    @Test
    void aFewElementsAtATimeCountToo() {
        Warmup warmup = new Warmup(Kernels.LANES);
        long rehearsals = 0;
        for (int calls = 0; calls < 20_000_000 && !warmup.isOver(); calls++) {
            rehearsals += warmup.due(20, 20);
        }
        assertThat(warmup.isOver()).isTrue();
        assertThat(rehearsals).isBetween(5500L, 6500L);
        assertThat(new Warmup(Kernels.LANES).due(0, 0)).isZero();
    }
}
