package org.tersegrad.convergence.time.payoff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tersegrad.convergence.time.payoff.CodingTimes.Sample;

class CodingTimesTest {
    private static final CodingTimes TIMES = new CodingTimes(List.of(
            new Sample("r", false, 2, 100, 1e-6, 2e-6),
            new Sample("r", false, 2, 1100, 3e-6, 4e-6),
            new Sample("r", false, 8, 100, 9e-6, 5e-6),
            new Sample("r", false, 8, 1100, 9e-6, 13e-6)));

    @Test
    void encodingGoesAlongALineAndDoesNotGrowWithTheGroup() {
        assertThat(TIMES.encodeSeconds("r", false, 600)).isCloseTo(2e-6, offset(1e-18));
        assertThat(TIMES.encodeSeconds("r", false, 10_100)).isCloseTo(21e-6, offset(1e-18));
        assertThat(TIMES.encodeSeconds("r", true, 1100)).isCloseTo(3e-6, offset(1e-18)); // no vector was measured
    }

    @Test
    void addingGrowsWithTheMessagesThatAreDecoded() {
        assertThat(TIMES.addSeconds("r", false, 8, 1100, workers -> workers)).isCloseTo(13e-6, offset(1e-18));
        assertThat(TIMES.addSeconds("r", false, 128, 1100, workers -> workers))
                .isCloseTo(13e-6 + 120 * 1.5e-6, offset(1e-15));
        assertThat(TIMES.addSeconds("r", false, 128, 1100, workers -> 1)).isCloseTo(13e-6, offset(1e-18));
    }

    @Test
    void noiseMakesNothingCheaper() {
        CodingTimes noisy = new CodingTimes(
                List.of(new Sample("r", false, 2, 100, 5e-6, 0), new Sample("r", false, 2, 200, 4e-6, 0)));
        assertThat(noisy.encodeSeconds("r", false, 1_000_000)).isEqualTo(4e-6);
        assertThat(noisy.encodeSeconds("r", false, 1)).isEqualTo(4e-6);
    }

    /** One size says nothing of a fixed part, so time is taken to be in proportion. */
    @Test
    void oneSizeIsNotChargedToEveryTensor() {
        CodingTimes one = new CodingTimes(List.of(new Sample("r", false, 2, 1000, 5e-6, 4e-6)));
        assertThat(one.encodeSeconds("r", false, 1000)).isEqualTo(5e-6);
        assertThat(one.encodeSeconds("r", false, 10)).isCloseTo(5e-8, offset(1e-18));
        assertThat(one.encodeSeconds("r", false, 1_000_000)).isCloseTo(5e-3, offset(1e-15));
        assertThat(one.addSeconds("r", false, 8, 2000, workers -> workers)).isCloseTo(32e-6, offset(1e-18));
        assertThat(one.addSeconds("r", false, 8, 2000, workers -> 1)).isCloseTo(8e-6, offset(1e-18));
    }

    @Test
    void unknownRecipesAreRefused() {
        assertThatThrownBy(() -> TIMES.encodeSeconds("other", false, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no times of other are known");
    }

    @Test
    void aFileHoldsThem(@TempDir Path folder) throws IOException {
        CodingTimes odd = new CodingTimes(List.of(
                new Sample("vectors: dense; *: \"x\"", true, 2, 100, 1.25e-6, 2e-3),
                new Sample("topk(0.01,values=int8)", false, 8, 7, 0, 12.3e-9)));
        Path file = Files.writeString(folder.resolve("times.csv"), CodingTimesCsv.text(odd));
        List<Sample> read = CodingTimesCsv.read(file).samples();
        assertThat(read).hasSize(2);
        for (int i = 0; i < 2; i++) {
            Sample one = odd.samples().get(i);
            assertThat(read.get(i).recipe()).isEqualTo(one.recipe());
            assertThat(read.get(i).vector()).isEqualTo(one.vector());
            assertThat(read.get(i).workers()).isEqualTo(one.workers());
            assertThat(read.get(i).encodeSeconds()).isCloseTo(one.encodeSeconds(), offset(1e-15));
            assertThat(read.get(i).addSeconds()).isCloseTo(one.addSeconds(), offset(1e-15));
        }
    }
}
