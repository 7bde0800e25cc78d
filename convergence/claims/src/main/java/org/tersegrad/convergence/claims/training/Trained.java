package org.tersegrad.convergence.claims.training;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.claims.Extent;
import org.tersegrad.convergence.claims.Figure;
import org.tersegrad.convergence.claims.Picture;
import org.tersegrad.convergence.data.DataSets;
import org.tersegrad.convergence.data.DataUnavailableException;
import org.tersegrad.convergence.model.Models;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.training.Contestant;
import org.tersegrad.convergence.training.Evaluation;
import org.tersegrad.convergence.training.Optimizer;
import org.tersegrad.convergence.training.Partition;
import org.tersegrad.convergence.training.Progress;
import org.tersegrad.convergence.training.Schedule;
import org.tersegrad.convergence.training.Settings;
import org.tersegrad.convergence.training.comparison.Comparison;
import org.tersegrad.reducers.model.NamedTensor;

/** Runs of several contestants on the same problem, each with the same seeds. */
public final class Trained {
    /** Elements of the tensor on which one step is tried. */
    private static final int ELEMENTS = 1 << 16;

    /** The same training gives the same numbers, so claims and mutants that share a contestant train it once. */
    private static final Map<Training, List<Evaluation>> FINISHED = new ConcurrentHashMap<>();

    private record Training(
            String problem, String content, Settings settings, Contestant contestant, List<Long> seeds) {}

    private final Settings settings;
    private final long[] seeds;
    private final List<Contestant> contestants;
    private final List<List<Evaluation>> evaluations;
    private final int steps;

    private Trained(Settings settings, long[] seeds, List<Contestant> contestants, List<List<Evaluation>> evaluations) {
        this.settings = settings;
        this.seeds = seeds;
        this.contestants = contestants;
        this.evaluations = evaluations;
        this.steps = evaluations.stream()
                .flatMap(List::stream)
                .mapToInt(Evaluation::step)
                .max()
                .orElse(0);
    }

    /** SGD with momentum 0.9, a rate that falls along half a cosine, examples shared out at random. */
    public static Settings settings(int workers, int batch, int epochs) {
        return new Settings(workers, batch, epochs, 0.1f, 0.9f, Optimizer.SGD, Partition.iid())
                .withSchedule(Schedule.parse("cosine"));
    }

    /** Seeds 11 to 20, or the first two of them. Rates were tuned with seeds 6, 7 and 8, by the training loss. */
    public static long[] seeds(Extent extent) {
        return seeds(extent, 10);
    }

    /** The same with another number of seeds for the whole of a claim. */
    public static long[] seeds(Extent extent, int whole) {
        return LongStream.rangeClosed(11, 10 + extent.of(whole, 2)).toArray();
    }

    /**
     * Trains.
     *
     * @param model as in {@code mlp(128)}
     * @param contestants with their rates, as in {@code topk(0.01)+ef@0.3}
     */
    public static Trained on(
            String model, Settings settings, long[] seeds, Consumer<String> progress, String... contestants) {
        return on(model, settings, seeds, progress, parse(contestants));
    }

    private static List<Contestant> parse(String... contestants) {
        return Arrays.stream(contestants).map(Contestant::parse).toList();
    }

    /** The same with contestants that have no text. */
    public static Trained on(
            String model, Settings settings, long[] seeds, Consumer<String> progress, List<Contestant> contestants) {
        return on(problem(model, "digits"), settings, seeds, progress, contestants);
    }

    /**
     * A model and its examples.
     *
     * @throws DataUnavailableException if they have yet to be fetched
     */
    static Problem problem(String model, String data) {
        return Models.make(model, () -> DataSets.load(data, DataSets.defaultCache()));
    }

    /** The same on any problem. */
    static Trained on(
            Problem problem, Settings settings, long[] seeds, Consumer<String> progress, List<Contestant> contestants) {
        List<Long> numbers = LongStream.of(seeds).boxed().toList();
        List<List<Evaluation>> evaluations = new ArrayList<>();
        for (Contestant contestant : contestants) {
            progress.accept(contestant.label());
            Training training = new Training(problem.name(), problem.contentHash(), settings, contestant, numbers);
            List<Evaluation> known = FINISHED.get(training);
            if (known == null) {
                known = Comparison.of(problem)
                        .settings(settings)
                        .seeds(seeds)
                        .with(List.of(contestant))
                        .run(Progress.SILENT)
                        .evaluations();
                FINISHED.put(training, known);
            }
            evaluations.add(known);
        }
        return new Trained(settings, seeds.clone(), List.copyOf(contestants), evaluations);
    }

