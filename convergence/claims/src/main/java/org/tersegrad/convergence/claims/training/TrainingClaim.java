package org.tersegrad.convergence.claims.training;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.tersegrad.convergence.claims.Check;
import org.tersegrad.convergence.claims.Claim;
import org.tersegrad.convergence.claims.Extent;
import org.tersegrad.convergence.claims.Figure;
import org.tersegrad.convergence.claims.Mutant;
import org.tersegrad.convergence.claims.Outcome;
import org.tersegrad.convergence.claims.Picture;
import org.tersegrad.convergence.claims.Statement;
import org.tersegrad.convergence.data.DataUnavailableException;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.training.Contestant;
import org.tersegrad.convergence.training.Partition;
import org.tersegrad.convergence.training.Schedule;
import org.tersegrad.convergence.training.Settings;

/**
 * A claim about trainings beside each other, as a row of data: {@link TrainingClaims}, {@link TransformerClaims} and {@link
 * ResNetClaims} have the rows.
 *
 * @param where what is trained, by how many workers, for how long
 * @param contestants how, with their rates
 * @param limits the first one is the heart of the claim
 * @param mutants with one contestant each in the place of another
 */
public record TrainingClaim(
        Statement statement, Place where, List<Contestant> contestants, List<Limit> limits, List<Mutant> mutants)
        implements Claim {
    public TrainingClaim {
        contestants = List.copyOf(contestants);
        limits = List.copyOf(limits);
        mutants = List.copyOf(mutants);
    }

    /** A claim with contestants as text, as in {@code topk(0.01)+ef@0.3}. */
    static TrainingClaim of(Statement statement, Place where, List<String> contestants, Limit... limits) {
        return new TrainingClaim(
                statement,
                where,
                contestants.stream().map(Contestant::parse).toList(),
                Arrays.asList(limits),
                List.of());
    }

    /**
     * The same with a mutant.
     *
     * @param contestant the number of the one that is broken
     * @param by trains in its place
     * @param check text in the description of the check that must turn
     */
    TrainingClaim broken(String name, String sentence, int contestant, Contestant by, String check) {
        List<Contestant> others = new ArrayList<>(contestants);
        others.set(contestant, by);
        List<Mutant> more = new ArrayList<>(mutants);
        more.add(new Mutant(name, sentence, new TrainingClaim(statement, where, others, limits, List.of()), check));
        return new TrainingClaim(statement, where, contestants, limits, more);
    }

    /** The same with a contestant as text. */
    TrainingClaim broken(String name, String sentence, int contestant, String by, String check) {
        return broken(name, sentence, contestant, Contestant.parse(by), check);
    }

    /**
     * The setting in which contestants train.
     *
     * @param whole of the claim
     * @param small of the part that tests run; its data needs no network
     * @param seeds of the whole, from 11 on
     * @param picture what is drawn
     */
    public record Place(Course whole, Course small, int seeds, Function<Trained, Picture> picture) {
        /** The setting of most claims. */
        public static final Place USUAL = digits("mlp(128)", 8, 30, 12);

        /** Digits in batches of 16, with 10 seeds; few epochs are a small part. */
        static Place digits(String model, int workers, int epochs, int few) {
            Course whole = new Course(model, "digits", workers, 16, epochs, Optional.empty(), "cosine");
            Course small = new Course(model, "digits", workers, 16, few, Optional.empty(), "cosine");
            return new Place(whole, small, 10, Trained::picture);
        }

        /** Trains. */
        public Trained train(Extent extent, Consumer<String> progress, List<Contestant> contestants) {
            Course course = extent == Extent.WHOLE ? whole : small;
            Problem problem = Trained.problem(course.model, course.data);
            return Trained.on(problem, course.settings(problem), Trained.seeds(extent, seeds), progress, contestants);
        }
    }

    /**
     * A model, its data, and how long it learns, with the optimizer that is usual for it.
     *
     * @param batch of a worker
     * @param steps of an epoch, if not those of a pass over all examples
     * @param schedule of the rate
     */
    public record Course(
            String model, String data, int workers, int batch, int epochs, Optional<Integer> steps, String schedule) {
        Settings settings(Problem problem) {
            Settings settings = Settings.usualFor(problem)
                    .withWorkers(workers)
                    .withBatch(batch)
                    .withEpochs(epochs)
                    .withPartition(Partition.iid())
                    .withSchedule(Schedule.parse(schedule));
            return steps.map(settings::withEpochSteps).orElse(settings);
        }
    }

    /** A figure of the trainings and its limits. */
    public record Limit(double least, double most, String what, Function<Trained, Figure> figure) {
        /** The limits of the points by which a contestant is more accurate than another one. */
        static Limit points(double least, double most, String what, int contestant, int other) {
            return new Limit(least, most, what, trained -> trained.points(contestant, other));
        }

        /** A figure that is shown and not judged. */
        static Limit shown(String what, Function<Trained, Figure> figure) {
            return new Limit(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, what, figure);
        }

        static Limit pointsAtLeast(double least, String what, int contestant, int other) {
            return points(least, Double.POSITIVE_INFINITY, what, contestant, other);
        }

        /** The most by which the test loss of a contestant may be above that of another one; below 0 it must be lower. */
        static Limit excess(double most, String what, int contestant, int other) {
            return new Limit(Double.NEGATIVE_INFINITY, most, what, trained -> trained.excess(contestant, other));
        }

        /** The least factor by which a contestant sends fewer bits than another one. */
        static Limit fewerBits(double least, String what, int contestant, int other) {
            return new Limit(
                    least,
                    Double.POSITIVE_INFINITY,
                    what,
                    trained -> Figure.exact(trained.sent(other) / trained.sent(contestant)));
        }
    }

    @Override
    public Outcome run(Extent extent, Consumer<String> progress) {
        Trained trained;
        try {
            trained = where.train(extent, progress, contestants);
        } catch (DataUnavailableException e) {
            return Outcome.notRun(String.valueOf(e.getMessage()));
        }
        return Outcome.judge(limits.stream()
                        .map(limit ->
                                new Check(limit.what(), limit.figure().apply(trained), limit.least(), limit.most()))
                        .toList())
                .with(where.picture().apply(trained));
    }
}
