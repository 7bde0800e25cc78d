package org.tersegrad.contrib.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.reducers.model.ModelReduction;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.Plan;
import org.tersegrad.reducers.model.Policy;

/** Tensors that are exchanged together get what they would get alone. */
class FusionTest {
    private static final List<NamedTensor> TENSORS = List.of(
            new NamedTensor("a.weight", new Shape(20, 30)),
            new NamedTensor("a.bias", Shape.vector(20)),
            new NamedTensor("b.weight", new Shape(7, 11)),
            new NamedTensor("b.bias", Shape.vector(7)),
            new NamedTensor("nothing", Shape.vector(0)),
            new NamedTensor("c.weight", new Shape(40, 40)),
            new NamedTensor("c.bias", Shape.vector(1)));

    private static float[] gradient(int tensor, int worker, int step) {
        return Gaussians.of(TENSORS.get(tensor).shape().size(), 1000L * worker + 10L * step + tensor);
    }

    /** All means of some steps, exchanged one by one. */
    private static List<float[]> alone(Policy policy, Collective group, int steps) {
        ModelReduction model = new ModelReduction(policy, TENSORS, Seed.of(5), group);
        List<float[]> means = new ArrayList<>();
        for (int step = 0; step < steps; step++) {
            for (int tensor = 0; tensor < TENSORS.size(); tensor++) {
                means.add(gradient(tensor, group.rank(), step));
                model.reduce(tensor, FloatSlice.of(means.get(means.size() - 1)));
            }
        }
        return means;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dense",
                "topk(0.1)+ef",
                "int8",
                "vote",
                "powersgd(2)+ef",
                "acpsgd(2)+ef",
                "dion(2)",
                "accordion(fine=topk(0.3),coarse=powersgd(1),every=1,change=9)+ef",
                "sign+ef+twoshot+adam(1)",
                "int4+twoshot+lioncub(sync=2)",
                "int4+ef+twoshot",
                "bf16",
                "terngrad+sharedscale",
                "gtopk(0.1)+ef",
                "dlion(vote)",
                "arctopk(0.1)+ef",
                "sketch(0.01)+ef",
                "topk(0.1)+ef21",
                "server(up=sign+ef,down=int8,participation=0.7)",
                "bf16+hierarchical(2)",
                "vectors: dense; a.*: powersgd(1)+ef; b.*: int8+twoshot; c.*: vote; *: dense",
                "*.bias: topk(0.5)+ef; a.*: sign+ef+twoshot; b.*: qsgd(4bit)+sharedscale; *: bf16+hierarchical(2)"
            })
    void givesTheSameBits(String text) {
        for (String size : List.of("0B", "100B", "3KB", "25MB")) {
            Policy policy = size.equals("0B") ? Policy.parse(text) : Policy.parse("fuse(" + size + "); " + text);
            for (int workers : new int[] {1, 3, 4}) {
                LocalGroup.run(workers, group -> {
                    List<float[]> expected = alone(policy, group, 3);
                    ModelReduction model = new ModelReduction(policy, TENSORS, Seed.of(5), group);
                    model.agree();
                    for (int step = 0; step < 3; step++) {
                        long before = group.bitsSent();
                        float[][] means = new float[TENSORS.size()][];
                        List<Integer> order = new ArrayList<>();
                        for (int tensor = 0; tensor < TENSORS.size(); tensor++) {
                            means[tensor] = gradient(tensor, group.rank(), step);
                            order.add(tensor);
                        }
                        // Each worker is ready in an order of its own.
                        Collections.shuffle(order, new Random(7L * group.rank() + step));
                        for (int tensor : order) {
                            model.begin(tensor, FloatSlice.of(means[tensor]));
                        }
                        long bits = model.finish();
                        if (!text.contains("hierarchical")) {
                            assertThat(bits).isEqualTo(group.bitsSent() - before);
                        }
                        for (int tensor = 0; tensor < TENSORS.size(); tensor++) {
                            assertThat(Arrays.equals(means[tensor], expected.get(step * TENSORS.size() + tensor)))
                                    .as("%s, %d workers, step %d, %s", policy, workers, step, TENSORS.get(tensor))
                                    .isTrue();
                        }
                    }
                    return 0;
                });
            }
        }
    }

    /** Once for all tensors what one of them takes. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "dense; 1",
                "topk(0.1)+ef; 1",
                "vote; 2",
                "powersgd(2)+ef; 2",
                "int8+twoshot; 2",
                "int8+sharedscale; 3"
            })
    void callsTheGroupOnceForABucket(String recipe, int calls) {
        LocalGroup.run(3, group -> {
            Plan fused = Plan.rehearse(Policy.parse("fuse(1GB); *: " + recipe), TENSORS, group);
            assertThat(fused.collectives()).isEqualTo(calls);
            assertThat(fused.toString()).contains("fused: " + fused.stepBits() + " bits in " + calls + " calls");
            Plan alone = Plan.rehearse(Policy.parse(recipe), TENSORS, group);
            assertThat(alone.collectives()).isGreaterThanOrEqualTo(TENSORS.size());
            assertThat(alone.stepBits()).isEqualTo(alone.bits());
            assertThat(alone.toString()).doesNotContain("fused");
            return 0;
        });
    }

    /** Headers of 16 bytes become 3 to 11: a frame pays off from the third tensor on. */
    @Test
    void payloadsShareAFrame() {
        LocalGroup.run(2, group -> {
            Plan fused = Plan.rehearse(Policy.parse("fuse(1GB); *: sign"), TENSORS, group);
            assertThat(fused.stepBits()).isLessThan(fused.bits());
            return 0;
        });
    }

    @Test
    void bucketsAreExchangedInAThreadOfTheCallersChoice() {
        Policy policy = Policy.parse("fuse(1KB); vectors: dense; *: topk(0.1)+ef");
        LocalGroup.run(3, group -> {
            List<float[]> expected = alone(policy, group, 2);
            ExecutorService thread = Executors.newFixedThreadPool(2);
            try {
                ModelReduction model = new ModelReduction(policy, TENSORS, Seed.of(5), group, thread);
                for (int step = 0; step < 2; step++) {
                    float[][] means = new float[TENSORS.size()][];
                    for (int tensor = TENSORS.size() - 1; tensor >= 0; tensor--) {
                        means[tensor] = gradient(tensor, group.rank(), step);
                        model.begin(tensor, FloatSlice.of(means[tensor]));
                    }
                    assertThat(model.finish()).isPositive();
                    for (int tensor = 0; tensor < TENSORS.size(); tensor++) {
                        assertThat(means[tensor]).isEqualTo(expected.get(step * TENSORS.size() + tensor));
                    }
                }
            } finally {
                thread.shutdown();
            }
            return 0;
        });
    }

    @Test
    void mistakesAreExplainedAndCanBeMended() {
        LocalGroup.run(2, group -> {
            ModelReduction model =
                    new ModelReduction(Policy.parse("fuse(1MB); *: topk(0.1)+ef"), TENSORS, Seed.of(5), group);
            assertThatThrownBy(model::finish).hasMessage("tensor c.bias has not begun in this step");
            for (int tensor = TENSORS.size() - 1; tensor > 0; tensor--) {
                model.begin(tensor, FloatSlice.of(gradient(tensor, group.rank(), 0)));
            }
            assertThatThrownBy(() -> model.begin(1, FloatSlice.of(gradient(1, 0, 0))))
                    .hasMessage("tensor a.bias has begun already in this step");
            assertThatThrownBy(model::finish).hasMessage("tensor a.weight has not begun in this step");
            assertThatThrownBy(() -> model.replace(Policy.parse("dense"))).hasMessageContaining("finish it before");
            model.begin(0, FloatSlice.of(gradient(0, group.rank(), 0)));
            model.finish();
            model.replace(Policy.parse("dense"));
            return 0;
        });
    }

    /** A worker that fails ends the step of all others with its reason. */
    @Test
    void aFailureComesOutOfFinish() {
        assertThatThrownBy(() -> LocalGroup.run(2, group -> {
                    ModelReduction model =
                            new ModelReduction(Policy.parse("fuse(1MB); *: dense"), TENSORS, Seed.of(5), group);
                    if (group.rank() == 1) {
                        throw new IllegalStateException("disk full");
                    }
                    for (int tensor = 0; tensor < TENSORS.size(); tensor++) {
                        model.begin(tensor, FloatSlice.of(gradient(tensor, 0, 0)));
                    }
                    assertThatThrownBy(model::finish).hasMessageContaining("disk full");
                    throw new IllegalStateException("so be it: disk full");
                }))
                .hasStackTraceContaining("disk full");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "fuse(25MB) | *: dense; fuse(25MB) | dense",
                "vectors: dense | FUSE( 3 KB ) | *: sign; fuse(3KB) | vectors: dense | *: sign",
                "fuse(3 KiB) | sign; tensors are fused as in fuse(25MB)",
                "vectors: dense | FUSE(3 KB) | *: sign; fuse(3KB) | vectors: dense | *: sign",
                "fuse(2048B) | sign; fuse(2KB) | sign",
                "fuse(1025B) | sign; fuse(1025B) | sign",
                "fuse(0MB) | sign; up to 1 byte or more",
                "fuse | sign; size is missing, as in fuse(25MB)",
                "fuse(1MB) | fuse(2MB) | sign; fuse is given twice",
                "fuse(1MB); the policy is empty"
            })
    void isPolicyText(String text, String expected) {
        String policy = text.replace(" |", ";");
        if (expected.toLowerCase(Locale.ROOT).startsWith("fuse(")) {
            assertThat(Policy.parse(policy)).hasToString(expected.replace(" |", ";"));
            assertThat(Policy.parse(expected.replace(" |", ";"))).isEqualTo(Policy.parse(policy));
        } else {
            assertThatThrownBy(() -> Policy.parse(policy)).hasMessageContaining(expected);
        }
    }
}
