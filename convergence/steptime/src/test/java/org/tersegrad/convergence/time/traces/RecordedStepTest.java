package org.tersegrad.convergence.time.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.convergence.time.Cost;
import org.tersegrad.convergence.time.Profile;
import org.tersegrad.convergence.time.traces.FlightRecording.Activity;

class RecordedStepTest {
    private static final long MS = 1_000_000;
    private static final int TRAINER = 1;
    private static final int OTHER = 2;

    private static Activity activity(String kind, int thread, long start, long end, String call, String... tensors) {
        long bytes = tensors.length == 1 && tensors[0].equals("b") ? 400 : 4000;
        return new Activity(kind, start * MS, end * MS, thread, 4, List.of(tensors), "topk(0.1)", bytes, call);
    }

    private static RecordedStep step(Activity... within) {
        return new RecordedStep("r.jfr", "measured", activity("Step", TRAINER, 10, 100, ""), 5 * MS, List.of(within));
    }

    private static List<String> events(RecordedStep step) {
        return step.timeline().events().stream()
                .map(each -> String.format(
                        Locale.ROOT,
                        "%s %.0f-%.0f %s",
                        each.kind(),
                        each.start() * 1000,
                        each.end() * 1000,
                        each.label()))
                .toList();
    }

    @Test
    void activitiesOfOneThreadAreCutWhereTheyAreNested() {
        RecordedStep step = step(
                activity("Encode", TRAINER, 10, 20, "", "a"),
                activity("Exchange", TRAINER, 20, 50, "ALL_GATHER", "a"),
                activity("Add", TRAINER, 30, 35, "", "a"),
                activity("Add", TRAINER, 45, 50, "", "a"),
                activity("Add", TRAINER, 50, 55, "", "a"),
                activity("Encode", TRAINER, 60, 64, "", "b"));
        assertThat(events(step))
                .containsExactly(
                        "COMPUTE 0-5 ",
                        "ENCODE 5-15 a",
                        "WAIT 15-25 a",
                        "WIRE 15-25 a",
                        "ADD 25-30 a",
                        "WAIT 30-40 a",
                        "WIRE 30-40 a",
                        "ADD 40-45 a",
                        "ADD 45-50 a",
                        "COMPUTE 50-55 ",
                        "ENCODE 55-59 b",
                        "COMPUTE 59-95 ");
        Profile profile = step.profile();
        assertThat(profile.tensors().stream().map(each -> each.name())).containsExactly("b", "a");
        assertThat(profile.forwardSeconds()).isCloseTo(0.005, within(1e-12));
        assertThat(profile.tensors().get(0).backwardSeconds()).isCloseTo(0.005, within(1e-12));
        assertThat(profile.tensors().get(1).backwardSeconds()).isZero();
        assertThat(profile.optimizerSeconds()).isCloseTo(0.036, within(1e-12));
        Cost cost = step.costs().of(profile.tensors().get(1));
        assertThat(cost.elements()).isEqualTo(1000);
        assertThat(cost.encodeSeconds()).isCloseTo(0.010, within(1e-12));
        assertThat(cost.addSeconds()).isCloseTo(0.015, within(1e-12));
        assertThat(cost.calls()).containsExactly(new Call(Call.Kind.ALL_GATHER, 4000));
        assertThat(step.recipe()).contains("topk(0.1)");
        assertThat(step.workers()).isEqualTo(4);
    }

    @Test
    void anotherThreadWorksBesideTheTrainer() {
        RecordedStep step = step(
                activity("Encode", TRAINER, 10, 20, "", "a"),
                activity("Encode", OTHER, 22, 24, "", "b"),
                activity("Exchange", OTHER, 24, 60, "ALL_REDUCE", "a", "b"),
                activity("Wait", TRAINER, 40, 80, ""),
                activity("Add", OTHER, 60, 70, "", "a"));
        assertThat(events(step))
                .containsExactly(
                        "COMPUTE 0-5 ",
                        "ENCODE 5-15 a",
                        "COMPUTE 15-35 ",
                        "HOST_ENCODE 17-19 b",
                        "WIRE 19-55 a + 1",
                        "WAIT 35-75 ",
                        "HOST_ADD 55-65 a",
                        "COMPUTE 75-95 ");
        // Calls of both are shared out by elements: 1000 and 100.
        Profile profile = step.profile();
        double sum = 0;
        for (int i = 0; i < 2; i++) {
            sum += step.costs().of(profile.tensors().get(i)).bytes(Call.Kind.ALL_REDUCE);
        }
        assertThat(sum).isCloseTo(4000, within(1e-9));
        assertThat(step.costs().of(profile.tensors().get(0)).bytes(Call.Kind.ALL_REDUCE))
                .isCloseTo(4000 / 11.0, within(1e-9));
    }

    @Test
    void aStepWithoutATensorIsRejected() {
        assertThatThrownBy(() -> step(activity("Wait", TRAINER, 20, 30, "")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("r.jfr has no tensor in its measured");
    }
}
