package org.tersegrad.convergence.claims.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.tersegrad.convergence.claims.Claim;
import org.tersegrad.convergence.claims.Extent;
import org.tersegrad.convergence.claims.Outcome;
import org.tersegrad.convergence.claims.Part;
import org.tersegrad.convergence.claims.Statement;
import org.tersegrad.convergence.claims.Verdict;
import org.tersegrad.convergence.claims.report.Claims;
import org.tersegrad.convergence.claims.training.TrainingClaim.Course;
import org.tersegrad.convergence.claims.training.TrainingClaim.Limit;
import org.tersegrad.convergence.claims.training.TrainingClaim.Place;
import org.tersegrad.convergence.data.DataSets;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.training.Contestant;

class TrainingClaimTest {
    private static final Statement STATEMENT = new Statement("a-claim", "a paper 2024", "A claim.", "A setting.");
    private static final Course DIGITS = new Course("softmax", "digits", 2, 16, 2, Optional.of(5), "cosine");

    private static List<TrainingClaim> rows() {
        return Claims.all().stream()
                .filter(TrainingClaim.class::isInstance)
                .map(TrainingClaim.class::cast)
                .toList();
    }

    @Test
    void aMissingFileIsTheVerdictNotRun() {
        Course elsewhere = new Course("softmax", "csv(missing.csv,label=a)", 2, 16, 2, Optional.empty(), "cosine");
        Place place = new Place(elsewhere, DIGITS, 2, Trained::lossPicture);
        Claim claim = TrainingClaim.of(
                STATEMENT,
                place,
                List.of("dense", "sign+ef"),
                Limit.excess(0.05, "loss of signs less that of SGD", 1, 0));
        Outcome outcome = claim.run(Extent.WHOLE, line -> {});
        assertThat(outcome.verdict()).isEqualTo(Verdict.NOT_RUN);
        assertThat(outcome.checks().get(0).what()).contains("missing.csv").doesNotContain("\n");
        assertThat(Part.of(claim).verdict()).isNotEqualTo(Verdict.NOT_RUN);
    }

    @Test
    void smallPartsNeedNoNetwork() {
        assertThat(rows()).allSatisfy(row -> {
            String data = row.where().small().data().replaceFirst("\\(.*", "");
            assertThat(DataSets.find(data).archive()).as(row.statement().name()).isEmpty();
        });
    }

    @Test
    void everyNewClaimHasItsOwnRow() {
        assertThat(Stream.of(TransformerClaims.all(), ResNetClaims.all()).flatMap(List::stream))
                .hasSizeGreaterThanOrEqualTo(10)
                .allSatisfy(claim -> assertThat(rows()).contains((TrainingClaim) claim));
    }

    /** A loss difference is paired by seed, and a rate of its own counts. */
    @Test
    void lossesAndStepsAreThoseOfTheContestants() {
        Problem problem = Trained.problem("softmax", "digits");
        Trained trained = Trained.on(
                problem,
                DIGITS.settings(problem),
                new long[] {11, 12},
                line -> {},
                Stream.of("dense@0.1", "dense@0.0001", "dense@0.1")
                        .map(Contestant::parse)
                        .toList());
        assertThat(trained.steps()).isEqualTo(10);
        assertThat(trained.excess(1, 0).value()).isGreaterThan(0.1);
        assertThat(trained.excess(2, 0).value()).isZero();
        assertThat(trained.loss(1).value() - trained.loss(0).value())
                .isCloseTo(trained.excess(1, 0).value(), within(1e-12));
        assertThat(trained.stepShare(2, 0).value()).isLessThanOrEqualTo(1);
        assertThat(trained.stepShare(1, 0).value()).isNaN();
    }
}
