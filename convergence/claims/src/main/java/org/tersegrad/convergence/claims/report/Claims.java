package org.tersegrad.convergence.claims.report;

import java.util.ArrayList;
import java.util.List;
import org.tersegrad.compressors.internal.Suggestion;
import org.tersegrad.convergence.claims.Claim;
import org.tersegrad.convergence.claims.ClaimProvider;
import org.tersegrad.convergence.claims.lowrank.MegabytesPerEpoch;
import org.tersegrad.convergence.claims.memory.DelayOfTheRate;
import org.tersegrad.convergence.claims.memory.EstimateAndResidual;
import org.tersegrad.convergence.claims.memory.EstimatesConvergeLinearly;
import org.tersegrad.convergence.claims.memory.MemoryMakesTopOneAsGood;
import org.tersegrad.convergence.claims.memory.MomentumAgainstNoise;
import org.tersegrad.convergence.claims.quantizers.NaturalVariance;
import org.tersegrad.convergence.claims.quantizers.RotationsMakeErrorsSmall;
import org.tersegrad.convergence.claims.quantizers.TernaryWithManyWorkers;
import org.tersegrad.convergence.claims.quantizers.VarianceGrowsWithTheBucket;
import org.tersegrad.convergence.claims.signs.NoiseOnOneCoordinate;
import org.tersegrad.convergence.claims.signs.RareLargeGradients;
import org.tersegrad.convergence.claims.signs.SignsGeneralizeWorse;
import org.tersegrad.convergence.claims.signs.SignsInOneDirection;
import org.tersegrad.convergence.claims.signs.SmoothAndConvex;
import org.tersegrad.convergence.claims.sparsity.RowsOfTheMean;
import org.tersegrad.convergence.claims.sparsity.TreeOfLargest;
import org.tersegrad.convergence.claims.systems.ChocoOnARing;
import org.tersegrad.convergence.claims.systems.CompressionPaysBelow;
import org.tersegrad.convergence.claims.systems.DearBoundAndCap;
import org.tersegrad.convergence.claims.systems.LocalStepsAndBits;
import org.tersegrad.convergence.claims.systems.MegatronScaling;
import org.tersegrad.convergence.claims.systems.SelectiveRecomputation;
import org.tersegrad.convergence.claims.systems.SevenTechniquesPredicted;
import org.tersegrad.convergence.claims.systems.TooLarge;
import org.tersegrad.convergence.claims.systems.TwoShotAgainstGather;
import org.tersegrad.convergence.claims.systems.ZeroScaling;
import org.tersegrad.convergence.claims.training.ResNetClaims;
import org.tersegrad.convergence.claims.training.TrainingClaims;
import org.tersegrad.convergence.claims.training.TransformerClaims;
import org.tersegrad.convergence.internal.Catalog;

/** All claims. Other libraries add theirs through {@link ClaimProvider}. */
public final class Claims {
    /** The claims of this library, a line each; claims about training are rows of tables. */
    public static final class BuiltIn implements ClaimProvider {
        @Override
        public List<Claim> claims() {
            List<Claim> claims = new ArrayList<>(List.of(
                    new RareLargeGradients(),
                    new SignsInOneDirection(),
                    new SmoothAndConvex(),
                    new SignsGeneralizeWorse(),
                    new NoiseOnOneCoordinate(),
                    new MemoryMakesTopOneAsGood(),
                    new DelayOfTheRate(),
                    new VarianceGrowsWithTheBucket(),
                    new TernaryWithManyWorkers(),
                    new MegabytesPerEpoch(),
                    new EstimatesConvergeLinearly(),
                    new MomentumAgainstNoise(),
                    new EstimateAndResidual(),
                    new RotationsMakeErrorsSmall(),
                    new NaturalVariance(),
                    new TreeOfLargest(),
                    new RowsOfTheMean(),
                    new SevenTechniquesPredicted(),
                    new DearBoundAndCap(),
                    new CompressionPaysBelow(),
                    new TwoShotAgainstGather(),
                    new LocalStepsAndBits(),
                    new ChocoOnARing(),
                    new MegatronScaling(),
                    new ZeroScaling(),
                    new SelectiveRecomputation(),
                    TooLarge.resNet18(),
                    TooLarge.resNet50()));
            claims.addAll(TrainingClaims.all());
            claims.addAll(TransformerClaims.all());
            claims.addAll(ResNetClaims.all());
            return claims;
        }
    }

    private Claims() {}

    /** All claims, in the order of tables. */
    public static List<Claim> all() {
        return Catalog.entries(
                "claims",
                ClaimProvider.class,
                ClaimProvider::claims,
                claim -> claim.statement().name());
    }

    /**
     * The claim with this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Claim named(String name) {
        List<Claim> all = all();
        return all.stream()
                .filter(claim -> claim.statement().name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no claim " + name
                        + Suggestion.question(
                                name,
                                all.stream()
                                        .map(claim -> claim.statement().name())
                                        .toList())));
    }
}
