package org.tersegrad.convergence.cli.compare;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.report.summary.ModelledTime;
import org.tersegrad.convergence.report.summary.StepTime;
import org.tersegrad.convergence.time.Cost;
import org.tersegrad.convergence.time.ProfileTensor;
import org.tersegrad.convergence.time.collectives.Collectives;
import org.tersegrad.convergence.time.collectives.Interconnect;
import org.tersegrad.convergence.time.networks.Networks;
import org.tersegrad.convergence.time.recorded.RecipeCosts;
import org.tersegrad.convergence.time.recorded.Stopwatch;
import org.tersegrad.convergence.time.recorded.Timing;
import org.tersegrad.convergence.time.recorded.WorkerSteps;
import org.tersegrad.convergence.training.Contestant;
import org.tersegrad.convergence.training.Evaluation;
import org.tersegrad.convergence.training.Optimizer;
import org.tersegrad.convergence.training.Results;
import org.tersegrad.convergence.training.Settings;
import org.tersegrad.convergence.training.sync.EveryStep;
import org.tersegrad.reducers.sync.LocalSteps;
import org.tersegrad.reducers.sync.Synchronization;

/**
 * The modelled time of a comparison's steps on a network. Gradients, the optimizer, encoding and adding are measured on the tensors of the
 * model after the training; only the wire is a model. Nothing overlaps, since the gradient of a batch is computed
 * as a whole here.
 *
 * @param text the network, as the user wrote it
 * @param problem that was trained
 */
record ComparisonTime(String text, Problem problem) {
    static ComparisonTime of(String text, Problem problem) {
        return new ComparisonTime(text, problem);
    }

    /**
     * The network of a group, with rings where it has no times of its own.
     *
     * @throws IllegalArgumentException if the text stands for none
     */
    static Interconnect network(String text, int workers) {
        return Networks.of(text).between(workers, Collectives.usual());
    }

    /**
     * @param contestants in the order of the results
     */
    ModelledTime of(Results results, List<Contestant> contestants, Settings settings) {
        List<String> labels = results.evaluations().stream()
                .map(Evaluation::recipe)
                .distinct()
                .toList();
        Interconnect network = network(text, settings.workers());
        Stopwatch stopwatch = new Stopwatch();
        Map<Optimizer, Timing> computing = new HashMap<>();
        Map<String, StepTime> steps = new LinkedHashMap<>();
        for (int i = 0; i < labels.size(); i++) {
            Settings own = contestants.get(i).settings(settings);
            Timing compute = computing.computeIfAbsent(
                    own.descent().optimizer(),
                    optimizer -> stopwatch
                            .time(List.of(new WorkerSteps(problem, settings.batch(), optimizer, stopwatch.cpu())))
                            .get(0));
            int period = period(own.synchronization());
            RecipeCosts costs = RecipeCosts.measured(contestants.get(i).policy(), settings.workers());
            Cost cost = cost(costs);
            boolean floats =
                    contestants.get(i).policy().toString().equals("dense"); // which leave the device without a copy
            double wire = network.times().seconds(cost, network.network())
                    + (floats ? 0 : 2 * network.network().copySeconds(cost.elements()));
            steps.put(
                    labels.get(i),
                    new StepTime(
                            compute.seconds(),
                            cost.encodeSeconds() / period,
                            wire / period,
                            cost.addSeconds() / period,
                            doubt(compute, costs)));
        }
        return new ModelledTime(text, steps);
    }

    /**
     * Steps for each exchange.
     *
     * @throws IllegalArgumentException if exchanges are not all alike, and at equal distances
     */
    static int period(Synchronization agreement) {
        if (agreement instanceof LocalSteps local && local.longest() == local.period() && local.overlap() == 0) {
            return local.period();
        }
        if (agreement instanceof EveryStep) {
            return 1;
        }
        throw new IllegalArgumentException(
                "--network knows the seconds of exchanges between all workers in every step, or"
                        + " after equally many, and not those of --sync " + agreement);
    }

    private Cost cost(RecipeCosts costs) {
        List<ProfileTensor> tensors = problem.namedTensors().stream()
                .map(tensor -> new ProfileTensor(tensor.name(), tensor.shape(), 0))
                .toList();
        costs.measuring(tensors);
        return tensors.stream().map(costs::of).reduce(Cost::with).orElseThrow();
    }

    private static String doubt(Timing compute, RecipeCosts costs) {
        List<String> doubts = new ArrayList<>();
        compute.doubt().ifPresent(why -> doubts.add("gradients: " + why));
        doubts.addAll(costs.doubts());
        return String.join("; ", doubts);
    }
}
