package org.tersegrad.convergence.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleTest {
    /** The factors of a run of four epochs with two steps each, to six digits. */
    private static List<Double> factors(String text) {
        Schedule schedule = Schedule.parse(text);
        return IntStream.range(0, 8)
                .mapToObj(step -> Math.rint(schedule.factor(step, 2, 4) * 1e6) / 1e6)
                .toList();
    }

    @Test
    void aConstantRateStaysExactly() {
        assertThat(factors("constant")).containsOnly(1.0);
        assertThat(Schedule.constant()).isEqualTo(Schedule.parse("constant"));
        assertThat(Schedule.constant().factor(Integer.MAX_VALUE - 1, 1, Integer.MAX_VALUE))
                .isEqualTo(1);
    }

    @Test
    void aStepFallsWhenTheEpochOfAMilestoneIsOver() {
        assertThat(factors("step(1,3)")).containsExactly(1.0, 1.0, 0.1, 0.1, 0.1, 0.1, 0.01, 0.01);
        assertThat(factors("step(2,factor=0.5)")).containsExactly(1.0, 1.0, 1.0, 1.0, 0.5, 0.5, 0.5, 0.5);
    }

    /** (1 + cos(pi t / 8)) / 2. */
    @Test
    void aCosineFallsFromOneToNearlyZero() {
        assertThat(factors("cosine"))
                .containsExactly(1.0, 0.96194, 0.853553, 0.691342, 0.5, 0.308658, 0.146447, 0.03806);
    }

    /** Two of eight steps to warm up; the cosine is (1 + cos(pi t / 6)) / 2 from then on. */
    @Test
    void aWarmUpGrowsToOneAndACosineCountsFromItsEnd() {
        assertThat(factors("cosine(warmup=1)")).containsExactly(0.5, 1.0, 1.0, 0.933013, 0.75, 0.5, 0.25, 0.066987);
        assertThat(factors("constant(warmup=2)")).containsExactly(0.25, 0.5, 0.75, 1.0, 1.0, 1.0, 1.0, 1.0);
    }

    @Test
    void milestonesAreEpochsOfTheWholeRun() {
        assertThat(factors("step(3,warmup=2)")).containsExactly(0.25, 0.5, 0.75, 1.0, 1.0, 1.0, 0.1, 0.1);
    }

    /** As torch.optim.lr_scheduler.CosineAnnealingLR documents it: eta_min + (eta_max - eta_min) (1 + cos(pi t / T)) / 2. */
    @Test
    void aCosineInTheMiddleOfALongRun() {
        assertThat(Schedule.parse("cosine").factor(25_000, 100, 1000)).isCloseTo(0.8535533905932737, within(1e-15));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "constant",
                "constant(warmup=5)",
                "cosine",
                "cosine(warmup=5)",
                "step(30)",
                "step(30,60,80)",
                "step(150,250,factor=0.2,warmup=5)",
                "step(1,factor=0.00001)"
            })
    void whatPrintsParsesBack(String text) {
        assertThat(Schedule.parse(text)).hasToString(text);
        assertThat(Schedule.parse(Schedule.parse(text).toString())).isEqualTo(Schedule.parse(text));
    }

    @Test
    void whatIsUsualIsNotPrinted() {
        assertThat(Schedule.parse(" Step( 30, factor = 0.1, warmup=0 )")).hasToString("step(30)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cosin | there is no schedule cosin; did you mean cosine? (there are constant, step, cosine)",
                "step | milestones is missing, as in step(15,25)",
                "step(0) | milestones are 1 or more and rise, 0 comes after 0",
                "step(20,10) | milestones are 1 or more and rise, 10 comes after 20",
                "step(5,factor=2) | the factor of a step is above 0 and below 1, this is 2",
                "cosine(warmup=-1) | warmup: at least 0 epochs, not -1",
                "cosine(warm=1) | cosine has no parameter warm; did you mean warmup?"
            })
    void mistakesAreExplained(String text, String sentence) {
        assertThatThrownBy(() -> Schedule.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(sentence);
    }

    @Test
    void aScheduleForMoreEpochsIsRefused() {
        Schedule.parse("step(3,warmup=3)").check(4);
        assertThatThrownBy(() -> Schedule.parse("cosine(warmup=4)").check(4))
                .hasMessage("cosine(warmup=4): a warm-up of 4 epochs needs more epochs than 4");
        assertThatThrownBy(() -> Schedule.parse("step(2,4)").check(4))
                .hasMessage("step(2,4): a milestone after 4 epochs needs more epochs than 4");
    }
}
