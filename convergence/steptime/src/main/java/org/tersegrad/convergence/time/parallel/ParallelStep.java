package org.tersegrad.convergence.time.parallel;

import java.util.List;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.convergence.time.Network;
import org.tersegrad.convergence.time.ProfileTensor;
import org.tersegrad.convergence.time.collectives.CallTimes;
import org.tersegrad.convergence.time.collectives.Collectives;

/**
 * A step of a training that is cut over devices. The devices of a layer are neighbours, then come replicas, then stages, as in Megatron-LM.
 *
 * @param model what a micro-batch computes
 * @param cut on which devices
 * @param device each of them
 * @param network links between nodes and inside them, and devices of a node; its number of workers does not count
 * @param times durations of calls
 * @param recipes of messages
 */
public record ParallelStep(
        Transformer model, Parallelism cut, Device device, Network network, CallTimes times, EdgeRecipes recipes) {
    private static final int MOST_GATHERS = 1_000_000;

    public ParallelStep {
        if (model.hidden() % cut.tensor() != 0) {
            throw new IllegalArgumentException(
                    "tp: a divisor of the " + model.hidden() + " features of h, and " + cut.tensor() + " is none");
        }
        int chunks = cut.pipeline() * cut.interleave();
        if (model.layers() % chunks != 0) {
            throw new IllegalArgumentException(
                    "pp times interleave: a divisor of the " + model.layers() + " layers, and " + chunks + " is none");
        }
        if (cut.zero() == 3 && (long) cut.microBatches() * model.layers() > MOST_GATHERS) {
            throw new IllegalArgumentException("layers times microbatches with zero=3 are at most " + MOST_GATHERS
                    + ", not " + (long) cut.microBatches() * model.layers());
        }
        if (model.mixture().count() % cut.experts() != 0) {
            throw new IllegalArgumentException("ep: a divisor of the "
                    + model.mixture().count()
                    + (model.mixture().count() == 1 ? " expert" : " experts") + " of a layer, and " + cut.experts()
                    + " is none");
        }
    }

    /** A step with rings, and 16 bits on all edges. */
    public ParallelStep(Transformer model, Parallelism cut, Device device, Network network) {
        this(model, cut, device, network, Collectives.usual(), EdgeRecipes.NONE);
    }

    /** The step as a graph, with the time of every computation and call. */
    public StepGraph graph() {
        return new StepGraph(this);
    }

    /** Examples of all replicas in a step. */
    public double examples() {
        return (double) model.batch() * cut.microBatches() * cut.data();
    }

    /** The part of the network that calls on an edge use. */
    Network between(Edge edge) {
        return switch (edge) {
            case TENSOR -> group(cut.tensor(), network.perNode());
            case ACTIVATIONS -> group(2, cut.devices() <= network.perNode() ? 2 : 1);
            case EXPERTS -> group(cut.experts(), network.perNode() / cut.tensor());
            case GRADIENTS, WEIGHTS, OUTER -> group(cut.data(), network.perNode() / cut.tensor());
        };
    }

    /** The devices that have the same experts. */
    Network betweenExperts() {
        return group(cut.data() / cut.experts(), network.perNode() / cut.tensor() / cut.experts());
    }

    /** A group of which a node has at most {@code inNode} devices. */
    private Network group(int workers, int inNode) {
        if (inNode >= workers) {
            return new Network(network.inner(), network.gamma(), workers, 1, network.inner());
        }
        int perNode = Math.max(1, inNode);
        while (workers % perNode != 0) {
            perNode--;
        }
        return new Network(network.link(), network.gamma(), workers, perNode, network.inner());
    }

    /** Layers of a chunk. */
    int chunkLayers() {
        return model.layers() / cut.pipeline() / cut.interleave();
    }

    /** All-reduces, or exchanges with experts, of a layer in both passes. */
    int callsOfLayer() {
        return callsBackward() + 2;
    }

    int callsBackward() {
        return model.recompute() == Transformer.Recompute.FULL ? 4 : 2;
    }

    /** The tensors of a stage that all replicas have. */
    List<ProfileTensor> sharedTensors(int stage) {
        boolean ends = stage == 0 || stage == cut.pipeline() - 1;
        return model.shared(model.layers() / cut.pipeline(), ends, cut.tensor());
    }

    /** The tensors of the experts of a stage. */
    List<ProfileTensor> expertTensors(int stage) {
        return model.experts(model.layers() / cut.pipeline(), cut.tensor(), cut.experts());
    }

    /**
     * The bytes that a device of the first stage sends in a step in 16 bits, by the formulas of the field; without those of gradients of experts.
     * An exchange after some local steps counts whole.
     */
    public double volume(Edge edge) {
        double activations = model.activationBytes();
        double sums = (double) cut.microBatches() * model.layers() / cut.pipeline() * callsOfLayer() * activations;
        boolean mixed = model.mixture().count() > 1;
        boolean local = cut.local() > 1;
        boolean whole = cut.zero() == 3;
        double part = Work.HALF
                * others(cut.data())
                * sharedTensors(0).stream().mapToDouble(ProfileTensor::elements).sum();
        return switch (edge) {
            case TENSOR -> sums * 2 * others(cut.tensor());
            // The first stage sends activations of all its chunks, and gradients of all but the first.
            case ACTIVATIONS ->
                cut.pipeline() == 1
                        ? 0
                        : cut.microBatches() * (2.0 * cut.interleave() - 1) * activations / cut.tensor();
            case EXPERTS -> mixed ? sums * model.mixture().copies() * others(cut.experts()) : 0;
            case GRADIENTS -> local ? 0 : part * (cut.zero() == 0 ? 2 : whole ? cut.microBatches() : 1);
            case WEIGHTS -> cut.zero() == 0 ? 0 : part * (whole ? 2 * cut.microBatches() : 1);
            case OUTER -> local ? 2 * part : 0;
        };
    }

    /** The share of a group beside one. */
    private static double others(int group) {
        return (group - 1.0) / group;
    }

    /** The call of a layer's devices. */
    Call tensorCall() {
        return new Call(Call.Kind.ALL_REDUCE, model.activationBytes());
    }
}
