package org.tersegrad.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportCommandTest {
    private static final String BEFORE = "25.0.1,Sign.pack,width=4,1024,1,0.01,2,0\n";
    private static final String SLOWER = "25.0.1,Sign.pack,width=4,1024,1,0.01,2.4,0\n";
    private static final String BUSY = "# load: 9.00 before, at most 9.00 meanwhile, 2 cores (busy)\n";

    private static Measured measured(String about, String rows) {
        return Measured.parse(about + MeasuredTest.HEADER + rows, "made up");
    }

    private static List<String> problems(Measured now, boolean busy) {
        return ReportCommand.problems(now, Comparison.of(measured("", BEFORE), now), busy);
    }

    @Test
    void aSlowerRowIsAnErrorThatNamesIt() {
        assertThat(problems(measured("", BEFORE), false)).isEmpty();
        assertThat(problems(measured("", SLOWER), false))
                .hasSize(3)
                .anySatisfy(line -> assertThat(line).contains("Sign.pack width=4 1024", "+20 %"));
    }

    @Test
    void aReasonInTheRecordExplainsTheRowsThatItNames() {
        Measured explained = measured("# slower Sign.pack width=4: it checks for NaN\n", SLOWER);
        assertThat(problems(explained, false)).isEmpty();
        assertThat(Comparison.of(measured("", BEFORE), explained).lines().get(1))
                .endsWith("+20 %: it checks for NaN");
        assertThat(problems(measured("# slower: a new compiler\n", SLOWER), false))
                .isEmpty();
        for (String other : List.of("slower Sign.pack width=8", "slower Sign", "slowerSign.pack", "width=4")) {
            assertThat(problems(measured("# " + other + ": a reason\n", SLOWER), false))
                    .isNotEmpty();
        }
    }

    @Test
    void aRowWhoseErrorIsAsLargeNeedsNoReason() {
        assertThat(problems(measured("", SLOWER.replace("0.01", "0.5")), false)).isEmpty();
    }

    @Test
    void aMachineThatBecameBusyIsAnErrorUnlessItIsExpected() {
        assertThat(problems(measured(BUSY, BEFORE), false))
                .singleElement()
                .asString()
                .contains("9.00");
        assertThat(problems(measured(BUSY, BEFORE), true)).isEmpty();
    }

    @Test
    void recordsOfBusyMachinesAreNotComparedWith(@TempDir Path folder) throws IOException {
        Path quiet = folder.resolve("2026-01-02.csv");
        Path busy = folder.resolve("2026-01-03.csv");
        Files.writeString(
                quiet, "# load: 0.10 before, at most 1.00 meanwhile, 2 cores\n" + MeasuredTest.HEADER + BEFORE);
        Files.writeString(busy, BUSY + MeasuredTest.HEADER + SLOWER);
        assertThat(Measured.readQuiet(List.of(quiet, busy)).rows().get(0).overRead())
                .isEqualTo(2);
    }
}
