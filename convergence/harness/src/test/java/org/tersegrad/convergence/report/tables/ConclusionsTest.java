package org.tersegrad.convergence.report.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tersegrad.convergence.report.summary.PairedDifference;
import org.tersegrad.convergence.report.summary.RecipeName;
import org.tersegrad.convergence.report.summary.Sample;
import org.tersegrad.convergence.report.summary.Summary;
import org.tersegrad.convergence.training.Evaluation;
import org.tersegrad.convergence.training.Results;

/** Differences are paired by seed, and sentences say what they are. */
class ConclusionsTest {
    /** One evaluation for each seed, 1, 2, ...: the last one of the run. */
    private static List<Evaluation> runs(String recipe, long bits, double... accuracies) {
        List<Evaluation> evaluations = new ArrayList<>();
        for (int i = 0; i < accuracies.length; i++) {
            double loss = 1 - accuracies[i];
            evaluations.add(Sample.row(recipe, i + 1L, 10, 1, bits, bits, 5, loss, loss, accuracies[i]));
        }
        return evaluations;
    }

    private static Results results(List<List<Evaluation>> runs) {
        return new Results(
                Map.of("model", "m"), 100, runs.stream().flatMap(List::stream).toList());
    }

    private static List<String> conclusions(Results results) {
        return Conclusions.of(results, Summary.of(results));
    }

    /** Seeds scatter by ten points, differences by one: paired, the difference is significant. */
    @Test
    void whatASeedDoesToBothIsNotInTheirDifference() {
        Results results = results(List.of(
                runs("dense@0.3", 3200, 0.80, 0.90, 0.85),
                runs("sign+ef@0.1", 100, 0.78, 0.87, 0.825),
                runs("sign@0.03", 100, 0.70, 0.80, 0.75)));
        Summary summary = Summary.of(results);
        PairedDifference difference = summary.recipes().get(1).againstBaseline();
        // Differences -0.02, -0.03, -0.025: the deviation is 0.005, Student's t for two degrees of freedom 4.303.
        assertThat(difference.difference().mean()).isCloseTo(-0.025, within(1e-12));
        assertThat(difference.difference().halfWidth()).isCloseTo(4.3027 * 0.005 / Math.sqrt(3), within(1e-6));
        assertThat(difference.isSignificant()).isTrue();
        assertThat(summary.recipes().get(1).accuracy().halfWidth()).isGreaterThan(0.1);
        assertThat(SummaryTable.of(summary, List.of())).contains("against dense", "-2.5 ± 1.2 ");
        assertThat(conclusions(results).get(0))
                .isEqualTo(
                        "Error feedback gains 7.5 ± 1.2 points for sign (differences paired by seed, 95 % intervals).");
    }

    @Test
    void whatMayBeChanceIsMarked() {
        Results results = results(List.of(
                runs("dense@0.3", 3200, 0.80, 0.90, 0.85),
                runs("topk(0.1)+ef@0.1", 100, 0.81, 0.885, 0.855),
                runs("topk(0.1)@0.1", 100, 0.80, 0.89, 0.85),
                runs("sign+ef@0.1", 100, 0.70, 0.80, 0.75),
                runs("sign@0.1", 100, 0.75, 0.85, 0.80)));
        assertThat(SummaryTable.of(Summary.of(results), List.of())).contains("+0.0 ± 3.3 n.s.");
        assertThat(conclusions(results))
                .containsExactly(
                        "Error feedback loses 5.0 ± 0.0 points for sign; it makes no significant difference for topk(0.1)"
                                + " (+0.3 ± 1.9 points) (differences paired by seed, 95 % intervals).",
                        "Of the recipes that end at 84.0 % or better, topk(0.1)+ef sends least: 32x less than dense@0.3, and"
                                + " differs from it by +0.0 ± 3.3 points, which is not significant.");
    }

    /** Intervals of two digits make the numbers wide; the longest name then has a line above its own. */
    @Test
    void aTableFitsATerminal() {
        String longest = "qsgd(levels=7)+twoshot+ef@0.3";
        Results results = results(List.of(
                runs("dense@0.3", 3200, 0.80, 0.90, 0.85),
                runs("sign@0.1", 1_000_000, 0.40, 0.90, 0.60),
                runs(longest, 1_000_000, 0.81, 0.885, 0.855)));
        String table = SummaryTable.of(Summary.of(results), List.of());
        assertThat(table.lines())
                .allMatch(line -> line.length() <= Sentences.WIDTH)
                .contains(longest);
    }

    @Test
    void oneSeedHasNoInterval() {
        Results results = results(List.of(runs("topk(0.1)+ef@0.1", 100, 0.9), runs("topk(0.1)@0.3", 100, 0.8)));
        assertThat(conclusions(results))
                .startsWith(
                        "Error feedback gains 10.0 points for topk(0.1) (one seed, so how much of it is chance is not"
                                + " known).");
    }

    @Test
    void withoutPairsNothingIsSaidOfErrorFeedback() {
        assertThat(conclusions(results(List.of(runs("vote@0.1", 100, 0.9, 0.8)))))
                .noneMatch(each -> each.contains("feedback"));
    }

    /** Lower losses are gains. */
    @Test
    void lossesAreTheOtherWayRound() {
        List<Evaluation> evaluations = new ArrayList<>();
        for (long seed = 1; seed <= 2; seed++) {
            evaluations.add(Sample.row("sign+ef@1", seed, 10, 1, 8, 8, 5, 0.5, 0.5 + 0.1 * seed, Double.NaN));
            evaluations.add(Sample.row("sign@1", seed, 10, 1, 8, 8, 5, 0.9, 0.9 + 0.1 * seed, Double.NaN));
        }
        evaluations.sort((a, b) -> b.recipe().compareTo(a.recipe()));
        assertThat(conclusions(new Results(Map.of(), evaluations)).get(0)).startsWith("Error feedback gains 0.4 ± ");
    }

    @Test
    void names() {
        assertThat(RecipeName.withoutRate("topk(0.01)+ef@0.3")).isEqualTo("topk(0.01)+ef");
        assertThat(RecipeName.withoutRate("name@host: dense")).isEqualTo("name@host: dense");
        assertThat(RecipeName.family("sign+ef+twoshot@3e-4")).isEqualTo("sign+twoshot");
        assertThat(RecipeName.family("topk(0.01)+dgc(0.9)")).isEqualTo("topk(0.01)");
        assertThat(RecipeName.hasMemory("sign+ef+twoshot@0.1")).isTrue();
        assertThat(RecipeName.hasMemory("bf16@0.1")).isFalse();
    }
}
