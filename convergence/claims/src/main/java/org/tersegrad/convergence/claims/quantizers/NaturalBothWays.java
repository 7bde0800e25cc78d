package org.tersegrad.convergence.claims.quantizers;

import java.util.function.Consumer;
import org.tersegrad.convergence.claims.Check;
import org.tersegrad.convergence.claims.Claim;
import org.tersegrad.convergence.claims.Extent;
import org.tersegrad.convergence.claims.Figure;
import org.tersegrad.convergence.claims.Outcome;
import org.tersegrad.convergence.claims.Statement;
import org.tersegrad.convergence.claims.training.Trained;

/** Natural compression of what workers send and of what they get back. */
public final class NaturalBothWays implements Claim {
    @Override
    public Statement statement() {
        return new Statement(
                "natural-both-ways",
                "Horvath and others 2019, sections 4 and 6",
                "Natural compression in both directions costs no accuracy, and saves a factor of 32 / 9 in each.",
                "An MLP of 128 units on digits, 8 workers, parts sent to their owners and means sent back, 30 epochs, 10 seeds, rates"
                        + " tuned with three others. Theirs: ResNet-110 and AlexNet on CIFAR-10.");
    }

    @Override
    public Outcome run(Extent extent, Consumer<String> progress) {
        Trained trained = Trained.usual(extent, progress, "dense@1", "natural+twoshot@1");
        return Outcome.judge(
                        Check.between(-1, 1, "points of natural compression above 32 bits", trained.points(1, 0)),
                        Check.between(
                                3,
                                32 / 9.0,
                                "bits sent by 32 bits, times those of natural compression, headers included",
                                Figure.exact(trained.sent(0) / trained.sent(1))),
                        Check.between(
                                3,
                                32 / 9.0,
                                "the same for bits received",
                                Figure.exact(trained.received(0) / trained.received(1))))
                .with(trained.picture());
    }
}
