package org.tersegrad.convergence.claims.lowrank;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.tersegrad.convergence.claims.Check;
import org.tersegrad.convergence.claims.Claim;
import org.tersegrad.convergence.claims.Extent;
import org.tersegrad.convergence.claims.Outcome;
import org.tersegrad.convergence.claims.Statement;
import org.tersegrad.convergence.claims.training.Trained;
import org.tersegrad.convergence.training.Contestant;
import org.tersegrad.errorfeedback.ErrorFeedback;
import org.tersegrad.reducers.PowerSgd;
import org.tersegrad.reducers.model.Policy;

/** PowerSGD goes on from the factors of the last step, and keeps what they lack. */
public final class WarmStartAndFeedback implements Claim {
    @Override
    public Statement statement() {
        return new Statement(
                "powersgd-parts",
                "Vogels and others 2019, tables 1 and 2",
                "PowerSGD of rank 2 is as accurate as SGD; without error feedback, or from new random factors in every step, it is less"
                        + " accurate (94.4 against 94.0 % for the latter).",
                "An MLP of 128 units on digits, 8 workers, 30 epochs, 10 seeds, rates tuned with three others; new factors at the rate of"
                        + " warm ones. Theirs: ResNet-18 on CIFAR-10, 16 workers.");
    }

    @Override
    public Outcome run(Extent extent, Consumer<String> progress) {
        Contestant cold =
                new Contestant(Policy.of(ErrorFeedback.over(new ColdStart(PowerSgd.rank(2)))), Optional.of(0.3f));
        Trained trained = Trained.on(
                "mlp(128)",
                Trained.settings(8, 16, extent.of(30, 4)),
                Trained.seeds(extent),
                progress,
                List.of(
                        Contestant.parse("dense@1"),
                        Contestant.parse("powersgd(2)+ef@0.3"),
                        Contestant.parse("powersgd(2)@0.3"),
                        cold));
        return Outcome.judge(
                        Check.between(-1, 1, "points of PowerSGD above SGD", trained.points(1, 0)),
                        Check.atLeast(0, "points of error feedback above none", trained.points(1, 2)),
                        Check.atLeast(0, "points of a warm start above new factors", trained.points(1, 3)))
                .with(trained.picture());
    }
}
