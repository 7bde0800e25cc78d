package org.tersegrad.convergence.training.comparison;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.training.Contestant;
import org.tersegrad.convergence.training.Evaluation;
import org.tersegrad.convergence.training.Progress;
import org.tersegrad.convergence.training.Settings;
import org.tersegrad.convergence.training.clock.Durations;
import org.tersegrad.convergence.training.run.Run;

/**
 * Looks for the learning rate of a recipe: the lowest one whose training loss in the last epoch, averaged over three seeds that are not
 * among those compared, is within one standard error of the least. One seed is not enough: it takes neighbours for better as often as not.
 * Without the margin a rate on the edge of divergence is chosen for a loss that is less by chance.
 *
 * <p>Rates are 1 and 3 times powers of ten, from 0.0003 to 1 at first. As long as the best is at an end of them, the next one
 * beyond that end is tried too.
 */
final class Tuning {
    private static final int SEEDS = 3;

    /** Rates by number: 0 is 1, 1 is 3, 2 is 10, −1 is 0.3 and so on. */
    private static final int FIRST = -7;

    private static final int LAST = 0;
    /** Rates below 1e-7 or above 1000 are never needed. */
    private static final int LOWEST = -14;

    private static final int HIGHEST = 6;

    private final Problem problem;
    private final Settings settings;
    private final long firstSeed;
    private final Progress progress;
    private final Function<Contestant, Optional<Durations>> machine;

    /** @param firstSeed of the three */
    Tuning(
            Problem problem,
            Settings settings,
            long firstSeed,
            Progress progress,
            Function<Contestant, Optional<Durations>> machine) {
        this.machine = machine;
        this.problem = problem;
        this.settings = settings;
        this.firstSeed = firstSeed;
        this.progress = progress;
    }

    /** The contestant with its best rate. */
    Contestant tuned(Contestant contestant) {
        NavigableMap<Integer, Loss> losses = new TreeMap<>();
        for (int number = FIRST; number <= LAST; number++) {
            losses.put(number, loss(contestant, rate(number)));
        }
        int best = best(losses);
        while (best == losses.firstKey() && best > LOWEST) {
            losses.put(best - 1, loss(contestant, rate(best - 1)));
            best = best(losses);
        }
        while (best == losses.lastKey() && best < HIGHEST) {
            losses.put(best + 1, loss(contestant, rate(best + 1)));
            best = best(losses);
        }
        boolean atAnEnd = best == losses.firstKey() || best == losses.lastKey();
        float chosen = rate(lowestWithin(losses, best));
        progress.tuned(contestant.label(), chosen, atAnEnd);
        return contestant.withRate(chosen);
    }

    /**
     * The training loss at one rate.
     *
     * @param mean over seeds; NaN if one of them diverged
     * @param standardError of the mean
     */
    record Loss(double mean, double standardError) {
        static Loss of(List<Double> losses) {
            double mean =
                    losses.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
            double squares = losses.stream()
                    .mapToDouble(loss -> (loss - mean) * (loss - mean))
                    .sum();
            return new Loss(mean, Math.sqrt(squares / (losses.size() - 1) / losses.size()));
        }
    }

    /** The lowest rate whose loss is within one standard error of that of the best. */
    static int lowestWithin(NavigableMap<Integer, Loss> losses, int best) {
        Loss none = new Loss(Double.NaN, 0);
        Loss least = losses.getOrDefault(best, none);
        int lowest = best;
        while (losses.getOrDefault(lowest - 1, none).mean <= least.mean + least.standardError) {
            lowest--;
        }
        return lowest;
    }

    static float rate(int number) {
        return Float.parseFloat((number % 2 == 0 ? "1e" : "3e") + Math.floorDiv(number, 2));
    }

    /** The one with the least loss; the lowest rate if all diverge. */
    private static int best(NavigableMap<Integer, Loss> losses) {
        return losses.entrySet().stream()
                .filter(entry -> !Double.isNaN(entry.getValue().mean))
                .min(Comparator.comparingDouble(entry -> entry.getValue().mean))
                .map(Map.Entry::getKey)
                .orElse(losses.firstKey());
    }

    private Loss loss(Contestant contestant, float rate) {
        List<Double> losses = new ArrayList<>();
        AtomicBoolean diverged = new AtomicBoolean();
        for (long seed = firstSeed; seed < firstSeed + SEEDS && !diverged.get(); seed++) {
            Run.Listener listener = new Run.Listener() {
                @Override
                public void diverged(String why) {
                    diverged.set(true);
                }
            };
            Contestant tried = contestant.withRate(rate);
            Run run = new Run(
                    problem,
                    settings,
                    tried,
                    tried.label(),
                    seed,
                    Optional.empty(),
                    listener,
                    machine.apply(contestant));
            List<Evaluation> evaluations = run.train();
            losses.add(evaluations.get(evaluations.size() - 1).trainLoss());
        }
        Loss loss = diverged.get() ? new Loss(Double.NaN, 0) : Loss.of(losses);
        progress.tried(contestant.label(), rate, loss.mean);
        return loss;
    }
}
