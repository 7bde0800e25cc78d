package org.tersegrad.convergence.claims.systems;

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

/** Parts of gradients go to their owners, and means come back, compressed twice: traffic that does not grow with the group. */
public final class TwoShotAgainstGather implements Claim {
    @Override
    public Statement statement() {
        return new Statement(
                "twoshot-gather",
                "Seide and others 2014, section 3; Markov and others 2022 (CGX): quantized reduce-scatter and all-gather",
                "Quantizing twice, on the way to a part's owner and back, costs no accuracy; its traffic stays the same as the group"
                        + " grows, where that of gathered messages grows with it.",
                "An MLP of 128 units on digits, 8 workers, 8 bits, 30 epochs, 10 seeds, rates tuned with three others. Traffic: 2^17"
                        + " elements, 4 to 32 workers.");
    }

    @Override
    public Outcome run(Extent extent, Consumer<String> progress) {
        Trained trained = Trained.usual(extent, progress, "dense@1", "int8@1", "int8+twoshot@1");
        progress.accept("traffic");
        GroupTraffic twice = new GroupTraffic("int8+twoshot", extent.of(1 << 17, 1 << 15));
        GroupTraffic gathered = new GroupTraffic("int8", extent.of(1 << 17, 1 << 15));
        return Outcome.judge(
                        Check.between(-1, 1, "points of two shots above a gather", trained.points(2, 1)),
                        Check.between(-1, 1, "points of two shots above 32 bits", trained.points(2, 0)),
                        Check.atMost(
                                1.35, // (1 - 1/32) / (1 - 1/4), and headers
                                "bits that a worker sends with 32 workers, times those with 4",
                                Figure.exact(twice.bits(32) / twice.bits(4))),
                        Check.atLeast(10, "the same for a gather", Figure.exact(gathered.bits(32) / gathered.bits(4))))
                .with(new Picture(
                        Picture.Axis.logarithmic("workers"),
                        Picture.Axis.logarithmic("bits an element that a worker sends"),
                        List.of(
                                twice.line(2, 4, 8, 16, 32),
                                gathered.line(2, 4, 8, 16, 32),
                                new GroupTraffic("dense", extent.of(1 << 17, 1 << 15)).line(2, 4, 8, 16, 32))));
    }
}
