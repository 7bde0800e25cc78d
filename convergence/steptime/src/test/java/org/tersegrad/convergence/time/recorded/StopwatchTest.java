package org.tersegrad.convergence.time.recorded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** A stopwatch on a simulated machine: every call advances its clocks by a known time. */
class StopwatchTest {
    private static final int LARGE = 1 << 16;
    private static final int SMALL = 1 << 12;

    private double cpu;
    private double elapsed;

    /** Elapsed time over CPU time. */
    private double waiting = 1;

    private int calls;

    private final Stopwatch stopwatch = new Stopwatch(() -> (long) cpu, () -> (long) elapsed);

    /** Code that takes a known CPU time for each call, by its number from 0. */
    private final class Code implements Stopwatch.Subject {
        private final int elements;
        private final IntToDoubleFunction micros;
        private final Optional<Timing> record;
        private int call;

        Code(int elements, IntToDoubleFunction micros, double recordedMicros) {
            this.elements = elements;
            this.micros = micros;
            record = recordedMicros == 0
                    ? Optional.empty()
                    : Optional.of(
                            new Timing(recordedMicros * 0.25e-6, recordedMicros * 0.75e-6, Optional.of("the record")));
        }

        @Override
        public Stopwatch.Nanos step() {
            double time = 1000 * micros.applyAsDouble(call);
            call++;
            calls++;
            cpu += time;
            elapsed += time * waiting;
            return new Stopwatch.Nanos((long) (time / 4), (long) (3 * time / 4));
        }

        @Override
        public int elements() {
            return elements;
        }

        @Override
        public Object family() {
            return "code";
        }

        @Override
        public Optional<Timing> record() {
            return record;
        }
    }

    private Timing time(Code code) {
        return stopwatch.time(List.of(code)).get(0);
    }

    private static void assertMicros(Timing timing, double micros) {
        assertThat(timing.encodeSeconds()).isCloseTo(micros * 0.25e-6, within(micros * 1e-9));
        assertThat(timing.addSeconds()).isCloseTo(micros * 0.75e-6, within(micros * 1e-9));
    }

    /** Interpreted, then by the first compiler, then by the second: the last one counts, however slow the first calls were. */
    @Test
    void warmUpEndsWhenCallsBecomeNoFaster() {
        for (int compiled : List.of(10, 500, 1200)) {
            calls = 0;
            Timing timing = time(new Code(SMALL, call -> call < 200 ? 2000 : call < compiled ? 300 : 10, 0));
            assertMicros(timing, 10);
            assertThat(timing.doubt()).isEmpty();
            assertThat(calls).isGreaterThanOrEqualTo(2 * compiled);
        }
    }

    /** On a machine where compilers get as little time as this thread, the same calls are made, and the same times come out. */
    @Test
    void waitingChangesNoTime() {
        Timing idle = time(new Code(LARGE, call -> call < 50 ? 9000 : 100, 90));
        int idleCalls = calls;
        calls = 0;
        waiting = 15;
        Timing busy = time(new Code(LARGE, call -> call < 50 ? 9000 : 100, 90));
        assertThat(calls).isEqualTo(idleCalls);
        assertThat(busy).isEqualTo(idle);
        assertMicros(busy, 100);
        assertThat(busy.doubt()).isEmpty();
    }

    /** Times of a busy machine that no record confirms are marked; a small tensor is confirmed by a larger one. */
    @Test
    void timesOfABusyMachineNeedARecord() {
        waiting = 15;
        assertThat(time(new Code(LARGE, call -> 100, 0)).doubt())
                .contains("there is no record to compare it with; this thread got 7 % of a core");
        assertThat(stopwatch.time(List.of(new Code(SMALL, call -> 10, 0), new Code(LARGE, call -> 100, 90))))
                .allMatch(timing -> timing.doubt().isEmpty());
    }

    /** A call that was interrupted, with its cache emptied, is slower. */
    @Test
    void singleSlowCallsDoNotCount() {
        assertMicros(time(new Code(LARGE, call -> call % 5 == 0 ? 700 : 100, 0)), 100);
    }

    @Test
    void timesThatVaryAreMarked() {
        Timing timing = time(new Code(LARGE, call -> call / 8 % 8 == 0 ? 100 : 180, 0));
        assertThat(timing.doubt()).contains("times vary: the median is 1.8 times the least");
    }

    /** The compiler was late for the small tensor: more calls make it right. */
    @Test
    void aSmallTensorThatTakesLongerIsTimedAgain() {
        Code small = new Code(SMALL, call -> call < 5000 ? 500 : 10, 0);
        Code large = new Code(LARGE, call -> 150, 0);
        List<Timing> both = stopwatch.time(List.of(small, large));
        assertMicros(both.get(0), 10);
        assertMicros(both.get(1), 150);
        assertThat(both).allMatch(timing -> timing.doubt().isEmpty());
    }

    @Test
    void aSmallTensorThatStillTakesLongerIsMarked() {
        List<Timing> both = stopwatch.time(List.of(new Code(SMALL, call -> 500, 0), new Code(LARGE, call -> 150, 0)));
        assertThat(both.get(0).doubt()).contains("takes 3.3 times as long as 65536 elements");
        assertMicros(both.get(0), 150);
        assertThat(both.get(1).doubt()).isEmpty();
    }

    /** Interpreted for ever, as 2051 ms instead of 97 were: far off the record, on a busy machine. */
    @Test
    void aBusyMachineFarOffTheRecordUsesIt() {
        waiting = 15;
        Timing timing = time(new Code(LARGE, call -> 2100, 100));
        assertMicros(timing, 100);
        assertThat(timing.doubt())
                .contains("2.10e+03 us measured: 21.0 times the record; this thread got 7 % of a core; the record");
    }

    /** A machine that is only slow is believed. */
    @Test
    void anIdleMachineIsBelieved() {
        Timing timing = time(new Code(LARGE, call -> 2100, 100));
        assertMicros(timing, 2100);
        assertThat(timing.doubt()).isEmpty();
    }

    @Test
    void callsThatNeverSettleAreMarked() {
        Timing timing = time(new Code(LARGE, call -> 1e5 / Math.pow(1 + call, 0.3), 0));
        assertThat(timing.doubt().orElseThrow()).startsWith("still became faster after ");
    }
}
