package org.tersegrad.convergence.time.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts of cuts, models and devices, and the order of passes. */
class ParallelismTest {
    @Test
    void printedTextParsesToTheSame() {
        Random random = new Random(1);
        List<String> all = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            int stages = 1 + random.nextInt(4);
            int chunks = stages == 1 ? 1 : 1 + random.nextInt(3);
            PipelineOrder order = chunks > 1
                    ? PipelineOrder.ONE_FORWARD_ONE_BACKWARD
                    : random.nextBoolean() ? PipelineOrder.GPIPE : PipelineOrder.ONE_FORWARD_ONE_BACKWARD;
            int experts = 1 + random.nextInt(3);
            int local = 1 + random.nextInt(2) * random.nextInt(9);
            int zero = local > 1 ? 0 : random.nextInt(stages > 1 ? 2 : experts > 1 ? 3 : 4);
            Parallelism cut = new Parallelism(
                    1 + random.nextInt(8),
                    stages,
                    experts * (1 + random.nextInt(8)),
                    zero,
                    experts,
                    order,
                    stages * (1 + random.nextInt(6)),
                    chunks,
                    local);
            assertThat(Parallelism.parse(cut.toString())).isEqualTo(cut);
            all.add(cut.toString());
        }
        assertThat(all).doesNotHaveDuplicates().hasSize(300);
        Transformer model = Transformer.parse(
                "transformer(l=4,h=256,s=64,v=100,b=2,recompute=selective,sp=true,experts=8,topk=2,capacity=1.25)");
        assertThat(model.mixture()).isEqualTo(new Transformer.Mixture(8, 2, 1.25));
        assertThat(Transformer.parse(model.toString())).isEqualTo(model);
        Device device = new Device(989, 3350, 0.6, 0.85);
        assertThat(Device.parse(device.toString())).isEqualTo(device);
        assertThat(Device.parse("a100")).isEqualTo(Device.A100);
    }

    @Test
    void theUsualIsNotPrinted() {
        assertThat(Parallelism.parse("tp=8,pp=4,dp=32,zero=1")).hasToString("tp=8,pp=4,dp=32,zero=1");
        assertThat(Parallelism.parse("dp=32, microbatches=1")).hasToString("tp=1,pp=1,dp=32");
        assertThat(Parallelism.parse("pp=4").microBatches()).isEqualTo(16);
        assertThat(Parallelism.parse("").devices()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tp=0 | tp is 1 to 1000000, not 0",
                "tp=x | expected for tp, not x",
                "pq=8 | has no parameter pq",
                "zero=4 | zero is 0 to 3, not 4",
                "dp=6,ep=4 | ep: a divisor of the 6 replicas of dp, and 4 is none",
                "pp=2,zero=2 | zero is at most 1 with stages, not 2",
                "dp=2,local=4,zero=1 | zero is 0 with local=4, not 1",
                "pp=4,schedule=gpipe,interleave=2 | interleave is 1 without 1f1b",
                "pp=4,microbatches=6,interleave=2 | a multiple of the 4 stages with interleave=2, and 6 is none",
                "dp=4,ep=2,zero=3 | zero is at most 2 with ep=2, not 3",
                "pp=100,microbatches=1000000 | is at most 4000000, not 100000000",
                "schedule=2f2b | gpipe or 1f1b is expected for schedule, not 2f2b",
                "tp=1000,pp=1000,dp=1000 | at most 1000000 devices"
            })
    void aMistakeIsNamed(String text, String words) {
        assertThatThrownBy(() -> Parallelism.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "transformer(h=8) | l is missing",
                "transformer(l=0,h=8) | l is 1 to",
                "transformer(l=20000,h=8) | l is 1 to 10000, not 20000",
                "transformer(l=2,h=8,experts=5000) | experts are 1 to 4096, not 5000",
                "transformer(l=2,h=8,experts=2,topk=3) | a token goes to 1 to 2 experts, topk, not 3",
                "transformer(l=2,h=8,recompute=half) | none or selective or full is expected for recompute"
            })
    void aMistakeInAModelIsNamed(String text, String words) {
        assertThatThrownBy(() -> Transformer.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(words);
    }

    /** The sizes that papers call 174.6 and 529.6 billion. */
    @Test
    void parametersArePublishedOnes() {
        assertThat(Transformer.parse("transformer(l=96,h=12288)").parameters()).isEqualTo(174.6e9, within(0.05e9));
        assertThat(Transformer.parse("transformer(l=105,h=20480)").parameters()).isEqualTo(529.6e9, within(0.05e9));
    }

    /** Counted products agree with the formula of operations, which counts four thirds of them with full recomputation. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | recompute=full",
                "8 | recompute=full",
                "4 | recompute=none",
                "2 | experts=8,topk=2,capacity=1.25"
            })
    void countedOperationsAreThoseOfTheFormula(int t, String more) {
        Transformer model = Transformer.parse("transformer(l=12,h=1024,b=2," + more + ")");
        Work layer = model.forward(t, 4).plus(model.backward(t, 4));
        double counted = t * (12 * layer.operations() + 3 * model.logits(t).operations());
        assertThat(counted).isEqualTo(model.operations(2), within(1e-9 * counted));
    }

    /** Every stage computes each pass once, a chunk's forward pass before its backward pass, and holds what is promised. */
    @ParameterizedTest
    @CsvSource({"gpipe, 8, 1, 8", "1f1b, 8, 1, 4", "1f1b, 3, 1, 3", "1f1b, 8, 2, 11", "1f1b, 4, 3, 12"})
    void stagesHoldAsManyMicroBatchesAsPromised(String schedule, int microBatches, int chunks, int most) {
        Parallelism cut = Parallelism.parse(
                "pp=4,schedule=" + schedule + ",microbatches=" + microBatches + ",interleave=" + chunks);
        for (int stage = 0; stage < 4; stage++) {
            List<PipelineOrder.Pass> passes = cut.schedule().passes(cut, stage);
            assertThat(passes).hasSize(2 * microBatches * chunks).doesNotHaveDuplicates();
            int held = 0;
            int largest = 0;
            for (PipelineOrder.Pass pass : passes) {
                held += pass.backward() ? -1 : 1;
                largest = Math.max(largest, held);
                assertThat(passes.indexOf(new PipelineOrder.Pass(false, pass.microBatch(), pass.chunk())))
                        .isLessThanOrEqualTo(passes.indexOf(pass));
            }
            if (stage == 0) {
                assertThat(largest).isEqualTo(most);
            }
        }
    }
}
