package org.tersegrad.convergence.claims.sparsity;

import java.util.List;
import java.util.function.Consumer;
import org.tersegrad.convergence.claims.Check;
import org.tersegrad.convergence.claims.Claim;
import org.tersegrad.convergence.claims.Extent;
import org.tersegrad.convergence.claims.Figure;
import org.tersegrad.convergence.claims.Mutant;
import org.tersegrad.convergence.claims.Outcome;
import org.tersegrad.convergence.claims.Picture;
import org.tersegrad.convergence.claims.Statement;
import org.tersegrad.convergence.claims.training.GroupStep;
import org.tersegrad.convergence.claims.training.Trained;

/**
 * gTop-k merges pairs of sparse gradients along a tree and keeps k elements each time.
 *
 * @param tree the recipe of gTop-k with memory
 */
public record TreeOfLargest(String tree) implements Claim {
    /** With memory. */
    public TreeOfLargest() {
        this("gtopk(0.01)+ef");
    }

    @Override
    public Statement statement() {
        return new Statement(
                "gtopk",
                "Shi and others 2019, sections 4 and 5",
                "gTop-k learns as well as SGD, and its traffic grows with log P where that of gathered Top-k grows with P.",
                "An MLP of 128 units on digits, 8 workers, 1 % of the elements, 160 epochs, 20 seeds, rates tuned with three others over 30."
                        + " Traffic: 2^17 elements, 4 to 32 workers. Theirs: ResNet-20 and others, 32 GPUs, 0.1 %.");
    }

    @Override
    public List<Mutant> mutants() {
        return List.of(new Mutant(
                "no memory",
                "What does not reach the root of the tree is forgotten.",
                new TreeOfLargest("gtopk(0.01)"),
                "points of gTop-k above SGD"));
    }

    @Override
    public Outcome run(Extent extent, Consumer<String> progress) {
        Trained trained = Trained.on(
                "mlp(128)",
                Trained.settings(8, 16, extent.of(160, 60)),
                Trained.seeds(extent, 20),
                progress,
                "dense@1",
                "topk(0.01)+ef@0.3",
                tree + "@0.03");
        progress.accept("traffic");
        GroupStep merged = new GroupStep("gtopk(0.01)", extent.of(1 << 17, 1 << 15));
        GroupStep gathered = new GroupStep("topk(0.01)", extent.of(1 << 17, 1 << 15));
        return Outcome.judge(
                        Check.between(-1, 1, "points of gTop-k above SGD", trained.points(2, 0)),
                        Check.between(-1, 1, "points of gTop-k above Top-k", trained.points(2, 1)),
                        Check.atMost(
                                2.5,
                                "bits that a worker sends with 32 workers, times those with 4",
                                Figure.exact(merged.bits(32) / merged.bits(4))),
                        Check.atLeast(
                                10, "the same for gathered Top-k", Figure.exact(gathered.bits(32) / gathered.bits(4))),
                        Check.shown(
                                "sendings of an element in a run (theirs about 14)",
                                Figure.exact(0.01 * trained.steps())))
                .with(new Picture(
                        Picture.Axis.logarithmic("workers"),
                        Picture.Axis.logarithmic("bits an element that a worker sends"),
                        List.of(merged.line(2, 4, 8, 16, 32), gathered.line(2, 4, 8, 16, 32))));
    }
}
