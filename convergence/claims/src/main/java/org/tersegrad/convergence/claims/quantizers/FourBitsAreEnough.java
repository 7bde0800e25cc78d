package org.tersegrad.convergence.claims.quantizers;

import java.util.function.Consumer;
import org.tersegrad.convergence.claims.Check;
import org.tersegrad.convergence.claims.Claim;
import org.tersegrad.convergence.claims.Extent;
import org.tersegrad.convergence.claims.Outcome;
import org.tersegrad.convergence.claims.Statement;
import org.tersegrad.convergence.claims.training.Trained;

/** QSGD with 4 bits trains as well as floats of 32 bits. */
public final class FourBitsAreEnough implements Claim {
    @Override
    public Statement statement() {
        return new Statement(
                "qsgd-4bit",
                "Alistarh and others 2017, table 1",
                "QSGD with 4 bits and buckets of 512 is as accurate as 32 bits (-0.26 to +0.55 points); 2 bits and buckets of 128 lose"
                        + " a little.",
                "An MLP of 128 units on digits, 8 workers, 30 epochs, 10 seeds, rates tuned with three others. Theirs: AlexNet to"
                        + " ResNet-152 on ImageNet, 8 GPUs.");
    }

    @Override
    public Outcome run(Extent extent, Consumer<String> progress) {
        Trained trained =
                Trained.usual(extent, progress, "dense@1", "qsgd(4bit,bucket=512)@1", "qsgd(2bit,bucket=128)@0.3");
        return Outcome.judge(
                        Check.between(-1, 1, "points of 4 bits above 32 bits", trained.points(1, 0)),
                        Check.between(-3, 0, "points of 2 bits above 32 bits", trained.points(2, 0)),
                        Check.shown("accuracy of 32 bits", trained.accuracy(0)))
                .with(trained.picture());
    }
}
