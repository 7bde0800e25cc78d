package org.tersegrad.bench.report;

import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.function.DoubleSupplier;

/**
 * The load of the machine before and during a measurement: the number of threads that want to run, on average over a minute. Where the
 * system does not tell, every machine counts as quiet.
 */
final class Load implements AutoCloseable {
    private static final long MILLIS_BETWEEN_LOOKS = 5000;

    private final DoubleSupplier average;
    private final int cores;
    private final double before;
    private final DoubleAccumulator highest = new DoubleAccumulator(Math::max, 0);
    private final Timer timer = new Timer("load", true);

    /**
     * @param average negative where it is unknown
     */
    Load(DoubleSupplier average, int cores) {
        this.average = average;
        this.cores = cores;
        before = average.getAsDouble();
    }

    static Load ofThisMachine() {
        return new Load(
                ManagementFactory.getOperatingSystemMXBean()::getSystemLoadAverage,
                Runtime.getRuntime().availableProcessors());
    }

    /**
     * Begins to watch.
     *
     * @param busy whether to measure all the same
     * @throws IllegalArgumentException if the load exceeds the cores, unless {@code busy}
     */
    void start(boolean busy) {
        if (before > cores && !busy) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "the load average is %.2f and the limit is %d, the number of cores; wait for a quiet machine, or measure all the same"
                            + " with --busy, which the record notes",
                    before,
                    cores));
        }
        TimerTask look = new TimerTask() {
            @Override
            public void run() {
                look();
            }
        };
        timer.schedule(look, MILLIS_BETWEEN_LOOKS, MILLIS_BETWEEN_LOOKS);
    }

    void look() {
        highest.accumulate(average.getAsDouble());
    }

    /** Whether others took part of the machine. The measurement itself is one thread, and may be that much above the limit. */
    boolean isTooHigh() {
        return before > cores || highest.get() > cores + 1;
    }

    /** The line of the record. */
    String describe() {
        if (before < 0) {
            return "unknown";
        }
        return String.format(
                Locale.ROOT,
                "%.2f before, at most %.2f meanwhile, %d cores%s",
                before,
                highest.get(),
                cores,
                isTooHigh() ? ' ' + Measured.BUSY : "");
    }

    @Override
    public void close() {
        timer.cancel();
    }
}
