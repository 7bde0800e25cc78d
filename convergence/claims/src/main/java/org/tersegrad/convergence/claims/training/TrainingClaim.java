package org.tersegrad.convergence.claims.training;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.tersegrad.convergence.claims.Check;
import org.tersegrad.convergence.claims.Claim;
import org.tersegrad.convergence.claims.Extent;
import org.tersegrad.convergence.claims.Figure;
import org.tersegrad.convergence.claims.Outcome;
import org.tersegrad.convergence.claims.Statement;
import org.tersegrad.convergence.training.Contestant;

/**
 * A claim about accuracies of trainings beside each other, as a row of data: {@link TrainingClaims} has the rows.
 *
 * @param where what is trained, by how many workers, for how long
 * @param contestants how, with their rates
 * @param limits the first one is the heart of the claim
 */
public record TrainingClaim(Statement statement, Place where, List<Contestant> contestants, List<Limit> limits)
        implements Claim {
    public TrainingClaim {
        contestants = List.copyOf(contestants);
        limits = List.copyOf(limits);
    }

    /** A claim with contestants as text, as in {@code topk(0.01)+ef@0.3}. */
    static TrainingClaim of(Statement statement, Place where, List<String> contestants, Limit... limits) {
        return new TrainingClaim(
                statement, where, contestants.stream().map(Contestant::parse).toList(), Arrays.asList(limits));
    }

    /**
     * The setting in which contestants train: digits, with batches of 16.
     *
     * @param small the model where only a small part is run
     * @param few the epochs then
     */
    public record Place(String model, String small, int workers, int epochs, int few) {
        /** The setting of most claims. */
        static final Place USUAL = new Place("mlp(128)", "mlp(128)", 8, 30, 4);

        Trained train(Extent extent, Consumer<String> progress, List<Contestant> contestants) {
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
