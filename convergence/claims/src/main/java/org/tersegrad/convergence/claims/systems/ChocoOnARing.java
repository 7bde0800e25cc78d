package org.tersegrad.convergence.claims.systems;

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

/**
 * Workers on a ring agree on their mean by compressed messages: linearly, with estimates of what neighbours have.
 *
 * @param estimates whether messages are differences from estimates
 */
public record ChocoOnARing(boolean estimates) implements Claim {
    private static final int WORKERS = 25;
    private static final int DIMENSION = 2000;

    /** The factor by which the slowest part of the disagreement shrinks in a round of exact gossip, with weights of a third. */
    private static final double SLOWEST = (1 + 2 * StrictMath.cos(2 * Math.PI / WORKERS)) / 3;

    /** With estimates. */
    public ChocoOnARing() {
        this(true);
    }

    @Override
    public Statement statement() {
        return new Statement(
                "choco-ring",
                "Koloskova, Stich and Jaggi 2019, theorem 2, figures 2 and 3",
                "Gossip with compressed messages reaches the exact mean at a linear rate: that of exact gossip with 8 bits, a slower"
                        + " one with 1 % of the elements; without estimates it stops far from it.",
                "As published: a ring of 25 workers, 2000 dimensions, gamma 1 for 8 bits and 0.046 for Top-1 %, QSGD with 127 levels for 8 bits."
                        + " Gaussian vectors instead of those of epsilon.");
    }

    @Override
    public List<Mutant> mutants() {
        return List.of(new Mutant(
                "no estimates",
                "Workers send their vectors instead of differences from estimates.",
                new ChocoOnARing(false),
                "rate of 8 bits"));
    }

    @Override
    public Outcome run(Extent extent, Consumer<String> progress) {
        int rounds = extent.of(600, 200);
        int many = extent.of(10_000, 1000);
        RingGossip ring = new RingGossip(WORKERS, DIMENSION, 1);
        progress.accept("exact gossip");
        double[] exact = ring.exact(rounds);
        progress.accept("8 bits");
        double[] plain = ring.withoutEstimates("qsgd(levels=127,bucket=2000)", rounds);
        double[] eightBits = estimates ? ring.choco("qsgd(levels=127,bucket=2000)", 1, rounds) : plain;
        progress.accept("Top-1 %");
        double[] sparse = ring.choco("topk(0.01)", 0.046f, many);
        int half = rounds / 2;
        return Outcome.judge(
                        Check.between(
                                0.9,
                                1.1,
                                "rate of 8 bits, in logarithms, times that of exact gossip",
                                Figure.exact(rate(eightBits, half, rounds) / rate(exact, half, rounds))),
                        Check.between(
                                0.97,
                                1.1,
                                "rate of exact gossip, times that of the slowest part",
                                Figure.exact(rate(exact, half, rounds) / (2 * StrictMath.log(SLOWEST)))),
                        Check.between(
                                0.8,
                                1.25,
                                "rate of Top-1 % in the last quarter, times that in the quarter before",
                                Figure.exact(rate(sparse, many * 3 / 4, many) / rate(sparse, many / 2, many * 3 / 4))),
                        Check.atLeast(
                                100,
                                "squared distance without estimates, times that with them",
                                Figure.exact(plain[rounds - 1] / eightBits[rounds - 1])))
                .with(new Picture(
                        Picture.Axis.linear("round"),
                        Picture.Axis.logarithmic("squared distance from the mean"),
                        List.of(
                                line("exact", exact),
                                line("8 bits", eightBits),
                                line("8 bits, no estimates", plain),
                                line("Top-1 %", sparse))));
    }

    /** The logarithm of the factor of a round, on average over some rounds. */
    private static double rate(double[] squares, int from, int to) {
        return StrictMath.log(squares[to - 1] / squares[from - 1]) / (to - from);
    }

    private static Picture.Line line(String name, double[] squares) {
        Picture.Curve curve = new Picture.Curve(name, squares.length);
        for (int round = 0; round < squares.length; round++) {
            curve.add(round + 1, squares[round]);
        }
        return curve.line();
    }
}
