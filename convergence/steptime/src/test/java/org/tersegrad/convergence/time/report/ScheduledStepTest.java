package org.tersegrad.convergence.time.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.tersegrad.convergence.report.chart.Scale;
import org.tersegrad.convergence.time.Event;

class ScheduledStepTest {
    private static List<Event> lane(SplittableRandom random, Event.Kind kind, int count) {
        List<Event> events = new ArrayList<>();
        double time = 0;
        for (int i = 0; i < count; i++) {
            double start = time + (random.nextBoolean() ? 0 : random.nextDouble());
            time = start + random.nextDouble();
            events.add(new Event(kind, start, time, "event " + i));
        }
        return events;
    }

    /** A list that counts how often it is asked. */
    private static final class Counted extends AbstractList<Event> {
        private final List<Event> events;
        private int asked;

        Counted(List<Event> events) {
            this.events = events;
        }

        @Override
        public Event get(int index) {
            asked++;
            return events.get(index);
        }

        @Override
        public int size() {
            return events.size();
        }
    }

    @Test
    void theOverlapOfTwoLanesIsThatOfAllPairsAndTakesOneWalk() {
        for (int seed = 0; seed < 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Counted wires = new Counted(lane(random, Event.Kind.WIRE, random.nextInt(40)));
            Counted busy = new Counted(lane(random, Event.Kind.BACKWARD, random.nextInt(40)));
            double expected = 0;
            for (Event one : wires.events) {
                for (Event other : busy.events) {
                    expected += Math.max(0, Math.min(one.end(), other.end()) - Math.max(one.start(), other.start()));
                }
            }
            assertThat(ScheduledStep.overlap(wires, busy)).isCloseTo(expected, within(1e-12));
            assertThat(wires.asked).isLessThanOrEqualTo(wires.size() + busy.size());
        }
    }

    /** Ten thousand tensors on a thousand points are not ten thousand bars, and together as long. */
    @Test
    void barsThatCannotBeToldApartAreOne() {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            events.add(new Event(Event.Kind.BACKWARD, i, i + 1.0, "tensor " + i));
        }
        List<Event> bars = TimelineDrawing.bars(new Scale(false, 0, 10_000, 0, 1000), events);
        assertThat(bars).hasSizeLessThan(2_600);
        assertThat(bars.stream().mapToDouble(Event::seconds).sum()).isCloseTo(10_000, within(1e-6));
        assertThat(bars.get(0).label()).isEqualTo("tensor 0 and more");
        List<Event> wide = events.subList(0, 100);
        assertThat(TimelineDrawing.bars(new Scale(false, 0, 100, 0, 1000), wide))
                .isEqualTo(wide);
    }
}
