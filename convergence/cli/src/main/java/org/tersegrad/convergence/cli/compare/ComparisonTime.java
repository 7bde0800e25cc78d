package org.tersegrad.convergence.cli.compare;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.report.summary.ModelledTime;
import org.tersegrad.convergence.report.summary.StepTime;
import org.tersegrad.convergence.report.summary.Summary;
import org.tersegrad.convergence.time.Cost;
import org.tersegrad.convergence.time.Quantities;
import org.tersegrad.convergence.time.collectives.Collectives;
import org.tersegrad.convergence.time.collectives.Interconnect;
import org.tersegrad.convergence.time.networks.Networks;
import org.tersegrad.convergence.time.recorded.ExchangeDurations;
import org.tersegrad.convergence.time.recorded.RecipeCosts;
import org.tersegrad.convergence.time.recorded.Stopwatch;
import org.tersegrad.convergence.time.recorded.Timing;
import org.tersegrad.convergence.time.recorded.WorkerSteps;
import org.tersegrad.convergence.training.Contestant;
import org.tersegrad.convergence.training.Evaluation;
import org.tersegrad.convergence.training.Optimizer;
import org.tersegrad.convergence.training.Results;
import org.tersegrad.convergence.training.Settings;
import org.tersegrad.convergence.training.clock.Durations;
import org.tersegrad.convergence.training.sync.EveryStep;
import org.tersegrad.convergence.training.sync.StepTimes;
import org.tersegrad.reducers.model.Policy;
import org.tersegrad.reducers.sync.ClientSteps;
import org.tersegrad.reducers.sync.LocalSteps;
import org.tersegrad.reducers.sync.Synchronization;

/**
 * The durations that the clocks of a comparison count with. Gradients, the optimizer, encoding and adding are measured on the tensors of the model
 * before the training, unless the user has said how long a step takes; only the wire is a model. Nothing overlaps but what the synchronization
 * overlaps, since the gradient of a batch is computed as a whole here.
 */
final class ComparisonTime {
    private final Options options;
    private final Problem problem;
    private final Stopwatch stopwatch = new Stopwatch();
    private final Map<Optimizer, Timing> computing = new HashMap<>();
    private final Map<List<Object>, RecipeCosts> costs = new HashMap<>();

    /**
     * The network of a group, with rings where it has no times of its own.
     *
     * @throws IllegalArgumentException if the text stands for none
     */
    static Interconnect network(String text, int workers) {
        return Networks.of(text).between(workers, Collectives.usual());
    }

    /**
     * The durations that a user asked for.
     *
     * @param network as the user wrote it; without one messages take no time
     * @param times the distribution of steps
     * @param step seconds of a usual worker's step, encoding and adding included; measured if not given
     */
    record Options(Optional<String> network, Optional<StepTimes> times, Optional<Double> step) {
        /** Options as they are written. */
        static Options parse(Optional<String> network, Optional<String> times, Optional<String> step) {
            if (step.isPresent() && network.isEmpty()) {
                throw new IllegalArgumentException(
                        "--step is a worker's time beside that of its messages, which needs --network");
            }
            return new Options(
                    network, times.map(StepTimes::parse), step.map(text -> Quantities.parseSeconds("--step", text)));
        }

        /** A description for readers of the results. */
        Map<String, String> about() {
            Map<String, String> about = new LinkedHashMap<>();
            network.ifPresent(text -> about.put(Summary.NETWORK, text));
            times.ifPresent(how -> about.put("times of steps", how.toString()));
            step.ifPresent(seconds -> about.put("usual step", seconds + " s"));
            return about;
        }

        private StepTimes distribution() {
            return times.orElse(StepTimes.constant());
        }

        private String name() {
            return network.map(text -> text + ", ").orElse("")
                    + distribution()
                    + step.map(seconds -> " steps of " + seconds + " s").orElse("");
        }
    }

