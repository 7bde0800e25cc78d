package org.tersegrad.convergence.time.parallel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The order in which a stage of a pipeline computes the passes of its micro-batches. */
public enum PipelineOrder {
    /** GPipe: all forward passes, then all backward passes. A stage holds the activations of all micro-batches. */
    GPIPE("gpipe"),
    /**
     * One forward pass, one backward pass, after a warm-up that fills the pipeline (PipeDream-Flush). A stage holds the activations of as many
     * micro-batches as there are stages. Interleaved, the order is that of Megatron-LM.
     */
    ONE_FORWARD_ONE_BACKWARD("1f1b");

    private final String text;

    PipelineOrder(String text) {
        this.text = text;
    }

    /**
     * A pass.
     *
     * @param backward whether it is a backward pass
     * @param microBatch from 0
     * @param chunk of the stage's layers, from 0
     */
    public record Pass(boolean backward, int microBatch, int chunk) {}

    static PipelineOrder parse(String text) {
        return Arrays.stream(values())
                .filter(each -> each.text.equalsIgnoreCase(text.strip()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("gpipe or 1f1b is expected for schedule, not " + text));
    }

    /** All passes of a stage in a step. */
    public List<Pass> passes(Parallelism parallelism, int stage) {
        int passes = parallelism.microBatches() * parallelism.interleave();
        int ahead = Math.min(passes, this == GPIPE ? passes : warmUp(parallelism, stage));
        List<Pass> order = new ArrayList<>();
        for (int i = 0; i < passes + ahead; i++) {
            if (i < passes) {
                order.add(pass(parallelism, false, i));
            }
            if (i >= ahead) {
                order.add(pass(parallelism, true, i - ahead));
            }
        }
        return order;
    }

    private static int warmUp(Parallelism parallelism, int stage) {
        int stages = parallelism.pipeline();
        int chunks = parallelism.interleave();
        if (chunks == 1) {
            return stages - 1 - stage;
        }
        // In Megatron-LM, a pipeline that is filled once is drained before it runs in turns.
        return parallelism.microBatches() == stages
                ? stages * chunks
                : 2 * (stages - 1 - stage) + (chunks - 1) * stages;
    }

    /** The i-th pass in one direction: a chunk works on as many micro-batches as there are stages before the next chunk does. */
    private static Pass pass(Parallelism parallelism, boolean backward, int i) {
        int chunks = parallelism.interleave();
        if (chunks == 1) {
            return new Pass(backward, i, 0);
        }
        int stages = parallelism.pipeline();
        int chunk = i / stages % chunks;
        int microBatch = i / (stages * chunks) * stages + i % stages;
        return new Pass(backward, microBatch, backward ? chunks - 1 - chunk : chunk);
    }

    @Override
    public String toString() {
        return text;
    }
}