    /** Accuracy on the test examples, in percent, over seeds; a run that diverged counts as 0. */
    public Figure accuracy(int contestant) {
        return Figure.mean(accuracies(contestant));
    }

    /** The points by which a contestant is more accurate than another, paired by seed. */
    public Figure points(int contestant, int other) {
        return difference(accuracies(contestant), accuracies(other));
    }

    private static Figure difference(double[] a, double[] b) {
        double[] differences = new double[a.length];
        Arrays.setAll(differences, i -> a[i] - b[i]);
        return Figure.mean(differences);
    }

    private double[] accuracies(int contestant) {
        return ends(contestant, each -> 100 * each.test().accuracy(), 0);
    }

    /** Loss on the test examples over seeds; NaN if a run diverged. */
    public Figure loss(int contestant) {
        return Figure.mean(losses(contestant));
    }

    /** The loss of a contestant less that of another one, paired by seed; NaN if a run diverged. */
    public Figure excess(int contestant, int other) {
        return difference(losses(contestant), losses(other));
    }

    private double[] losses(int contestant) {
        return ends(contestant, each -> each.test().loss(), Double.NaN);
    }

    private double[] ends(int contestant, ToDoubleFunction<Evaluation> measure, double diverged) {
        return Arrays.stream(seeds)
                .mapToDouble(seed -> evaluations.get(contestant).stream()
                        .filter(each -> each.seed() == seed && each.step() == steps)
                        .mapToDouble(measure)
                        .findFirst()
                        .orElse(diverged))
                .toArray();
    }

    /** The share of the steps after which a contestant is as good as another one is at its end; NaN if it never is. */
    public Figure stepShare(int contestant, int other) {
        double[] ends = losses(other);
        double[] shares = new double[seeds.length];
        Arrays.setAll(
                shares,
                i -> evaluations.get(contestant).stream()
                                .filter(each ->
                                        each.seed() == seeds[i] && each.test().loss() <= ends[i])
                                .mapToDouble(Evaluation::step)
                                .findFirst()
                                .orElse(Double.POSITIVE_INFINITY)
                        / steps);
        return Figure.mean(shares);
    }

    /** Bits that one worker sent in a run, averaged over seeds. */
    public double sent(int contestant) {
        return last(contestant, each -> each.bits().sent());
    }

    /** Bits that one worker received in a run, averaged over seeds. */
    public double received(int contestant) {
        return last(contestant, each -> each.bits().received());
    }

    private double last(int contestant, ToLongFunction<Evaluation> bits) {
        return evaluations.get(contestant).stream()
                .filter(each -> each.step() == steps)
                .mapToLong(bits)
                .average()
                .orElse(Double.NaN);
    }

    /** Number of gradients averaged in a run. */
    public int steps() {
        return steps;
    }

    /** The share of the mean that a step of a contestant delivers, as {@link GroupStep#share}. */
    public Figure share(int contestant) {
        NamedTensor tensor = new NamedTensor("matrix", Shape.vector(ELEMENTS));
        return Figure.exact(new GroupStep(contestants.get(contestant).policy().reducer(tensor), ELEMENTS)
                .share(settings.workers()));
    }

    /** Accuracy against epochs, of the first seed. */
    public Picture picture() {
        return picture("test accuracy, %", each -> 100 * each.test().accuracy());
    }

    /** Loss against epochs, of the first seed. */
    public Picture lossPicture() {
        return picture("test loss", each -> each.test().loss());
    }

    private Picture picture(String title, ToDoubleFunction<Evaluation> measure) {
        List<Picture.Line> lines = new ArrayList<>();
        for (int i = 0; i < contestants.size(); i++) {
            lines.add(new Picture.Line(
                    evaluations.get(i).get(0).recipe(),
                    evaluations.get(i).stream()
                            .filter(each -> each.seed() == seeds[0] && each.at().epoch() >= 1)
                            .map(each -> new Picture.Point(each.at().epoch(), measure.applyAsDouble(each)))
                            .toList()));
        }
        return new Picture(Picture.Axis.linear("epoch"), Picture.Axis.linear(title), lines);
    }
}
