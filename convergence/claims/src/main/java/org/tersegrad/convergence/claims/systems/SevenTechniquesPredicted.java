package org.tersegrad.convergence.claims.systems;

import java.util.List;
import java.util.function.Consumer;
import org.tersegrad.convergence.claims.Check;
import org.tersegrad.convergence.claims.Claim;
import org.tersegrad.convergence.claims.Extent;
import org.tersegrad.convergence.claims.Figure;
import org.tersegrad.convergence.claims.Mutant;
import org.tersegrad.convergence.claims.Outcome;
import org.tersegrad.convergence.claims.Statement;
import org.tersegrad.convergence.time.published.Cell;
import org.tersegrad.convergence.time.published.Prediction;
import org.tersegrad.convergence.time.published.SevenTechniques;

/**
 * A measured table of techniques of distributed training: do a few constants explain it, and in which order do they come?
 *
 * @param free whether exchanges take no time, for a mutant
 */
public record SevenTechniquesPredicted(boolean free) implements Claim {
    /** The model of time. */
    public SevenTechniquesPredicted() {
        this(false);
    }

    @Override
    public Statement statement() {
        return new Statement(
                "seven-techniques",
                "Shi and others 2020, arXiv 2005.13247, results for 32 GPUs",
                "Which of seven techniques is faster depends on the model and the network, as their table shows it for 32 GPUs.",
                "Our model of time, with constants fitted to groups of 4 and 8, predicts the 36 cells of 32 GPUs that can be"
                        + " modelled. Nothing is trained.");
    }

    @Override
    public List<Mutant> mutants() {
        return List.of(new Mutant(
                "no exchange",
                "All techniques take the time of computing, as if exchanges were free.",
                new SevenTechniquesPredicted(true),
                "within 15 %"));
    }

    @Override
    public Outcome run(Extent extent, Consumer<String> progress) {
        progress.accept("fitting constants to groups of 4 and 8");
        List<Prediction> cells = new SevenTechniques()
                .predictions().stream()
                        .filter(Prediction::isClaimed)
                        .map(each -> free ? computing(each.cell()) : each)
                        .toList();
        return Outcome.judge(
                Check.atLeast(34, "cells of 36 within 15 %", within(0.15, cells)),
                Check.atLeast(26, "cells of 36 within 5 %", within(0.05, cells)),
                Check.atLeast(
                        0.9,
                        "share of pairs of techniques, measured 5 % apart or more, in the measured order",
                        Figure.exact(orders(cells))));
    }

    private static Prediction computing(Cell cell) {
        return new Prediction(cell, cell.workers() * cell.aloneSamples(), false);
    }

    private static Figure within(double share, List<Prediction> cells) {
        long count =
                cells.stream().filter(each -> Math.abs(each.error()) <= share).count();
        return Figure.exact((double) count);
    }

    private static double orders(List<Prediction> cells) {
        int pairs = 0;
        int same = 0;
        for (Prediction a : cells) {
            for (Prediction b : cells) {
                boolean rivals = a.cell().model().equals(b.cell().model())
                        && a.cell().network().equals(b.cell().network());
                if (rivals && a.cell().samples() >= 1.05 * b.cell().samples()) {
                    pairs++;
                    same += a.samples() > b.samples() ? 1 : 0;
                }
            }
        }
        return same / (double) pairs;
    }
}
