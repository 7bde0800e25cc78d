package org.tersegrad.contrib.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tersegrad.contrib.simulation.ElasticSchedule.Mutant;

/**
 * Laws of elastic groups on a simulated cluster: members of an epoch have the same model, no message of another step or epoch counts, no
 * minority trains, newcomers are taken in at the next step boundary, and the training comes to its end.
 */
class SimulatedElasticTest {
    private static final Logger LOGGER = Logger.getLogger("org.tersegrad");
    private static final int HOSTS = 4;
    private static final int MUTANT_SCHEDULES = 150;

    @BeforeAll
    static void silence() {
        LOGGER.setLevel(Level.OFF);
    }

    @AfterAll
    static void speak() {
        LOGGER.setLevel(Level.INFO);
    }

    private static Set<String> broken(long seed, int hosts, Mutant mutant) {
        return new ElasticSchedule(seed, hosts, mutant).run();
    }

    @Test
    void lawsHoldInEverySchedule() {
        long only = Long.getLong("tersegrad.simulation.seed", 0);
        if (only != 0) {
            ElasticSchedule schedule = new ElasticSchedule(only, HOSTS, Mutant.NONE);
            schedule.simulation().logging();
            Set<String> broken = schedule.run();
            schedule.simulation().log().forEach(System.out::println);
            assertThat(broken).as(schedule.toString()).isEmpty();
            return;
        }
        long first = Long.getLong("tersegrad.simulation.first", 1);
        long count = Long.getLong("tersegrad.simulation.schedules", 2000) / 20;
        List<String> broken = LongStream.range(first, first + count)
                .parallel()
                .mapToObj(seed -> seed + ": " + broken(seed, HOSTS, Mutant.NONE))
                .filter(each -> !each.endsWith("[]"))
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
                        .parallel()
                        .anyMatch(seed -> !broken(seed, HOSTS, mutant).isEmpty()))
                .isTrue();
    }
}
