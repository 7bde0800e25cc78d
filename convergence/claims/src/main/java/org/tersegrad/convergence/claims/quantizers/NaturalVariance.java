package org.tersegrad.convergence.claims.quantizers;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.floats.Natural;
import org.tersegrad.convergence.claims.Broken;
import org.tersegrad.convergence.claims.Check;
import org.tersegrad.convergence.claims.Claim;
import org.tersegrad.convergence.claims.Extent;
import org.tersegrad.convergence.claims.Figure;
import org.tersegrad.convergence.claims.Mutant;
import org.tersegrad.convergence.claims.Outcome;
import org.tersegrad.convergence.claims.Picture;
import org.tersegrad.convergence.claims.Statement;

/**
 * Natural compression rounds to powers of two at random: 9 bits, and an eighth of the squared norm as variance at most.
 *
 * @param natural natural compression
 */
public record NaturalVariance(Compressor natural) implements Claim {
    private static final int GRID = 48;

    /** Rounding up and down at random. */
    public NaturalVariance() {
        this(new Natural());
    }

    @Override
    public Statement statement() {
        return new Statement(
                "natural-variance",
                "Horvath and others 2019, theorem 1",
                "Natural compression sends 9 bits an element, and its variance is at most 1/8 of the square, which 4/3 of a power"
                        + " of two attains.",
                "As published: every t = 1 + i / 48 in [1, 2), 65536 draws each.");
    }

    @Override
    public List<Mutant> mutants() {
        return List.of(new Mutant(
                "always rounded down",
                "Every element becomes the power of two below it.",
                new NaturalVariance(new Natural().with(Broken.ROUNDED_DOWN)),
                "at the worst t"));
    }

    @Override
    public Outcome run(Extent extent, Consumer<String> progress) {
        int draws = extent.of(65_536, 8192);
        progress.accept("drawing");
        double[] variances = new double[GRID];
        Picture.Curve curve = new Picture.Curve("measured", 1);
        for (int i = 0; i < GRID; i++) {
            float[] x = new float[draws];
            Arrays.fill(x, 1 + i / (float) GRID);
            variances[i] = new SquaredError(natural, 1, false).of(x, i);
            curve.add(1 + i / (double) GRID, variances[i]);
        }
        double sampling = 3 / StrictMath.sqrt(draws); // three standard deviations of a mean, as a share of it
        float[] one = new float[draws];
        Arrays.fill(one, 1.3f);
        double bits = natural.compress(one).bits() / (double) draws;
        return Outcome.judge(
                        Check.atMost(
                                0.125 * (1 + sampling),
                                "variance as a share of the square, at the worst t",
                                Figure.exact(Arrays.stream(variances).max().orElseThrow())),
                        Check.between(
                                0.125 * (1 - sampling),
                                0.125 * (1 + sampling),
                                "variance at t = 4/3",
                                Figure.exact(variances[GRID / 3])),
                        Check.between(9, 9.05, "bits an element", Figure.exact(bits)))
                .with(new Picture(
                        Picture.Axis.linear("t"), Picture.Axis.linear("variance / square"), List.of(curve.line())));
    }
}
