package org.tersegrad.convergence.suite;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.tersegrad.compressors.internal.Suggestion;
import org.tersegrad.convergence.report.summary.Metric;
import org.tersegrad.convergence.time.report.Cells;
import org.tersegrad.convergence.training.Contestant;

/**
 * Workloads that are compared under one version: another value of anything in {@link #frozen} is another suite, whose scores are not
 * compared with these.
 *
 * <p>A recipe has at most six runs on a workload: trials at a third, once and three times the rate of dense, on one seed; then the
 * best of these rates on three other seeds. Its score is the geometric mean over workloads of what dense needs to reach the target over what the recipe
 * needs, medians of seeds: once in bits, once in modelled seconds on a network of 1 Gbit/s.
 *
 * @param version of all that is frozen
 * @param workloads in the order of tables
 */
public record Suite(int version, List<Workload> workloads) {
    /** Recipes of a run without others, dense first. */
    public static final List<String> RECIPES =
            List.of("dense", "topk(0.01)+ef", "int8", "powersgd(2)+ef", "levels(0.1)+ef", "sign+ef", "qsgd(4bit)");

    /** The delay is that of a message; the tensors of a step are sent together. */
    static final String NETWORK = "alpha=10us,bandwidth=1Gbit";

    static final long TRIAL_SEED = 1;
    static final List<Long> SEEDS = List.of(2L, 3L, 4L);

    /** Of the table of workloads. */
    private static final List<String> COLUMNS = List.of(
            "workload",
            "model",
            "data",
            "a worker's batch",
            "steps",
            "optimizer and schedule",
            "rate of dense",
            "gradient",
            "target",
            "dense sends");

    /** The columns before the numbers. */
    private static final int NAMES = 3;

    /** Rates have three digits. */
    private static final MathContext DIGITS = new MathContext(3);

    /** Gradient times are those of a worker that makes 100 billion operations a second. */
    private static final Suite CURRENT = new Suite(
            2,
            List.of(
                    new Workload(
                            "digits-mlp",
                            "mlp(64)",
                            "digits",
                            new Workload.Steps("sgd", 0.1f, "constant", 0).settings(16, 440),
                            5e-6,
                            new Workload.Goal(Metric.ACCURACY, 0.9694, 30_476_160, 0.03905616)),
                    new Workload(
                            "mnist-cnn",
                            "cnn",
                            "mnist",
                            new Workload.Steps("sgd", 0.1f, "constant", 0).settings(32, 460),
                            600e-6,
                            new Workload.Goal(Metric.ACCURACY, 0.97, 70_309_344, 0.17656934)),
                    new Workload(
                            "cifar-resnet8",
                            "resnet(8)",
                            "cifar10(training=10000,test=2000,augment=false)",
                            new Workload.Steps("sgd", 0.1f, "cosine(warmup=1)", 5e-4f).settings(16, 400),
                            12e-3,
                            new Workload.Goal(Metric.LOSS, 1.809, 939_619_200, 4.0752192)),
                    new Workload(
                            "sotu-gpt",
                            "gpt(2,64)",
                            "sotu",
                            new Workload.Steps("adam(beta2=0.99)", 0.003f, "cosine(warmup=1)", 0.1f).settings(6, 600),
                            3e-3,
                            new Workload.Goal(Metric.LOSS, 2.251, 1_991_761_920, 3.09336192))));

    public Suite {
        workloads = List.copyOf(workloads);
    }

    /** The suite of this version of Tersegrad. */
    public static Suite current() {
        return CURRENT;
    }

    /**
     * The workload of this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public Workload workload(String name) {
        return workloads.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no workload " + name + instead(name)));
    }

    private String instead(String name) {
        String question = Suggestion.question(name, names());
        return question.isEmpty() ? " (there are " + String.join(", ", names()) + ")" : question;
    }

    /** Of the workloads. */
    List<String> names() {
        return workloads.stream().map(Workload::name).toList();
    }

    /** Everything that a change of needs another version: a line for the rules and one for each workload. */
    public String frozen() {
        return "suite " + version + ": network " + NETWORK + ", trials at rates " + rates(1) + " with seed "
                + TRIAL_SEED
                + ", judged seeds " + SEEDS + "\n"
                + workloads.stream().map(each -> each.frozen() + "\n").collect(Collectors.joining());
    }

    /** The table of workloads. */
    Cells table() {
        return table(UnaryOperator.identity());
    }

    /** The table of workloads for documents, with names as code. */
    public String markdown() {
        return table(name -> "`" + name + "`").markdown();
    }

    private Cells table(UnaryOperator<String> name) {
        List<List<String>> rows = new ArrayList<>();
        for (Workload workload : workloads) {
            List<String> row = new ArrayList<>(workload.cells());
            row.subList(0, NAMES).replaceAll(name);
            rows.add(row);
        }
        return new Cells(COLUMNS, rows);
    }

    /** The most runs that a recipe has on all of some workloads. */
    public static int runs(Contestant recipe, List<Workload> workloads) {
        return workloads.stream()
                .mapToInt(each -> Trials.rates(recipe, each).size() + SEEDS.size())
                .sum();
    }

    /** A third of a rate, the rate, and three times the rate. */
    static List<Float> rates(float rate) {
        return DoubleStream.of(1 / 3.0, 1, 3)
                .mapToObj(factor -> new BigDecimal(factor * rate).round(DIGITS).floatValue())
                .toList();
    }
}
