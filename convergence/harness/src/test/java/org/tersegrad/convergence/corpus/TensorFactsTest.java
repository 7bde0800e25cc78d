package org.tersegrad.convergence.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.Shape;

class TensorFactsTest {
    @Test
    void gaussianNumbersAreThoseOfTheory() {
        TensorFacts facts = TensorFacts.of(new Shape(256, 256), CounterRandom.gaussians(65_536, 1));
        assertThat(facts.kurtosis()).isCloseTo(3, within(0.1));
        assertThat(facts.top()).isCloseTo(0.0845, within(0.003));
        assertThat(facts.zeros()).isZero();
        assertThat(facts.rowSpread()).isCloseTo(1 / Math.sqrt(512), within(0.01));
        assertThat(facts.stableRank()).isBetween(62.0, 70.0); // n² over (2 sqrt n)²
    }

    /** Rows 3 (1, 0, 0, 2), 0 and 4 (1, 0, 0, 2): rank 1, the norms 3 and 4 times the root of 5. */
    @Test
    void rowsOfAMatrixOfRankOne() {
        TensorFacts facts = TensorFacts.of(new Shape(3, 4), new float[] {3, 0, 0, 6, 0, 0, 0, 0, 4, 0, 0, 8});
        assertThat(facts.zeros()).isCloseTo(8 / 12.0, within(1e-12));
        assertThat(facts.zeroRows()).isCloseTo(1 / 3.0, within(1e-12));
        assertThat(facts.rowSpread()).isCloseTo(0.5 / 3.5, within(1e-12));
        assertThat(facts.stableRank()).isCloseTo(1, within(1e-12));
        assertThat(facts.top()).isCloseTo(64 / 125.0, within(1e-12));
    }

    @Test
    void equalSingularValuesHaveFullRank() {
        assertThat(TensorFacts.of(new Shape(2, 2), new float[] {1, 1, -1, 1}).stableRank())
                .isCloseTo(2, within(1e-12));
    }

    @Test
    void zerosHaveNoFacts() {
        TensorFacts facts = TensorFacts.of(new Shape(2, 2), new float[4]);
        assertThat(facts.kurtosis()).isNaN();
        assertThat(facts.stableRank()).isNaN();
        assertThat(facts.zeroRows()).isEqualTo(1);
        assertThat(TensorFacts.of(new Shape(0, 3), new float[0]).zeros()).isNaN();
        assertThat(TensorFacts.cosine(new float[2], new float[] {1, 2})).isZero();
        assertThat(TensorFacts.cosine(new float[] {-1, -2}, new float[] {1, 2})).isCloseTo(-1, within(1e-12));
    }
}
