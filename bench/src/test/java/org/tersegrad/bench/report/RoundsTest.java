package org.tersegrad.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
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

    @Test
    void theMedianMultipleCountsWhateverTheTimes() {
        Row disturbed = row("Sign.pack", 0.2, 9);
        Row median = row("Sign.pack", 0.9, 2.1);
        Row lucky = row("Sign.pack", 0.5, 1.1);
        assertThat(medians(disturbed, median, lucky)).containsExactly(median);
    }

    @Test
    void timesCountWhereThereIsNoMultiple() {
        Row slow = row("Model.step", 3, Double.NaN);
        Row median = row("Model.step", 2, Double.NaN);
        Row fast = row("Model.step", 1, Double.NaN);
        assertThat(medians(slow, median, fast)).containsExactly(median);
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
        assertThat(Rounds.medians(List.of(List.of(high, other), List.of(low)))).containsExactly(low, other);
    }
}
