package org.tersegrad.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tersegrad.bench.jmh.Row;

class RoundsTest {
    private static Row row(String benchmark, double nanos, double overRead) {
        return new Row("25.0.1", benchmark, "", 1024, nanos, 0.01, overRead, 0);
    }

    /** Of rounds with one row each. */
    private static List<Row> medians(Row... rounds) {
        return Rounds.medians(Arrays.stream(rounds).map(List::of).toList());
    }

    private static Row only(List<Row> rows) {
        assertThat(rows).hasSize(1);
        return rows.get(0);
    }

    @Test
    void theMedianMultipleCountsWhateverTheTimes() {
        Row disturbed = row("Sign.pack", 0.2, 9);
        Row median = row("Sign.pack", 0.9, 2.1);
        Row lucky = row("Sign.pack", 0.5, 1.1);
        assertThat(only(medians(disturbed, median, lucky))).isEqualTo(median.withError((9 / 2.1 - 1) * 0.9));
    }

    @Test
    void timesCountWhereThereIsNoMultiple() {
        Row slow = row("Model.step", 3, Double.NaN);
        Row median = row("Model.step", 2, Double.NaN);
        Row fast = row("Model.step", 1, Double.NaN);
        assertThat(only(medians(slow, median, fast))).isEqualTo(median.withError(1));
    }

    @Test
    void readHasTheMedianTime() {
        Row slow = row("Limits.read", 0.3, 1);
        Row fast = row("Limits.read", 0.1, 1);
        Row median = row("Limits.read", 0.2, 1);
        assertThat(medians(slow, fast, median)).containsExactly(median);
    }

    @Test
    void ofTwoTheLowerAndOfOneItself() {
        Row low = row("Sign.pack", 1, 1);
        Row high = row("Sign.pack", 2, 2);
        Row other = row("Sign.unpack", 5, 5);
        assertThat(Rounds.medians(List.of(List.of(high, other), List.of(low))))
                .containsExactly(low.withError(1), other);
    }

    /** A difference between rounds of one day is no difference between two days. */
    @Test
    void aRowIsSlowerOnlyIfRoundsAreCloserToEachOther() {
        Measured before = new Measured(Map.of(), List.of(row("Sign.pack", 1, 1)));
        List<Row> alike = medians(row("Sign.pack", 2, 2), row("Sign.pack", 2, 1.9), row("Sign.pack", 2, 2.2));
        List<Row> apart = medians(row("Sign.pack", 2, 2), row("Sign.pack", 2, 0.9), row("Sign.pack", 2, 2.2));
        assertThat(Comparison.of(before, new Measured(Map.of(), alike)).unexplained())
                .hasSize(1);
        assertThat(Comparison.of(before, new Measured(Map.of(), apart)).unexplained())
                .isEmpty();
    }
}
