package org.tersegrad.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tersegrad.bench.jmh.Row;

class ComparisonTest {
    private static Row row(String jdk, String benchmark, double nanos, double overRead) {
        return new Row(jdk, benchmark, "", 1 << 20, nanos, 0.01, overRead, 0);
    }

    private static Comparison compare(Row before, Row now) {
        return Comparison.of(new Measured(Map.of(), List.of(before)), new Measured(Map.of(), List.of(now)));
    }

    @Test
    void aBusyMachineIsNotASlowerKernel() {
        Comparison same = compare(row("25.0.1", "Sign.pack", 0.2, 2), row("25.0.1", "Sign.pack", 0.4, 2));
        assertThat(same.compared()).isEqualTo(1);
        assertThat(same.slower()).isEmpty();
        assertThat(same.lines())
                .containsExactly(
                        "1 benchmarks compared with their last record as multiples of read, none slower by more than 15 %.");
    }

    @Test
    void namesWhatIsSlowerByMoreThanFifteenPercent() {
        assertThat(compare(row("25.0.1", "Sign.pack", 1, 2), row("25.0.3", "Sign.pack", 1, 2.29))
                        .slower())
                .isEmpty();
        Comparison slower = compare(row("25.0.1", "Sign.pack", 1, 2), row("25.0.3", "Sign.pack", 1, 2.4));
        assertThat(slower.lines()).hasSize(2);
        assertThat(slower.lines().get(1)).contains("Sign.pack", "2.00 of read before", "2.40 now", "+20 %");
    }

    @Test
    void doubtsARowWhoseErrorIsAsLarge() {
        Row noisy = new Row("25", "Sign.pack", "", 1 << 20, 1, 0.5, 2.4, 0);
        assertThat(compare(row("25", "Sign.pack", 1, 2), noisy).lines().get(1)).contains("its own error");
    }

    @Test
    void comparesOnlyLikeWithLike() {
        Row pack = row("25", "Sign.pack", 1, 2);
        assertThat(compare(pack, row("17", "Sign.pack", 1, 9)).compared()).isZero();
        assertThat(compare(pack, row("25", "Sign.pack", 1, Double.NaN)).compared())
                .isZero();
        Row peer = row("25", "Packing.packPeer", 1, 2);
        assertThat(compare(peer, row("25", "Packing.packPeer", 1, 9)).compared())
                .isZero();
    }
}
