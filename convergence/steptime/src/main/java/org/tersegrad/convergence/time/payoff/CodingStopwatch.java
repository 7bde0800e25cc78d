package org.tersegrad.convergence.time.payoff;

import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.time.recorded.Rehearsal;
import org.tersegrad.convergence.time.recorded.Stopwatch;
import org.tersegrad.convergence.time.recorded.Timing;
import org.tersegrad.reducers.Reducer;

/**
 * Measures on this machine how long reducers encode and add: at a few sizes, in a pair and in a small group. All reducers take turns at
 * all sizes, so that the JVM compiles the loops of one while others run, and knows all sizes when it does.
 */
final class CodingStopwatch {
    /**
     * One size of tensors.
     *
     * @param side of a square matrix; or the tensor is a vector of as many elements
     * @param workers who average it
     * @param vector whether it is a vector; in most models these are short, so one size is enough
     */
    private record Size(int side, int workers, boolean vector) {
        Shape shape() {
            return vector ? Shape.vector(side * side) : new Shape(side, side);
        }
    }

    /** The first one: few steps of a large tensor would be taken before loops are compiled, and of a tiny one not all loops be used. */
    private static final Size FIRST = new Size(64, 2, false);

    /** The largest one is left to a pair, to save time. */
    private static final List<Size> SIZES = List.of(
            FIRST,
            new Size(16, 2, false),
            new Size(16, 8, false),
            new Size(64, 2, true),
            new Size(64, 8, true),
            new Size(128, 8, false),
            new Size(256, 2, false));

    private final Stopwatch stopwatch = new Stopwatch();

    /**
     * A reducer of matrices, or of vectors, which some reducers treat in another way.
     *
     * @param reducer whose time is measured
     * @param vector whether its tensors have one row only
     */
    record Subject(Reducer reducer, boolean vector) {}

    /** Has the JVM compile all loops. */
    void begin(Collection<Subject> subjects) {
        List<CodingTimes.Sample> unused = time(List.of(FIRST), subjects);
    }

    /**
     * Times at all sizes.
     *
     * @param subjects all or some of those that it began with
     */
    List<CodingTimes.Sample> finish(Collection<Subject> subjects) {
        return time(SIZES, subjects);
    }

    private List<CodingTimes.Sample> time(List<Size> sizes, Collection<Subject> subjects) {
        List<Course> courses = sizes.stream()
                .flatMap(size -> subjects.stream()
                        .filter(subject -> subject.vector == size.vector)
                        .map(subject -> new Course(subject, size)))
                .toList();
        List<Timing> timings =
                stopwatch.time(courses.stream().map(Course::rehearsal).toList());
        return IntStream.range(0, courses.size())
                .mapToObj(i -> courses.get(i).sample(timings.get(i)))
                .toList();
    }

    /** One reducer at one size. */
    private record Course(Subject subject, Size size, Rehearsal rehearsal) {
        Course(Subject subject, Size size) {
            this(subject, size, new Rehearsal(subject.reducer, size.shape(), size.workers));
        }

        CodingTimes.Sample sample(Timing timing) {
            return new CodingTimes.Sample(
                    subject.reducer.toString(),
                    subject.vector,
                    size.workers,
                    size.side * size.side,
                    timing.encodeSeconds(),
                    timing.addSeconds(),
                    timing.doubt().orElse(""));
        }
    }
}
