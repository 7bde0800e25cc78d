package org.tersegrad.convergence.claims.sparsity;

import java.util.function.Consumer;
import org.tersegrad.convergence.claims.Check;
import org.tersegrad.convergence.claims.Claim;
import org.tersegrad.convergence.claims.Extent;
import org.tersegrad.convergence.claims.Outcome;
import org.tersegrad.convergence.claims.Statement;
import org.tersegrad.convergence.claims.training.Trained;

/** Deep Gradient Compression's parts, one by one: momentum correction, masking, warm-up. */
public final class MomentumLadder implements Claim {
    @Override
    public Statement statement() {
        return new Statement(
                "dgc-ladder",
                "Lin and others 2018, section 3 and table 2",
                "With 0.1 % of the elements sent, momentum correction repairs the loss that momentum on the server has; masking and"
                        + " warm-up add to it, up to SGD without compression.",
                "An MLP of 512 units on digits, 4 workers, 20 epochs, 10 seeds, rates tuned with three others; warm-up over 8 epochs."
                        + " Theirs: ResNet-110 on CIFAR-10.");
    }

    @Override
    public Outcome run(Extent extent, Consumer<String> progress) {
        Trained trained = Trained.on(
                extent == Extent.WHOLE ? "mlp(512)" : "mlp(128)",
                Trained.settings(4, 16, extent.of(20, 4)),
                Trained.seeds(extent),
                progress,
                "dense@0.3",
                "topk(0.001)+ef@0.1",
                "topk(0.001)+dgc(masking=false)@0.1",
                "topk(0.001)+dgc@0.1",
                "topk(0.001)+warmup(stages=4,steps=44)+dgc@0.3");
        return Outcome.judge(
                        Check.atLeast(0, "points of momentum correction above server momentum", trained.points(2, 1)),
                        Check.atLeast(-0.5, "points of masking above none", trained.points(3, 2)),
                        Check.atLeast(-0.5, "points of warm-up above none", trained.points(4, 3)),
                        Check.between(-1, 1, "points of all of it above SGD", trained.points(4, 0)))
                .with(trained.picture());
    }
}
