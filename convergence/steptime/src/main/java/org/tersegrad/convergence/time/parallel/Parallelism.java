package org.tersegrad.convergence.time.parallel;

import java.util.List;
import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.RecipeReader;

/**
 * The cut of a training over devices, as in {@code tp=8,pp=4,dp=32,zero=1}. It prints as such a text, which parses to the same.
 *
 * @param tensor devices that share each layer
 * @param pipeline stages, each with some of the layers
 * @param data replicas, each with some of the examples
 * @param zero 0 to 3: partitioned over the replicas are nothing, states of the optimizer, gradients too, and weights too
 * @param experts devices that share the experts of a layer; a divisor of {@code data}
 * @param schedule of the pipeline
 * @param microBatches of a replica in a step
 * @param interleave chunks of layers that a stage has
 * @param local steps from one exchange of replicas to the next; more than 1 for DiLoCo and its relatives
 */
public record Parallelism(
        int tensor,
        int pipeline,
        int data,
        int zero,
        int experts,
        PipelineOrder schedule,
        int microBatches,
        int interleave,
        int local) {
    private static final int MOST = 1_000_000;
    private static final int MOST_PASSES = 4_000_000;
    private static final int MOST_ZERO = 3;
    private static final int USUAL_FILLINGS = 4;
    private static final String NAME = "parallel";

    private static final List<RecipeEntry<Parallelism>> ENTRIES = List.of(RecipeEntry.first(
            Parallelism.class,
            "parallel(tp=8,pp=4,dp=32,zero=1)",
            "a cut over devices",
            Parallelism::of,
            new Parameter("tp", "devices that share each layer"),
            new Parameter("pp", "stages"),
            new Parameter("dp", "replicas"),
            new Parameter("zero", "0 to 3"),
            new Parameter("ep", "devices that share the experts of a layer"),
            new Parameter("schedule", "gpipe or 1f1b"),
            new Parameter("microbatches", "of a replica in a step"),
            new Parameter("interleave", "chunks of layers that a stage has"),
            new Parameter("local", "steps from one exchange to the next")));

    public Parallelism {
        require("tp", tensor, 1, MOST);
        require("pp", pipeline, 1, MOST);
        require("dp", data, 1, MOST);
        require("zero", zero, 0, MOST_ZERO);
        require("ep", experts, 1, MOST);
        require("microbatches", microBatches, 1, MOST);
        require("interleave", interleave, 1, MOST);
        require("local", local, 1, MOST);
        if ((long) tensor * pipeline * data > MOST) {
            throw new IllegalArgumentException(
                    "tp, pp and dp make at most " + MOST + " devices, not " + (double) tensor * pipeline * data);
        }
        if (data % experts != 0) {
            throw new IllegalArgumentException(
                    "ep: a divisor of the " + data + " replicas of dp, and " + experts + " is none");
        }
        if (pipeline > 1 && zero > 1) {
            throw new IllegalArgumentException("zero is at most 1 with stages, not " + zero
                    + ": each micro-batch of a pipeline needs the weights and adds to the gradients");
        }
        if (experts > 1 && zero == MOST_ZERO) {
            throw new IllegalArgumentException("zero is at most 2 with ep=" + experts
                    + ", not 3: experts are partitioned over fewer replicas than all else");
        }
        if (local > 1 && zero > 0) {
            throw new IllegalArgumentException("zero is 0 with local=" + local + ", not " + zero
                    + ": a replica that exchanges nothing needs all states of its optimizer");
        }
        requireChunks(schedule, pipeline, microBatches, interleave);
    }

    private static void requireChunks(PipelineOrder schedule, int pipeline, int microBatches, int interleave) {
        if (interleave > 1 && (schedule == PipelineOrder.GPIPE || pipeline == 1)) {
            throw new IllegalArgumentException("interleave is 1 without 1f1b on two stages or more, not " + interleave);
        }
        if (interleave > 1 && microBatches % pipeline != 0) {
            throw new IllegalArgumentException("microbatches: a multiple of the " + pipeline
                    + " stages with interleave=" + interleave + ", and " + microBatches + " is none");
        }
        long passes = (long) pipeline * interleave * microBatches;
        if (passes > MOST_PASSES) {
            throw new IllegalArgumentException(
                    "pp times interleave times microbatches is at most " + MOST_PASSES + ", not " + passes);
        }
    }

    private static void require(String key, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(key + " is " + least + " to " + most + ", not " + value);
        }
    }

    private static Parallelism of(RecipeArguments given) {
        int pipeline = given.asInt("pp", 1, 1, MOST);
        return new Parallelism(
                given.asInt("tp", 1),
                pipeline,
                given.asInt("dp", 1),
                given.asInt("zero", 0),
                given.asInt("ep", 1),
                given.has("schedule")
                        ? PipelineOrder.parse(given.asText("schedule"))
                        : PipelineOrder.ONE_FORWARD_ONE_BACKWARD,
                given.asInt("microbatches", usualMicroBatches(pipeline)),
                given.asInt("interleave", 1),
                given.asInt("local", 1));
    }

    /**
     * The cut that a text stands for. Without a number of micro-batches it is one, or with stages four times as many as these.
     *
     * @throws IllegalArgumentException if it stands for none; the message names the part that is wrong
     */
    public static Parallelism parse(String text) {
        return RecipeReader.call(
                "parallelism", NAME + (text.isBlank() ? "" : "(" + text.strip() + ")"), Parallelism.class, ENTRIES);
    }

    /** Tensor, pipeline and data parallelism with micro-batches, as published tables have it. */
    public static Parallelism of(int tensor, int pipeline, int data, int microBatches, int interleave) {
        return new Parallelism(
                tensor, pipeline, data, 0, 1, PipelineOrder.ONE_FORWARD_ONE_BACKWARD, microBatches, interleave, 1);
    }

    private static int usualMicroBatches(int pipeline) {
        return pipeline == 1 ? 1 : USUAL_FILLINGS * pipeline;
    }

    /** The same with another stage of ZeRO. */
    public Parallelism withZero(int other) {
        return new Parallelism(tensor, pipeline, data, other, experts, schedule, microBatches, interleave, local);
    }

    /** Number of devices. */
    public int devices() {
        return tensor * pipeline * data;
    }

    /** The time in which a stage is idle as a share of the step, if all stages take equally long and messages no time. */
    public double idleShare() {
        double bubble = (pipeline - 1.0) / interleave;
        return bubble / (microBatches + bubble);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("tp=" + tensor + ",pp=" + pipeline + ",dp=" + data);
        append(text, "zero", zero, 0);
        append(text, "ep", experts, 1);
        if (schedule != PipelineOrder.ONE_FORWARD_ONE_BACKWARD) {
            text.append(",schedule=").append(schedule);
        }
        append(text, "microbatches", microBatches, usualMicroBatches(pipeline));
        append(text, "interleave", interleave, 1);
        append(text, "local", local, 1);
        return text.toString();
    }

    private static void append(StringBuilder text, String key, int value, int usual) {
        if (value != usual) {
            text.append(',').append(key).append('=').append(value);
        }
    }
}
