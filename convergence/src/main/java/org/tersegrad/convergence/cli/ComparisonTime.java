package org.tersegrad.convergence.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.report.ModelledTime;
import org.tersegrad.convergence.report.StepTime;
import org.tersegrad.convergence.time.Cost;
import org.tersegrad.convergence.time.Network;
import org.tersegrad.convergence.time.ProfileTensor;
import org.tersegrad.convergence.time.collectives.Collectives;
import org.tersegrad.convergence.time.recorded.RecipeCosts;
import org.tersegrad.convergence.time.recorded.TimedProblem;
import org.tersegrad.convergence.training.Contestant;
import org.tersegrad.convergence.training.Evaluation;
import org.tersegrad.convergence.training.Results;

/**
 * How long the steps of a comparison would take on a network. Gradients were timed while it trained; encoding and adding are measured on
 * the tensors of the model; only the wire is a model. Nothing overlaps, since the gradient of a batch is computed as a whole here.
 *
 * @param text the network, as somebody has written it
 * @param problem that was trained
 */
record ComparisonTime(String text, TimedProblem problem) {
    /**
     * Refuses what is no network.
     *
     * @throws IllegalArgumentException naming the part that is wrong
     */
    static ComparisonTime of(String text, Problem problem) {
        Network.parse(text);
        return new ComparisonTime(text, new TimedProblem(problem));
    }

    /**
     * @param contestants in the order of the results
     */
    ModelledTime of(Results results, List<Contestant> contestants, int workers, int batch) {
        List<String> labels = results.evaluations().stream()
                .map(Evaluation::recipe)
                .distinct()
                .toList();
        Network network = Network.parse(text).withWorkers(workers);
        double compute = problem.secondsPerGradient(batch);
        Map<String, StepTime> steps = new LinkedHashMap<>();
        for (int i = 0; i < labels.size(); i++) {
            Cost cost = cost(contestants.get(i), workers);
            double wire = Collectives.usual().seconds(cost, network);
            steps.put(labels.get(i), new StepTime(compute, cost.encodeSeconds(), wire, cost.addSeconds()));
        }
        return new ModelledTime(text, steps);
    }

    private Cost cost(Contestant contestant, int workers) {
        RecipeCosts costs = RecipeCosts.measured(contestant.policy(), workers);
        return problem.namedTensors().stream()
                .map(tensor -> costs.of(new ProfileTensor(tensor.name(), tensor.shape(), 0)))
                .reduce(costs::merged)
                .orElseThrow();
    }
}
