package org.tersegrad.convergence.cli.time;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.tersegrad.convergence.time.Network;
import org.tersegrad.convergence.time.collectives.CallTimes;
import org.tersegrad.convergence.time.parallel.Device;
import org.tersegrad.convergence.time.parallel.Edge;
import org.tersegrad.convergence.time.parallel.EdgeRecipes;
import org.tersegrad.convergence.time.parallel.ParallelStep;
import org.tersegrad.convergence.time.parallel.Parallelism;
import org.tersegrad.convergence.time.parallel.StepGraph;
import org.tersegrad.convergence.time.parallel.Transformer;
import org.tersegrad.convergence.time.payoff.RecipeBook;
import org.tersegrad.convergence.time.report.Amounts;
import org.tersegrad.convergence.time.report.ScheduledStep;
import org.tersegrad.reducers.model.Policy;
import picocli.CommandLine.Option;

/** The options for a transformer that is cut over devices. */
final class ParallelOptions {
    private static final String DENSE = "dense";
    private static final int MOST_DRAWN = 16;

    @Option(
            names = "--parallel",
            paramLabel = "CUT",
            description =
                    "Cuts a transformer(l=48,h=8192,b=4) over devices: tp, pp, dp, zero, ep, schedule (gpipe, 1f1b),"
                            + " microbatches, interleave, local; as in tp=8,pp=4,dp=32,zero=1. Each stage is drawn, up to "
                            + MOST_DRAWN + ".")
    private Optional<String> parallel = Optional.empty();

    @Option(
            names = "--device",
            paramLabel = "DEVICE",
            description =
                    "With --parallel: a100 or device(tflops=989,memory=3350), perhaps with the shares matmul and bytes that"
                            + " programs get. Default: ${DEFAULT-VALUE}.",
            defaultValue = "a100")
    private String device;

    @Option(
            names = "--on",
            paramLabel = "EDGE=RECIPE",
            description =
                    "With --parallel: the recipe of an edge: activations, experts, gradients, weights or outer, as in"
                            + " activations=int8. Averages of gradients and of outer steps also take --recipe.")
    private List<String> on = List.of();

    boolean isGiven() {
        return parallel.isPresent();
    }

    /** The number of devices. */
    int devices() {
        return cut().devices();
    }

    private Parallelism cut() {
        return Parallelism.parse(parallel.orElse(""));
    }

    /**
     * The step.
     *
     * @param recipe of averages
     */
    ParallelStep step(String profile, Network network, CallTimes times, String recipe, RecipeBook book) {
        if (!Transformer.isMeantBy(profile)) {
            throw new IllegalArgumentException(
                    "--parallel cuts a transformer, as in --profile 'transformer(l=48,h=8192)', not " + profile);
        }
        Parallelism cut = cut();
        Map<Edge, Policy> policies = new EnumMap<>(Edge.class);
        if (!recipe.equals(DENSE)) {
            policies.put(cut.local() > 1 ? Edge.OUTER : Edge.GRADIENTS, Policy.parse(recipe));
        }
        for (String each : on) {
            int equals = each.indexOf('=');
            if (equals < 0) {
                throw new IllegalArgumentException("--on is an edge and a recipe, as in activations=int8, not " + each);
            }
            Edge edge = Edge.parse(each.substring(0, equals));
            if (policies.put(edge, Policy.parse(each.substring(equals + 1))) != null) {
                throw new IllegalArgumentException(edge + " has two recipes");
            }
        }
        return new ParallelStep(
                Transformer.parse(profile),
                cut,
                Device.parse(device),
                network,
                times,
                new EdgeRecipes(policies, book::costs));
    }

    /** A row of the picture for each stage, or for the first ones of many. */
    static List<ScheduledStep> rows(ParallelStep step, StepGraph graph) {
        List<ScheduledStep> rows = new ArrayList<>();
        for (int stage = 0; stage < Math.min(MOST_DRAWN, step.cut().pipeline()); stage++) {
            rows.add(new ScheduledStep("stage " + stage, graph.timeline(stage)));
        }
        return rows;
    }

    /** The whole step in some sentences. */
    static List<String> summary(ParallelStep step, StepGraph graph) {
        List<String> bytes = new ArrayList<>();
        for (Edge edge : Edge.values()) {
            double sent = graph.sent(edge, 0);
            if (sent > 0) {
                bytes.add(edge + " " + Amounts.bytes(sent));
            }
        }
        int devices = step.cut().devices();
        int stages = step.cut().pipeline();
        List<String> sentences = new ArrayList<>(List.of(
                String.format(
                        Locale.ROOT,
                        "A step takes %s on %d %s: %.1f Tflop/s each, and one of the first stage is idle for %s of it.",
                        Amounts.seconds(graph.secondsPerStep()),
                        devices,
                        devices == 1 ? "device" : "devices",
                        graph.tflops(),
                        Amounts.percent(graph.idleShare(0))),
                bytes.isEmpty()
                        ? "No device sends anything."
                        : "A device of the first stage sends: " + String.join(", ", bytes) + ".",
                stages <= MOST_DRAWN
                        ? "All stages are drawn."
                        : "The first " + MOST_DRAWN + " of " + stages + " stages are drawn."));
        int tensor = step.cut().tensor();
        if (tensor > step.network().perNode()) {
            sentences.add("The " + tensor + " devices of tp are in different nodes, as the network has pernode="
                    + step.network().perNode() + "; pernode=" + tensor + " would keep their calls inside.");
        }
        return sentences;
    }
}
