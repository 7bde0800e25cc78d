package org.tersegrad.contrib.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Laws of groups under faults, on a simulated cluster: the same means on all workers, no message of another step, no call beyond its limit,
 * the worker that is lost named, gradients and residuals kept in a step that fails.
 */
class SimulatedGroupTest {
    private static final Logger LOGGER = Logger.getLogger("org.tersegrad");

    @BeforeAll
    static void silence() {
        LOGGER.setLevel(Level.OFF);
    }

    @AfterAll
    static void speak() {
        LOGGER.setLevel(Level.INFO);
    }

    /** With {@code -Dtersegrad.simulation.seed=} one schedule with its log; else as many as {@code tersegrad.simulation.schedules}. */
    @Test
    void lawsHoldInEverySchedule() {
        long only = Long.getLong("tersegrad.simulation.seed", 0);
        if (only != 0) {
            Schedule schedule = new Schedule(only).logging();
            List<String> broken = schedule.run();
            schedule.simulation().log().forEach(System.out::println);
            assertThat(broken).as(schedule.toString()).isEmpty();
            return;
        }
        long first = Long.getLong("tersegrad.simulation.first", 1);
        long count = Long.getLong("tersegrad.simulation.schedules", 2000);
        List<String> broken = LongStream.range(first, first + count)
                .parallel()
                .mapToObj(SimulatedGroupTest::broken)
                .filter(each -> !each.isEmpty())
                .limit(10)
                .toList();
        assertThat(broken)
                .as("each is replayed by -Dtersegrad.simulation.seed= and its seed")
                .isEmpty();
    }

    private static String broken(long seed) {
        Schedule schedule = new Schedule(seed);
        List<String> broken = schedule.run();
        return broken.isEmpty() ? "" : schedule + "\n  " + String.join("\n  ", broken);
    }

    /** Every event at the same time, and the same log. */
    @Test
    void aSeedReplays() {
        for (long seed = 1; seed <= 20; seed++) {
            Schedule once = new Schedule(seed).logging();
            once.run();
            Schedule again = new Schedule(seed).logging();
            again.run();
            assertThat(again.simulation().log())
                    .isNotEmpty()
                    .isEqualTo(once.simulation().log());
            assertThat(again.simulation().fingerprint())
                    .isEqualTo(once.simulation().fingerprint());
        }
    }
}
