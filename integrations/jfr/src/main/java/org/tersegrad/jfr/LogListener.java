package org.tersegrad.jfr;

import java.time.Duration;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.tersegrad.reducers.group.GroupListener;

/**
 * Lines in a {@link System.Logger}: a worker joins, goes on in another group, or its group fails; and for which worker the others
 * wait, if it takes long. It is not in the library, since Android has no such log and the library has no clock. One listener for each worker.
 *
 * <p>The time before a worker's message, after those of lower ranks have been read, is the time that is waited for it. A group
 * that is no {@code PairwiseGroup}, as one of threads, does not say when messages arrive; its lines only say how long a call took.
 */
public final class LogListener implements GroupListener {
    private static final double NANOS = 1e-9;

    private final System.Logger log;
    private final long patience;
    private final LongSupplier nanoTime;

    private int worker;
    private long last;
    private long longest;
    private int slowest;
    private boolean failed;

    /** Lines of the logger {@code org.tersegrad}, about waits of more than a second. */
    public LogListener() {
        this(System.getLogger("org.tersegrad"), Duration.ofSeconds(1), System::nanoTime);
    }

    /**
     * Lines of another logger.
     *
     * @param patience how long a worker may let the others wait without a line
     * @param nanoTime the clock
     */
    public LogListener(System.Logger log, Duration patience, LongSupplier nanoTime) {
        this.log = log;
        this.patience = patience.toNanos();
        this.nanoTime = nanoTime;
    }

    @Override
    public Span begin(Activity activity, Subject subject, int rank, long bytes) {
        if (activity == Activity.ADD) {
            return sent -> last = nanoTime.getAsLong();
        }
        if (!activity.isExchange()) {
            return Span.NONE;
        }
        longest = 0;
        last = nanoTime.getAsLong();
        long start = last;
        return sent -> {
            long all = nanoTime.getAsLong() - start;
            String call = activity + (subject.tensor().isEmpty() ? "" : " of " + subject.tensor());
            if (longest > patience) {
                warn("waited %.3f s for worker %d in %s".formatted(longest * NANOS, slowest, call));
            } else if (all > patience) {
                warn("%s took %.3f s".formatted(call, all * NANOS));
            }
        };
    }

    @Override
    public void arrived(int rank) {
        long now = nanoTime.getAsLong();
        if (now - last > longest) {
            longest = now - last;
            slowest = rank;
        }
        last = now;
    }

    @Override
    public void joined(int rank, int workers) {
        worker = rank;
        failed = false;
        info("has joined a group of " + workers);
    }

    @Override
    public void regrouped(int rank, int workers) {
        worker = rank;
        info("goes on in a group of " + workers);
    }

    @Override
    public void failed(RuntimeException failure) {
        if (!failed) {
            failed = true;
            warn("its group has ended: " + Objects.requireNonNullElse(failure.getMessage(), failure.toString()));
        }
    }

    private void info(String what) {
        log.log(System.Logger.Level.INFO, "worker " + worker + ": " + what);
    }

    private void warn(String what) {
        log.log(System.Logger.Level.WARNING, "worker " + worker + ": " + what);
    }
}
