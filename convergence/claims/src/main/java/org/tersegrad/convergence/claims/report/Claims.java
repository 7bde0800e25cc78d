package org.tersegrad.convergence.claims.report;

import java.util.List;
import org.tersegrad.compressors.internal.Suggestion;
import org.tersegrad.convergence.claims.Claim;
import org.tersegrad.convergence.claims.lowrank.MegabytesPerEpoch;
import org.tersegrad.convergence.claims.lowrank.WarmStartAndFeedback;
import org.tersegrad.convergence.claims.memory.DelayOfTheRate;
import org.tersegrad.convergence.claims.memory.EstimateAndResidual;
import org.tersegrad.convergence.claims.memory.EstimatesConvergeLinearly;
import org.tersegrad.convergence.claims.memory.MemoryMakesTopOneAsGood;
import org.tersegrad.convergence.claims.memory.MomentumAgainstNoise;
import org.tersegrad.convergence.claims.quantizers.ClippingMatters;
import org.tersegrad.convergence.claims.quantizers.FourBitsAreEnough;
import org.tersegrad.convergence.claims.quantizers.NaturalBothWays;
import org.tersegrad.convergence.claims.quantizers.NaturalVariance;
import org.tersegrad.convergence.claims.quantizers.RotationsMakeErrorsSmall;
import org.tersegrad.convergence.claims.quantizers.TernaryWithManyWorkers;
import org.tersegrad.convergence.claims.quantizers.VarianceGrowsWithTheBucket;
import org.tersegrad.convergence.claims.signs.NoiseOnOneCoordinate;
import org.tersegrad.convergence.claims.signs.RareLargeGradients;
import org.tersegrad.convergence.claims.signs.SignsGeneralizeWorse;
import org.tersegrad.convergence.claims.signs.SignsInOneDirection;
import org.tersegrad.convergence.claims.signs.SmoothAndConvex;
import org.tersegrad.convergence.claims.sparsity.MomentumLadder;
import org.tersegrad.convergence.claims.sparsity.RatioWithoutLoss;
import org.tersegrad.convergence.claims.sparsity.RowsOfTheMean;
import org.tersegrad.convergence.claims.sparsity.TreeOfLargest;
import org.tersegrad.convergence.claims.systems.ChocoOnARing;
import org.tersegrad.convergence.claims.systems.CompressionPaysBelow;
import org.tersegrad.convergence.claims.systems.DearBoundAndCap;
import org.tersegrad.convergence.claims.systems.LocalStepsAndBits;
import org.tersegrad.convergence.claims.systems.SevenTechniquesPredicted;
import org.tersegrad.convergence.claims.systems.TooLarge;
import org.tersegrad.convergence.claims.systems.TwoShotAgainstGather;

/** All claims, a line each. */
public final class Claims {
    private static final List<Claim> ALL = List.of(
            new RareLargeGradients(),
            new SignsInOneDirection(),
            new SmoothAndConvex(),
            new SignsGeneralizeWorse(),
            new NoiseOnOneCoordinate(),
            new MemoryMakesTopOneAsGood(),
            new DelayOfTheRate(),
            new FourBitsAreEnough(),
            new VarianceGrowsWithTheBucket(),
            new ClippingMatters(),
            new TernaryWithManyWorkers(),
            new MomentumLadder(),
            new RatioWithoutLoss(),
            new MegabytesPerEpoch(),
            new WarmStartAndFeedback(),
            new EstimatesConvergeLinearly(),
            new MomentumAgainstNoise(),
            new EstimateAndResidual(),
            new RotationsMakeErrorsSmall(),
            new NaturalVariance(),
            new NaturalBothWays(),
            new TreeOfLargest(),
            new RowsOfTheMean(),
            new SevenTechniquesPredicted(),
            new DearBoundAndCap(),
            new CompressionPaysBelow(),
            new TwoShotAgainstGather(),
            new LocalStepsAndBits(),
            new ChocoOnARing(),
            TooLarge.resNet18(),
            TooLarge.resNet50());

    private Claims() {}

    /** In the order of tables. */
    public static List<Claim> all() {
        return ALL;
    }

    /**
     * The claim with this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Claim named(String name) {
        return ALL.stream()
                .filter(claim -> claim.statement().name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no claim " + name
                        + Suggestion.question(
                                name,
                                ALL.stream()
                                        .map(claim -> claim.statement().name())
                                        .toList())));
    }
}
