package org.tersegrad.convergence.claims.systems;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.tersegrad.convergence.claims.Broken;
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
import org.tersegrad.convergence.claims.training.TrainingClaim;
import org.tersegrad.convergence.training.Contestant;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.ReducerRecipe;
import org.tersegrad.reducers.model.Policy;

/**
 * Parts of gradients go to their owners, and means come back, compressed twice: traffic that does not grow with the group.
 *
 * @param twice two shots of 8 bits
 */
public record TwoShotAgainstGather(Reducer twice) implements Claim {
    /** The mean of the group. */
    public TwoShotAgainstGather() {
        this(ReducerRecipe.parse("int8+twoshot"));
    }

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
    public List<Mutant> mutants() {
        return List.of(new Mutant(
                "half the mean",
                "The means that come back are half of what they should be.",
                new TwoShotAgainstGather(twice.with(Broken.HALVED)),
                "share of the mean"));
    }

    @Override
    public Outcome run(Extent extent, Consumer<String> progress) {
        Trained trained = TrainingClaim.Place.USUAL.train(
                extent,
                progress,
                List.of(
                        Contestant.parse("dense@1"),
                        Contestant.parse("int8@1"),
                        new Contestant(Policy.of(twice), Optional.of(1f))));
        progress.accept("traffic");
        GroupStep step = new GroupStep(twice, extent.of(1 << 17, 1 << 15));
        GroupStep gathered = new GroupStep("int8", extent.of(1 << 17, 1 << 15));
        return Outcome.judge(
                        Check.between(-1, 1, "points of two shots above a gather", trained.points(2, 1)),
                        Check.between(-1, 1, "points of two shots above 32 bits", trained.points(2, 0)),
                        Check.between(
                                0.99,
                                1.01,
                                "share of the mean that arrives with 8 workers",
                                Figure.exact(step.share(8))),
                        Check.atMost(
                                1.35, // (1 - 1/32) / (1 - 1/4), and headers
                                "bits that a worker sends with 32 workers, times those with 4",
                                Figure.exact(step.bits(32) / step.bits(4))),
                        Check.atLeast(10, "the same for a gather", Figure.exact(gathered.bits(32) / gathered.bits(4))))
                .with(new Picture(
                        Picture.Axis.logarithmic("workers"),
                        Picture.Axis.logarithmic("bits an element that a worker sends"),
                        List.of(
                                step.line(2, 4, 8, 16, 32),
                                gathered.line(2, 4, 8, 16, 32),
                                new GroupStep("dense", extent.of(1 << 17, 1 << 15)).line(2, 4, 8, 16, 32))));
    }
}
