package org.tersegrad.network;

import java.nio.file.Path;
import java.util.List;
import org.tersegrad.convergence.data.DataSets;
import org.tersegrad.convergence.model.Models;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.training.Evaluation;
import org.tersegrad.convergence.training.Partition;
import org.tersegrad.convergence.training.Progress;
import org.tersegrad.convergence.training.Settings;
import org.tersegrad.convergence.training.comparison.Comparison;
import org.tersegrad.reducers.Collective;

/** A training of the harness over a real network: a perceptron with two hidden layers of 512 on the digits, three epochs. */
final class WholeTraining {
    private static final int EPOCHS = 3;

    private WholeTraining() {}

    /** The result, with the whole training as one step. */
    record Result(int parameters, StepTimer.Result timed, double accuracy) {}

    /** @param recipe with its learning rate, as in {@code vote@0.001} */
    static Result time(String recipe, Collective group, InterfaceBytes bytes) {
        Problem problem = Models.make("mlp(512,512)", () -> DataSets.load("digits", Path.of("none")));
        Comparison comparison = Comparison.of(problem)
                .settings(Settings.usual().withEpochs(EPOCHS).withPartition(Partition.iid()))
                .workers(group.size())
                .seeds(1)
                .with(recipe);
        group.barrier();
        long before = bytes.now();
        double cpuBefore = StepTimer.cpuMillis();
        List<Evaluation> evaluations = comparison.run(group, Progress.SILENT).evaluations();
        group.barrier();
        double cpu = StepTimer.cpuMillis() - cpuBefore;
        Evaluation last = evaluations.get(evaluations.size() - 1);
        double millis = last.at().wallMillis() - evaluations.get(0).at().wallMillis();
        long wire = Byte.SIZE * (bytes.now() - before);
        return new Result(
                problem.parameters(),
                new StepTimer.Result(
                        last.step(), millis, millis, cpu, last.bits().sent(), wire),
                last.test().accuracy());
    }
}
