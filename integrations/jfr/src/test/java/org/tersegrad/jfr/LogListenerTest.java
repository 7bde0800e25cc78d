package org.tersegrad.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.ResourceBundle;
import org.junit.jupiter.api.Test;
import org.tersegrad.reducers.group.GroupListener.Activity;
import org.tersegrad.reducers.group.GroupListener.Span;
import org.tersegrad.reducers.group.GroupListener.Subject;

class LogListenerTest {
    private static final Subject LAYER = new Subject("layer", "topk(0.01)+ef");

    private final Lines lines = new Lines();
    private long now = 5_000_000_000L;
    private final LogListener listener = new LogListener(lines, Duration.ofMillis(100), () -> now);

    private static final class Lines implements System.Logger {
        final List<String> lines = new ArrayList<>();

        @Override
        public String getName() {
            return "lines";
        }

        @Override
        public boolean isLoggable(Level level) {
            return true;
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String text, Throwable thrown) {
            lines.add(level + " " + Objects.requireNonNull(text));
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String format, Object... params) {
            lines.add(level + " " + Objects.requireNonNull(format));
        }
    }

    private void pass(long millis) {
        now += millis * 1_000_000;
    }

    private void exchange(int slow, long millis) {
        Span call = listener.begin(Activity.ALL_GATHER, LAYER, 0, 100);
        for (int rank = 1; rank < 4; rank++) {
            pass(rank == slow ? millis : 3);
            listener.arrived(rank);
            Span add = listener.begin(Activity.ADD, LAYER, rank, 100);
            pass(150); // work of this worker, not a wait
            add.end(0);
        }
        call.end(300);
    }

    @Test
    void theWorkerThatOthersWaitForIsNamed() {
        listener.joined(0, 4);
        exchange(2, 1_734);
        assertThat(lines.lines)
                .containsExactly(
                        "INFO worker 0: has joined a group of 4",
                        "WARNING worker 0: waited 1.734 s for worker 2 in ALL_GATHER of layer");
    }

    @Test
    void aShortWaitIsNotWorthALine() {
        Span call = listener.begin(Activity.ALL_REDUCE, Subject.NONE, 0, 100);
        pass(100);
        listener.arrived(1);
        call.end(0);
        assertThat(lines.lines).isEmpty();
    }

    @Test
    void withoutArrivalsTheCallIsNamed() {
        Span call = listener.begin(Activity.ALL_REDUCE, Subject.NONE, 0, 100);
        pass(101);
        call.end(0);
        Span encode = listener.begin(Activity.ENCODE, LAYER, 0, 100);
        pass(500);
        encode.end(0);
        assertThat(lines.lines).containsExactly("WARNING worker 0: ALL_REDUCE took 0.101 s");
    }

    @Test
    void membershipIsLoggedAndAFailureOnce() {
        listener.joined(3, 4);
        listener.regrouped(2, 3);
        listener.failed(new IllegalStateException("worker 1 is lost"));
        listener.failed(new IllegalStateException("worker 1 is lost"));
        assertThat(lines.lines)
                .containsExactly(
                        "INFO worker 3: has joined a group of 4",
                        "INFO worker 2: goes on in a group of 3",
                        "WARNING worker 2: its group has ended: worker 1 is lost");
    }
}
