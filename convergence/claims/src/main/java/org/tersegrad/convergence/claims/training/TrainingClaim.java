package org.tersegrad.convergence.claims.training;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.tersegrad.convergence.claims.Check;
import org.tersegrad.convergence.claims.Claim;
import org.tersegrad.convergence.claims.Extent;
import org.tersegrad.convergence.claims.Figure;
import org.tersegrad.convergence.claims.Mutant;
import org.tersegrad.convergence.claims.Outcome;
import org.tersegrad.convergence.claims.Statement;
import org.tersegrad.convergence.training.Contestant;

/**
 * A claim about accuracies of trainings beside each other, as a row of data: {@link TrainingClaims} has the rows.
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
     * The setting in which contestants train: digits, with batches of 16.
     *
     * @param small the model where only a small part is run
     * @param few the epochs then
     */
    public record Place(String model, String small, int workers, int epochs, int few) {
        /** The setting of most claims. */
        public static final Place USUAL = new Place("mlp(128)", "mlp(128)", 8, 30, 12);

        /** Trains. */
        public Trained train(Extent extent, Consumer<String> progress, List<Contestant> contestants) {
            return Trained.on(
                    extent == Extent.WHOLE ? model : small,
                    Trained.settings(workers, 16, extent.of(epochs, few)),
                    Trained.seeds(extent),
                    progress,
                    contestants);
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
    }

    @Override
    public Outcome run(Extent extent, Consumer<String> progress) {
        Trained trained = where.train(extent, progress, contestants);
        return Outcome.judge(limits.stream()
                        .map(limit ->
                                new Check(limit.what(), limit.figure().apply(trained), limit.least(), limit.most()))
                        .toList())
                .with(trained.picture());
    }
}
