package org.tersegrad.convergence.claims.sparsity;

import java.util.function.Consumer;
import org.tersegrad.convergence.claims.Check;
import org.tersegrad.convergence.claims.Claim;
import org.tersegrad.convergence.claims.Extent;
import org.tersegrad.convergence.claims.Figure;
import org.tersegrad.convergence.claims.Outcome;
import org.tersegrad.convergence.claims.Statement;
import org.tersegrad.convergence.claims.training.Trained;

/** Deep Gradient Compression sends hundreds of times less than SGD, and learns as much. */
public final class RatioWithoutLoss implements Claim {
    private static final int WORKERS = 4;
    private static final int PARAMETERS = 512 * 64 + 512 + 512 * 10 + 10;

    @Override
    public Statement statement() {
        return new Statement(
                "dgc-ratio",
                "Lin and others 2018, tables 2 to 4: 270 to 600 times",
                "Gradients 270 times smaller and more cost no accuracy.",
                "An MLP of 512 units on digits, 38410 parameters, 4 workers, 0.1 % of the elements without their warm-up, 20"
                        + " epochs, 10 seeds, rates tuned with three others. Bits of whole messages, headers included."
                        + " Theirs: ResNet-50, AlexNet, two LSTMs.");
    }

    @Override
    public Outcome run(Extent extent, Consumer<String> progress) {
        Trained trained = Trained.on(
                "mlp(512)",
                Trained.settings(WORKERS, 16, extent.of(20, 5)),
                Trained.seeds(extent),
                progress,
                "dense@0.3",
                "topk(0.001)+dgc@0.1");
        double message = trained.sent(1) / (WORKERS - 1); // it goes to all others
        return Outcome.judge(
                        Check.atLeast(-1, "points of DGC above SGD", trained.points(1, 0)),
                        Check.atLeast(
                                270,
                                "bits of a gradient, times those of its message",
                                Figure.exact(32.0 * PARAMETERS * trained.steps() / message)))
                .with(trained.picture());
    }
}
