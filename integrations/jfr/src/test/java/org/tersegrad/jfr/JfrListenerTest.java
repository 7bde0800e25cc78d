package org.tersegrad.jfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.convergence.time.Costs;
import org.tersegrad.convergence.time.Event;
import org.tersegrad.convergence.time.Profile;
import org.tersegrad.convergence.time.ProfileTensor;
import org.tersegrad.convergence.time.Timeline;
import org.tersegrad.convergence.time.traces.FlightRecording;
import org.tersegrad.convergence.time.traces.RecordedStep;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.reducers.group.ObservedGroup;
import org.tersegrad.reducers.model.ModelReduction;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.Policy;

class JfrListenerTest {
    private static final List<NamedTensor> TENSORS =
            List.of(new NamedTensor("a", new Shape(30, 40)), new NamedTensor("b", Shape.vector(50)));

    private final Path folder;

    JfrListenerTest(@TempDir Path folder) {
        this.folder = folder;
    }

    private static long train() {
        return LocalGroup.run(3, group -> {
                    ObservedGroup observed = new ObservedGroup(group, new JfrListener());
                    ModelReduction model = new ModelReduction(
                            Policy.parse("b: dense; *: sign+ef+twoshot"), TENSORS, Seed.of(1), observed);
                    for (int step = 0; step < 4; step++) {
                        for (int i = 0; i < TENSORS.size(); i++) {
                            float[] gradient = new float[TENSORS.get(i).shape().size()];
                            gradient[step] = group.rank() + 1;
                            model.reduce(i, FloatSlice.of(gradient));
                        }
                    }
                    assertThat(observed.listenerFailure()).isEmpty();
                    return group.bitsSent() / Byte.SIZE;
                })
                .get(1);
    }

    @Test
    void eventsHaveTheBytesTheTensorsAndTheRanks() throws Exception {
        List<RecordedEvent> events;
        long sent;
        try (Recording recording = new Recording()) {
            for (String name : List.of("Step", "Wait", "Encode", "Exchange", "Add", "Group")) {
                recording.enable("tersegrad." + name).withThreshold(Duration.ZERO);
            }
            recording.start();
            sent = train();
            recording.stop();
            Path file = folder.resolve("recording.jfr");
            recording.dump(file);
            events = RecordingFile.readAllEvents(file).stream()
                    .filter(each -> each.getInt("rank") == 1)
                    .toList();
        }
        assertThat(named(events, "Exchange").stream().mapToLong(each -> each.getLong("sent")))
                .isNotEmpty();
        assertThat(named(events, "Exchange").stream()
                        .mapToLong(each -> each.getLong("sent"))
                        .sum())
                .isEqualTo(sent);
        assertThat(named(events, "Step")).hasSize(4).allMatch(each -> each.getLong("bytes") == 4 * 1250);
        assertThat(named(events, "Encode").stream()
                        .map(each -> each.getString("tensor") + " " + each.getString("recipe")))
                .startsWith("a sign+ef+twoshot", "b dense")
                .hasSize(8);
        assertThat(named(events, "Exchange").stream()
                        .filter(each -> each.getString("tensor").equals("a"))
                        .map(each -> each.getString("call"))
                        .limit(2))
                .containsExactly("ALL_TO_ALL", "ALL_GATHER");
        assertThat(named(events, "Add").stream().map(each -> each.getInt("sender")))
                .contains(0, 1, 2);
        assertThat(named(events, "Group").stream().map(each -> each.getString("change")))
                .containsExactly("joined");
        assertThat(events).allMatch(each -> each.getInt("workers") == 3);
        requireNested(events);
    }

    /** The commands {@code timeline} and {@code calibrate} read these events. */
    @Test
    void theModelOfTimeReadsTheEvents() throws Exception {
        Path file = folder.resolve("recording.jfr");
        try (Recording recording = new Recording()) {
            recording.start();
            train();
            recording.stop();
            recording.dump(file);
        }
        FlightRecording read = FlightRecording.read(file);
        for (int rank = 0; rank < 3; rank++) {
            RecordedStep step = read.step(OptionalInt.of(rank));
            assertThat(step.workers()).isEqualTo(3);
            assertThat(step.recipe()).isEmpty();
            Profile profile = step.profile();
            assertThat(profile.tensors().stream().map(ProfileTensor::name)).containsExactly("b", "a");
            assertThat(profile.elements()).isEqualTo(1250);
            Costs costs = step.costs();
            assertThat(costs.of(profile.tensors().get(0)).calls()).containsExactly(new Call(Call.Kind.ALL_REDUCE, 200));
            assertThat(costs.of(profile.tensors().get(1)).calls().stream().map(Call::kind))
                    .containsExactly(Call.Kind.ALL_TO_ALL, Call.Kind.ALL_GATHER);
            Timeline timeline = step.timeline();
            assertThat(timeline.seconds(Event.Kind.WIRE)).isPositive();
            assertThat(timeline.lane(Event.Lane.DEVICE).stream()
                            .mapToDouble(Event::seconds)
                            .sum())
                    .isCloseTo(timeline.end(), within(1e-9)); // without gaps, and nothing twice
        }
        // Three steps after the first one, of three calls; one that took less than the clock can tell is not there.
        assertThat(read.calls())
                .hasSizeBetween(1, 9)
                .allMatch(each -> each.workers().equals(OptionalInt.of(3)));
    }

    private static List<RecordedEvent> named(List<RecordedEvent> events, String name) {
        return events.stream()
                .filter(each -> each.getEventType().getName().equals("tersegrad." + name))
                .sorted((one, other) -> one.getStartTime().compareTo(other.getStartTime()))
                .toList();
    }

    /** Every step contains the events that begin in it. */
    private static void requireNested(List<RecordedEvent> events) {
        List<RecordedEvent> steps = named(events, "Step");
        Map<String, Deque<RecordedEvent>> inside = new HashMap<>();
        for (RecordedEvent each : named(events, "Encode")) {
            RecordedEvent step = steps.stream()
                    .filter(it -> !each.getStartTime().isBefore(it.getStartTime())
                            && !each.getEndTime().isAfter(it.getEndTime()))
                    .findFirst()
                    .orElseThrow();
            inside.computeIfAbsent(step.getStartTime().toString(), key -> new ArrayDeque<>())
                    .add(each);
        }
        assertThat(inside).hasSize(4).allSatisfy((key, its) -> assertThat(its).hasSize(2));
    }
}
