package org.tersegrad.convergence.claims.quantizers;

import java.util.ArrayList;
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
import org.tersegrad.convergence.model.RecordedGradients;

/**
 * QSGD rounds to levels of a bucket's norm, and the norm grows with the bucket.
 *
 * @param recipe of QSGD with a bucket of N
 */
public record VarianceGrowsWithTheBucket(String recipe) implements Claim {
    private static final int LEVELS = 7;
    private static final int[] BUCKETS = {64, 128, 256, 512, 1024, 2048, 4096, 8192};

    /** Levels of the Euclidean norm of a bucket. */
    public VarianceGrowsWithTheBucket() {
        this("qsgd(levels=" + LEVELS + ",bucket=N)");
    }

    @Override
    public Statement statement() {
        return new Statement(
                "qsgd-buckets",
                "Alistarh and others 2017, lemma 3.1 and section 4",
                "The variance of QSGD grows with the bucket, and is at most min(n / s^2, sqrt(n) / s) times the squared norm.",
                "Gradients recorded while an MLP learns digits, 131072 elements, 7 levels, buckets of 64 to 8192; 20 draws beside"
                        + " the exact variance.");
    }

    @Override
    public List<Mutant> mutants() {
        return List.of(
                new Mutant(
                        "one bucket for all",
                        "Buckets have 64 elements, whatever is asked for.",
                        new VarianceGrowsWithTheBucket("qsgd(levels=7,bucket=64)"),
                        "variance with twice the bucket"),
                new Mutant(
                        "levels of the maximum",
                        "Levels are those of the largest magnitude instead of the norm.",
                        new VarianceGrowsWithTheBucket("qsgd(levels=7,bucket=N,norm=max)"),
                        "times the exact one"));
    }

    @Override
    public Outcome run(Extent extent, Consumer<String> progress) {
        progress.accept("recording gradients");
        float[] x = RecordedGradients.record(extent.of(131_072, 32_768));
        int draws = extent.of(20, 5);
        double leastGrowth = Double.POSITIVE_INFINITY;
        double mostOfBound = 0;
        double worstOfExact = 1;
        List<Picture.Point> measured = new ArrayList<>();
        List<Picture.Point> bounds = new ArrayList<>();
        double before = 0;
        for (int bucket : BUCKETS) {
            progress.accept("bucket " + bucket);
            SquaredError error = new SquaredError(recipe.replace("N", Integer.toString(bucket)), 1);
            double mean = 0;
            for (int draw = 0; draw < draws; draw++) {
                mean += error.of(x, draw) / draws;
            }
            double bound = Math.min(bucket / (double) (LEVELS * LEVELS), StrictMath.sqrt(bucket) / LEVELS);
            double ofExact = mean / exact(x, bucket);
            worstOfExact = Math.abs(ofExact - 1) > Math.abs(worstOfExact - 1) ? ofExact : worstOfExact;
            leastGrowth = before == 0 ? leastGrowth : Math.min(leastGrowth, mean / before);
            mostOfBound = Math.max(mostOfBound, mean / bound);
            before = mean;
            measured.add(new Picture.Point(bucket, mean));
            bounds.add(new Picture.Point(bucket, bound));
        }
        return Outcome.judge(
                        Check.atLeast(
                                1.1,
                                "variance with twice the bucket, times that with the bucket; least",
                                Figure.exact(leastGrowth)),
                        Check.atMost(1, "variance, times its bound; largest", Figure.exact(mostOfBound)),
                        Check.between(
                                0.97, 1.03, "variance, times the exact one; worst bucket", Figure.exact(worstOfExact)))
                .with(new Picture(
                        Picture.Axis.logarithmic("bucket"),
                        Picture.Axis.logarithmic("variance / squared norm"),
                        List.of(new Picture.Line("measured", measured), new Picture.Line("bound", bounds))));
    }

    /** |v|² / s² times the sum of f (1 − f) over a bucket v, f what s |v_i| / |v| has behind the point. */
    private static double exact(float[] x, int bucket) {
        double variance = 0;
        double whole = 0;
        for (int from = 0; from < x.length; from += bucket) {
            int to = Math.min(x.length, from + bucket);
            double square = 0;
            for (int i = from; i < to; i++) {
                square += (double) x[i] * x[i];
            }
            whole += square;
            double norm = StrictMath.sqrt(square);
            for (int i = from; i < to && norm > 0; i++) {
                double level = LEVELS * Math.abs((double) x[i]) / norm;
                double part = level - Math.floor(level);
                variance += square / (LEVELS * LEVELS) * part * (1 - part);
            }
        }
        return variance / whole;
    }
}
