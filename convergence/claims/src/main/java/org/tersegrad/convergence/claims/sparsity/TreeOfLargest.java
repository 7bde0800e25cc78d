package org.tersegrad.convergence.claims.sparsity;

import java.util.List;
import java.util.function.Consumer;
import org.tersegrad.convergence.claims.Check;
import org.tersegrad.convergence.claims.Claim;
import org.tersegrad.convergence.claims.Extent;
import org.tersegrad.convergence.claims.Figure;
import org.tersegrad.convergence.claims.Outcome;
import org.tersegrad.convergence.claims.Picture;
import org.tersegrad.convergence.claims.Statement;
import org.tersegrad.convergence.claims.training.GroupTraffic;
import org.tersegrad.convergence.claims.training.Trained;

/** gTop-k merges pairs of sparse gradients along a tree and keeps k elements each time. */
public final class TreeOfLargest implements Claim {
    @Override
    public Statement statement() {
        return new Statement(
                "gtopk",
                "Shi and others 2019, sections 4 and 5",
                "gTop-k learns as well as SGD, and its traffic grows with log P where that of gathered Top-k grows with P.",
                "An MLP of 128 units on digits, 8 workers, 1 % of the elements, 30 epochs, 10 seeds, rates tuned with three others."
                        + " Traffic: 2^17 elements, 4 to 32 workers. Theirs: ResNet-20 and others, 32 GPUs, 0.1 %.");
    }

    @Override
    public Outcome run(Extent extent, Consumer<String> progress) {
        Trained trained = Trained.usual(extent, progress, "dense@1", "topk(0.01)+ef@0.3", "gtopk(0.01)+ef@0.03");
        progress.accept("traffic");
        GroupTraffic tree = new GroupTraffic("gtopk(0.01)", extent.of(1 << 17, 1 << 15));
        GroupTraffic gathered = new GroupTraffic("topk(0.01)", extent.of(1 << 17, 1 << 15));
        return Outcome.judge(
                        Check.between(-1, 1, "points of gTop-k above SGD", trained.points(2, 0)),
                        Check.between(-1, 1, "points of gTop-k above Top-k", trained.points(2, 1)),
                        Check.atMost(
                                2.5,
                                "bits that a worker sends with 32 workers, times those with 4",
                                Figure.exact(tree.bits(32) / tree.bits(4))),
                        Check.atLeast(
                                10, "the same for gathered Top-k", Figure.exact(gathered.bits(32) / gathered.bits(4))))
                .with(new Picture(
                        Picture.Axis.logarithmic("workers"),
                        Picture.Axis.logarithmic("bits an element that a worker sends"),
                        List.of(tree.line(2, 4, 8, 16, 32), gathered.line(2, 4, 8, 16, 32))));
    }
}
