package org.tersegrad.convergence.time.published;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.tersegrad.convergence.time.Link;
import org.tersegrad.convergence.time.Network;
import org.tersegrad.convergence.time.Profile;
import org.tersegrad.convergence.time.profiles.Profiles;
import org.tersegrad.convergence.time.schedules.Grouping;
import org.tersegrad.convergence.time.schedules.MgWfbp;
import org.tersegrad.convergence.time.schedules.Step;

/** The published table of seven techniques as claims: constants come from groups of 4 and 8, and are tried on groups of 32. */
class SevenTechniquesTest {
    private static SevenTechniques fitted;
    private static List<Prediction> predictions;

    @BeforeAll
    static void fit() {
        fitted = new SevenTechniques();
        predictions = fitted.predictions();
    }

    private static List<Prediction> claimed() {
        return predictions.stream().filter(Prediction::isClaimed).toList();
    }

    private static Prediction at32(String network, String model, Technique technique) {
        return claimed().stream()
                .filter(each -> each.cell().network().equals(network)
                        && each.cell().model().equals(model)
                        && each.cell().technique() == technique)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void thePublishedTableIsWhole() {
        assertThat(Cell.all())
                .hasSize(252)
                .allSatisfy(cell -> assertThat(cell.samples()).isPositive());
    }

    @Test
    void noConstantIsFittedToAGroupOfMoreThan8() {
        assertThat(predictions).filteredOn(Prediction::fitted).hasSize(36 + 24);
        assertThat(predictions)
                .filteredOn(Prediction::fitted)
                .allSatisfy(each -> assertThat(each.cell().workers()).isIn(4, 8));
        assertThat(claimed()).noneMatch(Prediction::fitted);
    }

    @Test
    void groupsOf32ArePredicted() {
        assertThat(claimed()).hasSize(36);
        assertThat(claimed()).filteredOn(each -> Math.abs(each.error()) <= 0.15).hasSizeGreaterThanOrEqualTo(34);
        assertThat(claimed()).filteredOn(each -> Math.abs(each.error()) <= 0.05).hasSizeGreaterThanOrEqualTo(25);
    }

    @Test
    void onlyTheTwoKnifeEdgesAreFarOff() {
        assertThat(claimed())
                .filteredOn(each -> Math.abs(each.error()) > 0.15)
                .containsExactlyInAnyOrder(
                        at32("10GbE", "ResNet-50", Technique.MG_WFBP), at32("10GbE", "BERT-Base", Technique.MG_WFBP));
    }

    /** The planning constant of these two cells lies beside a jump: with 0.7 to 1.4 times as much, other groups are planned. */
    @Test
    void aKnifeEdgeIsACellWhoseGroupsHangOnThePlanningConstant() {
        Link plan = new MgWfbpPlan().link("10GbE", 32);
        for (Profile profile : List.of(Profiles.parse("resnet-50"), Profiles.parse("bert-base"))) {
            Step step = Step.dense(profile, Network.parse("10gbe,workers=32"));
            List<Grouping> groups = List.of(0.7, 1.0, 1.4).stream()
                    .map(factor -> new Link(plan.alpha() * factor, plan.bandwidth()))
                    .map(link -> new MgWfbp(Optional.of(link), 8192).grouping(step))
                    .distinct()
                    .toList();
            assertThat(groups).hasSizeGreaterThan(1);
        }
    }

    private static double perByte(SystemConstants system, String network) {
        return Objects.requireNonNull(system.links().get(network)).perByte();
    }

    /** The links that are found are slower than their names promise, and all of them in the order of their names. */
    @Test
    void fittedLinksArePlausible() {
        SystemConstants system = fitted.allReduce();
        double slow = perByte(system, "10GbE");
        double middle = perByte(system, "100GbE");
        double fast = perByte(system, "100GbIB");
        assertThat(slow).isGreaterThan(middle);
        assertThat(middle).isGreaterThan(fast);
        assertThat(8 / slow).isBetween(5e9, 10.5e9);
        assertThat(8 / fast).isBetween(20e9, 100e9);
        assertThat(system.extraSeconds().get("ResNet-50"))
                .isLessThan(system.extraSeconds().get("BERT-Base"));
    }

    /** ResNet-50 hides both exchanges behind its backward pass in the model, so nothing is left to gain. */
    @Test
    void mergingBeatsWaitFreeAsPublished() {
        for (String model : List.of("BERT-Large", "BERT-Base")) {
            assertThat(at32("100GbIB", model, Technique.MG_WFBP).samples())
                    .as(model)
                    .isGreaterThan(at32("100GbIB", model, Technique.WFBP_A2A).samples());
        }
    }

    @Test
    void overlapWithServersBeatsNoneAsPublished() {
        for (String network : List.of("10GbE", "100GbIB")) {
            for (String model : List.of("ResNet-50", "BERT-Base")) {
                assertThat(at32(network, model, Technique.WFBP_PS).samples())
                        .isGreaterThan(at32(network, model, Technique.BSP_PS).samples());
            }
        }
    }

    @Test
    void fusionMattersMoreThanOverlapForBertLargeAsPublished() {
        for (String network : List.of("10GbE", "100GbIB")) {
            assertThat(at32(network, "BERT-Large", Technique.WFBP_A2A).samples())
                    .isLessThan(at32(network, "BERT-Large", Technique.BSP_A2A).samples());
        }
    }

    /** The record shows every cell of 32 workers as the program finds it. */
    @Test
    void theRecordShowsTheTable() throws IOException {
        String page = Files.readString(Path.of("..", "..", "bench", "results", "studies", "seven-techniques.md"));
        assertThat(page).contains(markdown(32));
    }

    /** The table of the page: a line for each cell of groups of {@code workers} workers. */
    private static String markdown(int workers) {
        StringBuilder text = new StringBuilder();
        text.append("| network | model | technique | cell is | published | modelled | error |\n");
        text.append("|---|---|---|---|---:|---:|---:|\n");
        for (Prediction each : predictions) {
            Cell cell = each.cell();
            if (cell.workers() == workers) {
                text.append(String.format(
                        Locale.ROOT,
                        "| %s | %s | %s | %s | %.1f | %.1f | %+.1f %% |\n",
                        cell.network(),
                        cell.model(),
                        cell.technique(),
                        each.fitted() ? "fitted" : "predicted",
                        cell.samples(),
                        each.samples(),
                        100 * each.error()));
            }
        }
        return text.toString();
    }
}
