package org.tersegrad.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tersegrad.bench.jmh.Row;

class MeasuredTest {
    static final String HEADER = "jdk,benchmark,parameter,elements,ns_per_element,error,over_read,bytes_per_element\n";

    @Test
    void readsWhatTheRecordSaysOfItself() {
        Measured measured = Measured.parse("# commit: abc: changed\n" + HEADER, "made up");
        assertThat(measured.about("commit")).isEqualTo("abc: changed");
        assertThat(measured.about("CPU")).isEqualTo("not recorded");
    }

    @Test
    void readsQuotedParametersAndAbsentNumbers() {
        Row row = Measured.parse(HEADER + "17.0.1,Model.step,\"model=mlp(2,3)\",1,12.5,0.5,,0.1\n", "made up")
                .rows()
                .get(0);
        assertThat(row.parameter()).isEqualTo("model=mlp(2,3)");
        assertThat(row.overRead()).isNaN();
        assertThat(row.countsCalls()).isTrue();
        assertThat(Measured.parse(Row.csv(List.of(row)), "again").rows()).containsExactly(row);
    }

    @Test
    void knowsTheOlderColumnOfRuns() {
        Measured measured = Measured.parse("run," + HEADER + "3,25,Sign.pack,,1024,0.2,0.01,1.5,0\n", "made up");
        assertThat(measured.rows()).containsExactly(new Row("25", "Sign.pack", "", 1024, 0.2, 0.01, 1.5, 0));
    }

    @Test
    void saysWhichLineIsWrong() {
        assertThatThrownBy(() -> Measured.parse(HEADER + "25,A.b,,many,1,1,1,1\n", "x.csv"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("x.csv, line 2");
    }

    @Test
    void ofSeveralRecordsTheLastRowCountsAndEachIsDescribed(@TempDir Path folder) throws IOException {
        Path first = folder.resolve("a.csv");
        Path second = folder.resolve("b.csv");
        Files.writeString(first, "# commit: one\n# CPU: x\n" + HEADER + "25.0.1,A.b,,1024,1,0,1,0\n");
        Files.writeString(second, "# commit: two\n# CPU: x\n" + HEADER + "25.0.2,A.b,,1024,2,0,2,0\n");
        Measured both = Measured.read(List.of(first, second));
        assertThat(both.rows()).extracting(Row::nanos).containsExactly(2.0);
        assertThat(both.about("commit")).isEqualTo("one; two");
        assertThat(both.about("CPU")).isEqualTo("x");
    }
}
