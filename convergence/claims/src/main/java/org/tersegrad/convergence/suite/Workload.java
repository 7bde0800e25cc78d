package org.tersegrad.convergence.suite;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.convergence.data.DataSets;
import org.tersegrad.convergence.model.Models;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.report.summary.Metric;
import org.tersegrad.convergence.report.summary.Units;
import org.tersegrad.convergence.training.Descent;
import org.tersegrad.convergence.training.Optimizer;
import org.tersegrad.convergence.training.Partition;
import org.tersegrad.convergence.training.Schedule;
import org.tersegrad.convergence.training.Settings;
import org.tersegrad.convergence.training.sync.EveryStep;

/**
 * A training with a target. Nothing of it may change without another version of the {@link Suite}.
 *
 * @param name in tables
 * @param model as in {@code mlp(64)}
 * @param data its examples
 * @param settings with the rate of dense
 * @param gradientSeconds of a worker's gradient in modelled time
 * @param goal that the training has to reach
 */
public record Workload(String name, String model, String data, Settings settings, double gradientSeconds, Goal goal) {
    /** Evaluations of a run, and therefore the shares of a run that bits are counted in. */
    public static final int EVALUATIONS = 20;

    static final int WORKERS = 4;
    private static final float MOMENTUM = 0.9f;

    /**
     * The target, and the cost of reaching it with dense at the frozen rate: medians over the judged seeds.
     *
     * @param metric of the test examples
     * @param target a value that is good enough
     * @param denseBits of one worker
     * @param denseSeconds in modelled time
     */
    public record Goal(Metric metric, double target, double denseBits, double denseSeconds) {
        /** The target, as in {@code accuracy 97.1 %} or {@code loss 2.162}. */
        public String text() {
            return metric.label() + " " + Units.value(metric, target);
        }
    }

    /**
     * The part of {@link Descent} that workloads differ in.
     *
     * @param optimizer as it is written
     * @param rate of dense
     * @param schedule as it is written
     * @param weightDecay 0 for none
     */
    record Steps(String optimizer, float rate, String schedule, float weightDecay) {
        Settings settings(int batch, int steps) {
            Descent descent = new Descent(
                    Optimizer.parse(optimizer), rate, MOMENTUM, Schedule.parse(schedule), weightDecay, false);
            return new Settings(
                    WORKERS,
                    batch,
                    EVALUATIONS,
                    Optional.of(steps / EVALUATIONS),
                    descent,
                    Partition.iid(),
                    new EveryStep());
        }
    }

    /**
     * The model and its examples.
     *
     * @throws org.tersegrad.convergence.data.DataUnavailableException if they have yet to be fetched
     */
    public Problem problem(Path cache) {
        return Models.make(model, () -> DataSets.load(data, cache));
    }

    /** All that decides the course of a run but the recipe, its rate and the seed. */
    String training() {
        Descent descent = settings.descent();
        return name + ": " + model + " on " + data + ", " + settings.workers() + " workers, batches of "
                + settings.batch()
                + ", " + settings.epochs() + " evaluations, one after each "
                + settings.epochSteps().orElseThrow() + " steps, " + descent + ", schedule " + descent.schedule() + ", "
                + settings.partition() + ", " + settings.synchronization() + ", gradient "
                + Units.exact(gradientSeconds) + " s";
    }

    /** A row of {@link Suite#table}. */
    List<String> cells() {
        Descent descent = settings.descent();
        int steps = settings.epochs() * settings.epochSteps().orElseThrow();
        return List.of(
                name,
                model,
                data,
                Integer.toString(settings.batch()),
                Integer.toString(steps),
                descent + ", " + descent.schedule(),
                Recipe.number(descent.rate()),
                Units.rounded(1000 * gradientSeconds, 3) + " ms",
                goal.text(),
                Units.bits(goal.denseBits()));
    }

    /** All that is frozen. */
    String frozen() {
        return training() + ", rate " + Recipe.number(settings.descent().rate()) + ", target " + goal.metric() + " "
                + Units.exact(goal.target()) + ", dense " + Units.exact(goal.denseBits()) + " bits, "
                + Units.exact(goal.denseSeconds()) + " s";
    }
}