    private ComparisonTime(Options options, Problem problem) {
        this.options = options;
        this.problem = problem;
    }

    /** Empty if the options ask for no clock. */
    static Optional<ComparisonTime> of(Options options, Problem problem) {
        return options.network().isPresent() || options.times().isPresent()
                ? Optional.of(new ComparisonTime(options, problem))
                : Optional.empty();
    }

    /** The durations of one contestant. */
    Durations durations(Contestant contestant, Settings settings) {
        if (options.network().isEmpty()) {
            return Durations.free(options.distribution());
        }
        Settings own = contestant.settings(settings);
        return exchanges(contestant.policy(), own).durations(options.name(), options.distribution(), compute(own), own);
    }

    private ExchangeDurations exchanges(Policy policy, Settings settings) {
        return new ExchangeDurations(
                costs(policy, settings.workers()),
                ExchangeDurations.tensors(problem),
                network(options.network().orElseThrow(), settings.workers()));
    }

    private RecipeCosts costs(Policy policy, int workers) {
        return costs.computeIfAbsent(
                List.of(policy, workers),
                key -> (options.step().isPresent()
                                ? RecipeCosts.bytesOnly(policy, workers)
                                : RecipeCosts.measured(policy, workers))
                        .measuring(ExchangeDurations.tensors(problem)));
    }

    private double compute(Settings settings) {
        return options.step().orElseGet(() -> timing(settings).seconds());
    }

    private Timing timing(Settings settings) {
        return computing.computeIfAbsent(
                settings.descent().optimizer(),
                optimizer -> stopwatch
                        .time(List.of(new WorkerSteps(problem, settings.batch(), optimizer, stopwatch.cpu())))
                        .get(0));
    }

    /**
     * The parts of a step's time; empty without a network.
     *
     * @param contestants in the order of the results
     */
    Optional<ModelledTime> of(Results results, List<Contestant> contestants, Settings settings) {
        if (options.network().isEmpty()) {
            return Optional.empty();
        }
        Map<String, Evaluation> last = new LinkedHashMap<>(); // of the last seed
        results.evaluations().forEach(each -> last.put(each.recipe(), each));
        Map<String, StepTime> steps = new LinkedHashMap<>();
        last.forEach((recipe, end) -> steps.put(recipe, step(end, contestants.get(steps.size()), settings)));
        return Optional.of(new ModelledTime(options.network().orElseThrow(), steps));
    }

    private StepTime step(Evaluation end, Contestant contestant, Settings settings) {
        Settings own = contestant.settings(settings);
        Cost cost = exchanges(contestant.policy(), own).cost(0, 1);
        int period = period(own.synchronization());
        boolean exchanged = own.synchronization() instanceof LocalSteps || own.synchronization() instanceof EveryStep;
        double compute = compute(own);
        double encode = cost.encodeSeconds() / period;
        double add = cost.addSeconds() / period / (exchanged ? 1 : own.workers());
        double all = end.step() == 0 ? 0 : end.at().virtualSeconds() / end.step();
        // Workers that do not wait for each other are more than one step ahead in a step's time.
        double share = Math.min(1, all / (compute + encode + add));
        double wire = Math.max(0, all - compute - encode - add);
        return new StepTime(share * compute, share * encode, wire, share * add, doubt(contestant.policy(), own));
    }

    /** Steps for each message. */
    private static int period(Synchronization how) {
        if (how instanceof ClientSteps some) {
            return some.local().period();
        }
        return how instanceof LocalSteps local ? local.period() : 1;
    }

    private String doubt(Policy policy, Settings settings) {
        if (options.step().isPresent()) {
            return "";
        }
        List<String> doubts = new ArrayList<>();
        timing(settings).doubt().ifPresent(why -> doubts.add("gradients: " + why));
        doubts.addAll(costs(policy, settings.workers()).doubts());
        return String.join("; ", doubts);
    }
}
