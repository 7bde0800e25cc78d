package org.tersegrad.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tersegrad.spark.ExecutorSchedule.Mutant;

/**
 * Laws of training on executors that join and leave: the bits of a group of threads, nothing carried out twice, residuals gone only where a
 * state was lost, and a driver that resumes as if it had never stopped.
 */
class SimulatedExecutorsTest {
    private static final int MUTANT_SCHEDULES = 200;

    /** With {@code -Dtersegrad.simulation.seed=} one schedule; else as many as {@code tersegrad.simulation.schedules}. */
    @Test
    void lawsHoldInEverySchedule() {
        long only = Long.getLong("tersegrad.simulation.seed", 0);
        long first = only != 0 ? only : Long.getLong("tersegrad.simulation.first", 1);
        long count = only != 0 ? 1 : Long.getLong("tersegrad.simulation.schedules", 2000);
        List<String> broken = LongStream.range(first, first + count)
                .mapToObj(seed -> broken(seed, Mutant.NONE))
                .filter(each -> !each.isEmpty())
                .limit(10)
                .toList();
        assertThat(broken)
                .as("each is replayed by -Dtersegrad.simulation.seed= and its seed")
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(value = Mutant.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void everyFaultIsFound(Mutant mutant) {
        assertThat(LongStream.range(1, MUTANT_SCHEDULES)
                        .anyMatch(seed -> !broken(seed, mutant).isEmpty()))
                .isTrue();
    }

    private static String broken(long seed, Mutant mutant) {
        ExecutorSchedule schedule = new ExecutorSchedule(seed, mutant);
        List<String> broken = List.copyOf(schedule.run());
        return broken.isEmpty() ? "" : schedule + "\n  " + String.join("\n  ", broken);
    }
}
