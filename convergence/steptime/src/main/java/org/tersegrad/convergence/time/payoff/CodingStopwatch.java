package org.tersegrad.convergence.time.payoff;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.time.Cost;
import org.tersegrad.convergence.time.recorded.Rehearsal;
import org.tersegrad.reducers.Reducer;

/**
 * Measures on this machine how long reducers encode and add: at a few sizes, in a pair and in a small group. All reducers take turns at
 * all sizes, in short runs, so that the JVM compiles the loops of one while others run, and knows all sizes when it does.
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

    /** Loops of a few turns each are compiled after some hundred to some thousand calls. */
    private static final int CALLS = 1500;

    /** The largest one is left to a pair, to save time. */
    private static final List<Size> OTHERS = List.of(
            new Size(16, 2, false),
            new Size(16, 8, false),
            new Size(64, 2, true),
            new Size(64, 8, true),
            new Size(128, 8, false),
            new Size(256, 2, false));

    private static final double RUN_SECONDS = 0.008;

    /** Number of turns without a notable speed-up after which the JVM has compiled what it will. */
    private static final int TURNS_WITHOUT_NEWS = 2;

    private static final double NEWS = 0.9;

    /** Time limit of the first turns of each reducer, even if it is too slow for all calls. */
    private static final double FIRST_SECONDS = 0.6;

    /** The others end after so long for each reducer, and as long again for the whole, even if the JVM still compiles. */
    private static final double OTHER_SECONDS = 0.3;

    private final List<Course> courses = new ArrayList<>();

    /**
     * A reducer of matrices, or of vectors, which some reducers treat in another way.
     *
     * @param reducer whose time is measured
     * @param vector whether its tensors have one row only
     */
    record Subject(Reducer reducer, boolean vector) {}

    /** Takes turns until the JVM is about to compile all loops. The quicker a reducer, the more calls it makes in its turns. */
    void begin(Collection<Subject> subjects) {
        long start = System.nanoTime();
        add(FIRST, subjects);
        while (courses.stream().anyMatch(course -> course.rehearsal.steps() < CALLS)
                && secondsSince(start) < FIRST_SECONDS * subjects.size()) {
            turn();
        }
    }

    /**
     * Times at all sizes.
     *
     * @param subjects all or some of those that it began with
     */
    List<CodingTimes.Sample> finish(Collection<Subject> subjects) {
        long start = System.nanoTime();
        OTHERS.forEach(size -> add(size, subjects));
        int withoutNews = 0;
        while (withoutNews < TURNS_WITHOUT_NEWS && secondsSince(start) < OTHER_SECONDS * (1 + subjects.size())) {
            withoutNews = turn() ? 0 : withoutNews + 1;
        }
        return courses.stream().map(Course::sample).toList();
    }

    private static double secondsSince(long start) {
        return (System.nanoTime() - start) * 1e-9;
    }

    private void add(Size size, Collection<Subject> subjects) {
        for (Subject subject : subjects) {
            if (subject.vector == size.vector) {
                courses.add(new Course(subject, size));
            }
        }
    }

    /** Whether anything became much faster. */
    private boolean turn() {
        return courses.stream().filter(Course::isNews).count() > 0;
    }

    /** The runs of one reducer at one size. */
    private static final class Course {
        private final Subject subject;
        private final Size size;
        private final Rehearsal rehearsal;
        private Cost best;

        Course(Subject subject, Size size) {
            this.subject = subject;
            this.size = size;
            rehearsal = new Rehearsal(subject.reducer, size.shape(), size.workers);
            best = rehearsal.run(0);
        }

        /** Whether another run is much faster than all before. */
        boolean isNews() {
            double before = best.encodeSeconds() + best.addSeconds();
            best = rehearsal.run(RUN_SECONDS);
            return best.encodeSeconds() + best.addSeconds() < NEWS * before;
        }

        CodingTimes.Sample sample() {
            return new CodingTimes.Sample(
                    subject.reducer.toString(),
                    subject.vector,
                    size.workers,
                    size.side * size.side,
                    best.encodeSeconds(),
                    best.addSeconds());
        }
    }
}
