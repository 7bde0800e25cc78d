package org.tersegrad.convergence.claims.systems;

import java.util.List;
import java.util.function.Consumer;
import org.tersegrad.convergence.claims.Check;
import org.tersegrad.convergence.claims.Claim;
import org.tersegrad.convergence.claims.Extent;
import org.tersegrad.convergence.claims.Figure;
import org.tersegrad.convergence.claims.Mutant;
import org.tersegrad.convergence.claims.Outcome;
import org.tersegrad.convergence.claims.Statement;
import org.tersegrad.convergence.claims.training.Trained;
import org.tersegrad.convergence.training.Settings;
import org.tersegrad.convergence.training.sync.Synchronizations;

/**
 * Steps between exchanges and bits of an exchange can both be saved, at once.
 *
 * @param sparse the recipe of sparse exchanges
 */
public record LocalStepsAndBits(String sparse) implements Claim {
    private static final int PERIOD = 8;

    /** With error feedback. */
    public LocalStepsAndBits() {
        this("topk(0.03)+ef");
    }

    @Override
    public Statement statement() {
        return new Statement(
                "local-steps-bits",
                "Basu and others 2019 (Qsparse-local-SGD), section 5",
                "Local steps and sparse exchanges together save the product of what each saves, at the accuracy of SGD.",
                "An MLP of 128 units on digits, 8 workers, an exchange after 8 steps, 3 % of the elements with error feedback, 30"
                        + " epochs, 10 seeds, rates tuned with three others. Theirs: ResNet-50 on ImageNet.");
    }

    @Override
    public List<Mutant> mutants() {
        return List.of(new Mutant(
                "no error feedback",
                "What is not sent after local steps is forgotten.",
                new LocalStepsAndBits("topk(0.03)"),
                "points of error feedback above none"));
    }

    @Override
    public Outcome run(Extent extent, Consumer<String> progress) {
        Settings every = Trained.settings(8, 16, extent.of(32, 8));
        Settings rarely = every.withSynchronization(Synchronizations.parse("local(" + PERIOD + ")"));
        long[] seeds = Trained.seeds(extent);
        Trained together = Trained.on("mlp(128)", every, seeds, progress, "dense@1", sparse + "@0.3");
        Trained apart = Trained.on("mlp(128)", rarely, seeds, progress, "dense@0.3", sparse + "@0.3", "topk(0.03)@0.3");
        return Outcome.judge(
                        Check.atLeast(
                                -1,
                                "accuracy of both, less the mean accuracy of SGD",
                                apart.accuracy(1).minus(together.accuracy(0).value())),
                        Check.atLeast(
                                -1,
                                "accuracy of local steps alone, less the mean accuracy of SGD",
                                apart.accuracy(0).minus(together.accuracy(0).value())),
                        Check.atLeast(0.1, "points of error feedback above none, with local steps", apart.points(1, 2)),
                        Check.between(
                                0.94 * PERIOD,
                                1.06 * PERIOD,
                                "bits of sparse exchanges in every step, times those after 8 steps",
                                Figure.exact(together.sent(1) / apart.sent(1))),
                        Check.shown("bits of SGD, times those of both", Figure.exact(together.sent(0) / apart.sent(1))))
                .with(apart.picture());
    }
}
