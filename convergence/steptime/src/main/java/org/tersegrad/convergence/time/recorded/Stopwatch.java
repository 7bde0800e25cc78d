package org.tersegrad.convergence.time.recorded;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.tersegrad.convergence.time.Median;

/**
 * Times code that the JVM compiles while it runs, on a machine that may be busy.
 *
 * <ul>
 *   <li>Times are CPU times of the thread, which other processes hardly change.
 *   <li>The warm-up ends by {@linkplain Stability stability}, counted in calls.
 *   <li>A time is the median of a row of calls, in the fastest row.
 *   <li>More elements take more time. Where a smaller tensor takes longer than a larger one, both are timed again.
 *   <li>Times that still cannot be right are replaced by the {@linkplain KnownMachine record}, if there is one, and say so. So are times far
 *       above the record while the thread gets much less than a core; where there is no record, they say that.
 * </ul>
 */
public final class Stopwatch {
    /** Share of a core below which the machine is busy. */
    private static final double LEAST_SHARE = 0.7;

    private static final int ROW = 8;
    private static final int FEWEST_ROWS = 4;

    /** CPU time of a subject after which it is not waited for any more. */
    private static final double MOST_NANOS = 4e9;

    /** Elements in all calls of a subject: enough for compilers, and for the library to change to vector kernels. */
    private static final int WORK = 1 << 23;

    /** Loops are compiled after some hundred to some thousand calls, however short. */
    private static final int ENOUGH_CALLS = 2048;

    /** CPU time of a subject that has loops enough for the compilers, in fewer calls. */
    private static final double ENOUGH_NANOS = 1e9;

    /** Rounds of all subjects after one that failed a check. */
    private static final int REPEATS = 2;

    /** A smaller tensor may take this much longer than a larger one, or a typical row than the fastest. */
    private static final double TOLERANCE = 1.25;

    private static final double MOST_SPREAD = 1.5;

    /** A busy machine this far above the record is not believed. */
    private static final double FAR = 2;

    private final LongSupplier cpu;
    private final LongSupplier elapsed;

    /** A stopwatch with the clocks of this machine. */
    public Stopwatch() {
        this(new ThreadClock(), System::nanoTime);
    }

    /**
     * A stopwatch with other clocks.
     *
     * @param cpu CPU time of the current thread, in nanoseconds
     * @param elapsed any time, in nanoseconds: only to find out which share of a core the thread gets
     */
    public Stopwatch(LongSupplier cpu, LongSupplier elapsed) {
        this.cpu = cpu;
        this.elapsed = elapsed;
    }

    /** The clock that steps are to be timed with. */
    public LongSupplier cpu() {
        return cpu;
    }

    /** The two parts of one step, in nanoseconds of CPU time. */
    public record Nanos(long encode, long add) {}

    /** Code to be timed. */
    public interface Subject {
        /** Takes a step. */
        Nanos step();

        /** Number of calls of the code in a step. */
        default int calls() {
            return 1;
        }

        /** Number of elements of its tensor. */
        int elements();

        /** Subjects with equal families differ in their number of elements only, so larger ones take longer. */
        Object family();

        /** The times that are known of it; empty if there are none. */
        default Optional<Timing> record() {
            return Optional.empty();
        }
    }

    /** Times all subjects, in turns, so that the JVM compiles the code of one while others run. */
    public List<Timing> time(List<? extends Subject> subjects) {
        long cpuBefore = cpu.getAsLong();
        long before = elapsed.getAsLong();
        List<Course> courses = new ArrayList<>();
        subjects.forEach(subject -> courses.add(new Course(subject)));
        settle(courses);
        for (int repeat = 0; repeat < REPEATS; repeat++) {
            List<Course> wrong = courses.stream()
                    .filter(course -> course.doubt(courses, 1).isPresent() || course.overRecord() > FAR)
                    .toList();
            wrong.forEach(Course::again);
            settle(wrong);
        }
        double share = (cpu.getAsLong() - cpuBefore) / (double) Math.max(1, elapsed.getAsLong() - before);
        return courses.stream().map(course -> course.timing(courses, share)).toList();
    }

    private static void settle(List<Course> courses) {
        List<Course> restless = new ArrayList<>(courses);
        while (!restless.isEmpty()) {
            restless.forEach(Course::takeRow);
            restless.removeIf(Course::isSettled);
        }
    }

