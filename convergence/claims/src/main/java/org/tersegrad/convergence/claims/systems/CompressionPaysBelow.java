package org.tersegrad.convergence.claims.systems;

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
import org.tersegrad.convergence.time.Call;
import org.tersegrad.convergence.time.Cost;
import org.tersegrad.convergence.time.Costs;
import org.tersegrad.convergence.time.Dense;
import org.tersegrad.convergence.time.Network;
import org.tersegrad.convergence.time.collectives.Collectives;
import org.tersegrad.convergence.time.profiles.Profiles;
import org.tersegrad.convergence.time.schedules.BestMerging;
import org.tersegrad.convergence.time.schedules.BreakEven;
import org.tersegrad.convergence.time.schedules.NoOverlap;
import org.tersegrad.convergence.time.schedules.Schedule;
import org.tersegrad.convergence.time.schedules.Step;

/**
 * Compression pays below a bandwidth that falls with the workers, the batch, and how good the baseline is.
 *
 * @param gathered whether messages of all workers are gathered and decoded; else they are summed up on the way
 */
public record CompressionPaysBelow(boolean gathered) implements Claim {
    private static final List<Integer> WORKERS = List.of(4, 8, 16, 32);
    private static final List<Integer> BATCHES = List.of(16, 32, 64, 128);

    /** Signs that are gathered. */
    public CompressionPaysBelow() {
        this(true);
    }

    @Override
    public Statement statement() {
        return new Statement(
                "compression-pays",
                "Agarwal and others 2022, sections 3 and 4",
                "Compression is faster only below a bandwidth, which falls with the workers and with the batch, and is far lower"
                        + " against a baseline that overlaps and uses 16 bits.",
                "Our model of time, ResNet-50 and BERT-Base: signs that are gathered, 1 ns an element to encode and 0.5 ns to add"
                        + " each worker's. Theirs: measured on up to 96 GPUs.");
    }

    @Override
    public List<Mutant> mutants() {
        return List.of(new Mutant(
                "messages that add up",
                "Signs are summed up on the way, so that their traffic and decoding do not grow with the workers.",
                new CompressionPaysBelow(false),
                "with twice the workers"));
    }

    @Override
    public Outcome run(Extent extent, Consumer<String> progress) {
        progress.accept("searching bandwidths");
        List<Picture.Point> points = new ArrayList<>();
        for (int workers : WORKERS) {
            points.add(
                    new Picture.Point(workers, breakEven("resnet-50", workers, new Dense(4), new NoOverlap()) / 1e9));
        }
        List<Double> batches = new ArrayList<>();
        for (int batch : BATCHES) {
            batches.add(breakEven("resnet-50(" + batch + ")", 16, new Dense(4), new BestMerging()));
        }
        double plain = breakEven("bert-base", 16, new Dense(4), new NoOverlap());
        double good = breakEven("bert-base", 16, new Dense(2), new BestMerging());
        return Outcome.judge(
                        Check.atMost(
                                0.99,
                                "break-even bandwidth with twice the workers, times that before; largest",
                                Figure.exact(largestRatio(
                                        points.stream().map(Picture.Point::y).toList()))),
                        Check.atMost(
                                0.99,
                                "the same with twice the batch, against an overlapping baseline",
                                Figure.exact(largestRatio(batches))),
                        Check.atMost(
                                0.5,
                                "break-even bandwidth against overlap and 16 bits, times that against neither",
                                Figure.exact(good / plain)))
                .with(new Picture(
                        Picture.Axis.logarithmic("workers"),
                        Picture.Axis.logarithmic("break-even bandwidth, Gbit/s"),
                        List.of(new Picture.Line("signs on ResNet-50", points))));
    }

    private static double largestRatio(List<Double> numbers) {
        double largest = 0;
        for (int i = 1; i < numbers.size(); i++) {
            largest = Math.max(largest, numbers.get(i) / numbers.get(i - 1));
        }
        return largest;
    }

    private double breakEven(String model, int workers, Costs baseline, Schedule schedule) {
        Step dense = new Step(
                Profiles.parse(model), baseline, Network.parse("10gbe,workers=" + workers), Collectives.usual());
        return BreakEven.bandwidth(dense.with(signs(workers)), new NoOverlap(), dense, schedule);
    }

    private Costs signs(int workers) {
        return tensor -> new Cost(
                tensor.elements(),
                List.of(new Call(gathered ? Call.Kind.ALL_GATHER : Call.Kind.ALL_REDUCE, tensor.elements() / 8.0)),
                1e-9 * tensor.elements(),
                0.5e-9 * tensor.elements() * (gathered ? workers : 1));
    }
}
