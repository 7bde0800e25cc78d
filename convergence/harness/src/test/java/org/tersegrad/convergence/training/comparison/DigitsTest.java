package org.tersegrad.convergence.training.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tersegrad.convergence.data.DataSets;
import org.tersegrad.convergence.model.Models;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.training.Evaluation;

/** Training works: known results on the digits are reproduced. */
class DigitsTest {
    @Test
    void compressedTrainingIsAsGoodAsDense() {
        Problem problem = Models.make("mlp(128)", () -> DataSets.load("digits", Path.of("none")));
        List<Evaluation> evaluations = Comparison.of(problem)
                .with("dense", "powersgd(2)+ef", "qsgd(4bit)+twoshot")
                .seeds(1, 2)
                .run()
                .evaluations();
        double dense = accuracy("dense@", evaluations);
        assertThat(dense).isGreaterThanOrEqualTo(0.965);
        assertThat(accuracy("powersgd(2)+ef@", evaluations)).isGreaterThan(dense - 0.01);
        assertThat(accuracy("qsgd(levels=7)+twoshot@", evaluations)).isGreaterThan(dense - 0.01);
    }

    /** The mean over seeds of the last accuracy. */
    private static double accuracy(String recipe, List<Evaluation> evaluations) {
        return evaluations.stream()
                .filter(each -> each.recipe().startsWith(recipe) && each.at().epoch() == 30)
                .mapToDouble(each -> each.test().accuracy())
                .average()
                .orElseThrow();
    }
}