    /** The rows of one subject. */
    private static final class Course {
        private final Subject subject;
        private final List<Double> rows = new ArrayList<>();
        private final Stability stability = new Stability();

        private int fewest;
        private double encode = Double.POSITIVE_INFINITY;
        private double add = Double.POSITIVE_INFINITY;
        private double enough = ENOUGH_NANOS;
        private double spent;

        Course(Subject subject) {
            this.subject = subject;
            int calls = Math.min(ENOUGH_CALLS, WORK / subject.elements());
            fewest = Math.max(FEWEST_ROWS, calls / subject.calls() / ROW);
        }

        void takeRow() {
            long[] encodes = new long[ROW];
            long[] adds = new long[ROW];
            for (int i = 0; i < ROW; i++) {
                Nanos nanos = subject.step();
                encodes[i] = nanos.encode;
                adds[i] = nanos.add;
                spent += nanos.encode + nanos.add;
            }
            encode = Math.min(encode, Median.of(encodes));
            add = Math.min(add, Median.of(adds));
            rows.add(Median.of(encodes) + Median.of(adds));
            stability.add(seconds());
        }

        /** As many rows again. */
        void again() {
            fewest = 2 * rows.size();
            enough = 2 * spent;
        }

        boolean isSettled() {
            boolean warm = rows.size() >= fewest || (rows.size() >= FEWEST_ROWS && spent >= enough);
            return (warm && stability.isStable()) || spent >= MOST_NANOS;
        }

        double seconds() {
            return encode + add;
        }

        /** The reason why its times cannot be right; empty if they can. */
        Optional<String> doubt(List<Course> all, double share) {
            if (!stability.isStable()) {
                return Optional.of("still became faster after " + rows.size() * ROW + " calls");
            }
            double[] last = rows.subList(rows.size() / 2, rows.size()).stream()
                    .mapToDouble(Double::doubleValue)
                    .sorted()
                    .toArray();
            double spread = last[last.length / 2] / Math.max(1, seconds());
            if (spread > MOST_SPREAD) {
                return Optional.of(text("times vary: the median is %.1f times the least", spread));
            }
            Optional<Course> bound = bound(all);
            if (bound.isPresent()) {
                return Optional.of(text(
                        "takes %.1f times as long as %d elements",
                        seconds() / bound.get().seconds(), bound.get().subject.elements()));
            }
            double over = overRecord();
            if (share >= LEAST_SHARE || over <= FAR) {
                return Optional.empty();
            }
            if (!Double.isNaN(over)) {
                return Optional.of(text("%.1f times the record", over));
            }
            boolean confirmed = all.stream()
                    .anyMatch(other -> other.subject.family().equals(subject.family())
                            && other.subject.elements() > subject.elements()
                            && other.overRecord() <= FAR);
            return confirmed ? Optional.empty() : Optional.of("there is no record to compare it with");
        }

        /** Multiple of the record's time; NaN if there is none. */
        private double overRecord() {
            return subject.record()
                    .map(record -> seconds() * 1e-9 / record.seconds())
                    .orElse(Double.NaN);
        }

        /** The fastest larger tensor, if that is faster. */
        private Optional<Course> bound(List<Course> all) {
            return all.stream()
                    .filter(other -> other.subject.family().equals(subject.family())
                            && other.subject.elements() > subject.elements()
                            && seconds() > TOLERANCE * other.seconds())
                    .min(Comparator.comparingDouble(Course::seconds));
        }

        private Timing measured() {
            return new Timing(encode * 1e-9, add * 1e-9, Optional.empty());
        }

        Timing timing(List<Course> all, double share) {
            Timing measured = bound(all).orElse(this).measured();
            Optional<String> doubt = doubt(all, share);
            if (doubt.isEmpty()) {
                return measured;
            }
            String why =
                    doubt.get() + (share < LEAST_SHARE ? text("; this thread got %.0f %% of a core", 100 * share) : "");
            return subject.record()
                    .map(record -> record.because(text("%.3g us measured: ", seconds() / 1e3) + why + "; "
                            + record.doubt().orElse("")))
                    .orElse(measured.because(why));
        }

        private static String text(String format, Object... values) {
            return String.format(Locale.ROOT, format, values);
        }
    }
}
