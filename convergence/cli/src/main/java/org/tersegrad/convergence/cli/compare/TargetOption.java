package org.tersegrad.convergence.cli.compare;

import java.util.Optional;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.report.summary.Summary;
import org.tersegrad.convergence.training.Results;
import picocli.CommandLine.Option;

/** The option {@code --target}. A target that no model can reach is rejected before anything is trained. */
final class TargetOption {
    @Option(
            names = "--target",
            paramLabel = "X",
            description = "The accuracy, 0 to 1, to which bits are counted. Default: 1 point below dense.")
    private Optional<Double> target = Optional.empty();

    /** Rejects what is no target of any problem. */
    void check() {
        if (target.isPresent() && !(target.get() > 0 && Double.isFinite(target.get()))) {
            throw new IllegalArgumentException("--target is above 0 and at most 1, this is " + target.get());
        }
    }

    /** Rejects more than 1 where the target is an accuracy; a problem without right and wrong answers has a loss instead. */
    void check(Problem problem) {
        if (target.isEmpty() || target.get() <= 1) {
            return;
        }
        float[] parameters = new float[problem.parameters()];
        problem.initialize(Seed.of(1), parameters);
        if (!Double.isNaN(problem.learner(1).test(parameters).accuracy())) {
            float percent = target.get().floatValue();
            String hint = percent > 100
                    ? ""
                    : "; " + Recipe.number(percent) + " % is " + Recipe.number((float) (target.get() / 100));
            throw new IllegalArgumentException("--target is above 0 and at most 1, this is " + target.get() + hint);
        }
    }

    Summary summary(Results results) {
        return target.isPresent() ? Summary.of(results, target.get()) : Summary.of(results);
    }
}
