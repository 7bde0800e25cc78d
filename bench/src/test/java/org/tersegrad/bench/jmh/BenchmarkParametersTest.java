package org.tersegrad.bench.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class BenchmarkParametersTest {
    @Test
    void commasInParenthesesDoNotSeparate() {
        BenchmarkParameters parsed = BenchmarkParameters.parse(
                List.of("Model", "-p", "model=cnn(8,16),mlp(256)", "-f", "1", "-p", "elements=4096,8192"));
        assertThat(parsed.values().get("model")).containsExactly("cnn(8,16)", "mlp(256)");
        assertThat(parsed.values().get("elements")).containsExactly("4096", "8192");
        assertThat(parsed.others()).containsExactly("Model", "-f", "1");
    }

    @Test
    void aMistakeIsNamedBeforeAnythingRuns() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BenchmarkParameters.parse(List.of("-p", "recipe=int8,topkk(0.01)")))
                .withMessageContainingAll("topkk", "topk");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BenchmarkParameters.parse(List.of("-p", "elements=5000")))
                .withMessageContainingAll("multiple of 4096", "5000");
        assertThatIllegalArgumentException() // of the folder of this module, where none is
                .isThrownBy(() -> BenchmarkParameters.parse(List.of("-p", "gradient=GAUSSIAN,CORPUS")))
                .withMessageContaining("There is no file or folder corpus");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BenchmarkParameters.parse(List.of("Packing", "-p")))
                .withMessageContaining("NAME=A,B");
    }
}
