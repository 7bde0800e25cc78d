package org.tersegrad.convergence.time.parallel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.convergence.time.Cost;
import org.tersegrad.convergence.time.Event.Kind;
import org.tersegrad.convergence.time.Network;
import org.tersegrad.convergence.time.ProfileTensor;

/**
 * The builder of a step's tasks. A chunk of layers is one task in each direction, and its calls inside layers are one behind it, for which the
 * device waits. After its last pass a stage exchanges gradients and updates its parameters.
 *
 * <p>With ZeRO 3 every layer is a task, because weights are gathered a layer ahead of the computations.
 */
final class StepTasks {
    static final String OUTER = "outer step";
    private static final int NO_TASK = -1;

    /** Adam in mixed precision reads a gradient and three numbers of 4 bytes, and writes these and a weight. */
    private static final double OPTIMIZER_BYTES = 30;

    /** The lanes of a stage: its device, calls inside layers, messages to both neighbours, and exchanges with replicas. */
    static final int DEVICE = 0;

    private static final int CALLS = 1;
    private static final int NEXT = 2;
    private static final int PREVIOUS = 3;
    private static final int DATA = 4;
    private static final int LANES = 5;

    private final ParallelStep step;
    private final Parallelism cut;
    private final TaskGraph graph = new TaskGraph();
    private final Traffic silence;
    private final Work forward;
    private final Work backward;
    private final Cost activations;
    private final Cost tokens;
    private final int[] tail;
    private final List<Integer> received = new ArrayList<>();

    StepTasks(ParallelStep step) {
        this.step = step;
        cut = step.cut();
        silence = Traffic.none(step.network());
        Transformer model = step.model();
        forward = model.forward(cut.tensor(), cut.experts());
        backward = model.backward(cut.tensor(), cut.experts());
        activations = cut.pipeline() == 1
                ? new Cost(0, List.of(), 0, 0)
                : step.recipes()
                        .sent(Edge.ACTIVATIONS, Call.Kind.DIRECT, model.tokens() / cut.tensor(), model.hidden(), 2);
        tokens = cut.experts() == 1
                ? new Cost(0, List.of(), 0, 0)
                : step.recipes()
                        .sent(
                                Edge.EXPERTS,
                                Call.Kind.ALL_TO_ALL,
                                model.tokens() * model.mixture().copies(),
                                model.hidden(),
                                cut.experts());
        tail = new int[cut.pipeline()];
        Arrays.fill(tail, NO_TASK);
    }

    static int lane(int stage, int track) {
        return stage * LANES + track;
    }

    static int stage(int lane) {
        return lane / LANES;
    }

    TaskGraph build() {
        if (cut.zero() == 3) {
            partitionedWeights();
        } else {
            pipeline();
            for (int stage = 0; stage < cut.pipeline(); stage++) {
                update(stage);
            }
        }
        return graph;
    }

    /** Appends work to a device, which first waits for its own calls. */
    private int compute(int stage, Kind kind, double seconds, String part, int microBatch) {
        TaskGraph.Task task = new TaskGraph.Task(lane(stage, DEVICE), kind, seconds, part, microBatch, silence);
        tail[stage] = graph.add(task, tail[stage]);
        return tail[stage];
    }

    private int send(int stage, int track, Traffic traffic, String part, int microBatch, int after) {
        double seconds = traffic.seconds(step.times());
        return graph.add(new TaskGraph.Task(lane(stage, track), Kind.WIRE, seconds, part, microBatch, traffic), after);
    }

    /** The calls inside some layers, for which the device waits. */
    private void calls(int stage, int count, String part, int microBatch) {
        if (cut.tensor() > 1) {
            Traffic sums = new Traffic(Edge.TENSOR, List.of(step.tensorCall()), count, step.between(Edge.TENSOR));
            tail[stage] = send(stage, CALLS, sums, "sums of " + part, microBatch, tail[stage]);
        }
        if (cut.experts() > 1) {
            Traffic exchange = new Traffic(Edge.EXPERTS, tokens.calls(), count, step.between(Edge.EXPERTS));
            if (tokens.encodeSeconds() > 0) {
                compute(stage, Kind.ENCODE, count * tokens.encodeSeconds(), "tokens of " + part, microBatch);
            }
            tail[stage] = send(stage, CALLS, exchange, "tokens of " + part, microBatch, tail[stage]);
            if (tokens.addSeconds() > 0) {
                compute(stage, Kind.ADD, count * tokens.addSeconds(), "tokens of " + part, microBatch);
            }
        }
    }

    private void pipeline() {
        int stages = cut.pipeline();
        int chunks = stages * cut.interleave();
        // By direction, chunk and micro-batch: the task that receives, and the one that has sent.
        int[][][] receiving = new int[2][chunks][cut.microBatches()];
        int[][][] sent = new int[2][chunks][cut.microBatches()];
        for (int stage = 0; stage < stages; stage++) {
            for (PipelineOrder.Pass pass : cut.schedule().passes(cut, stage)) {
                int chunk = pass.chunk() * stages + stage;
                int direction = pass.backward() ? 1 : 0;
                pass(pass, stage, chunk, chunks, receiving[direction], sent[direction]);
            }
        }
        for (int microBatch = 0; microBatch < cut.microBatches(); microBatch++) {
            for (int chunk = 1; chunk < chunks; chunk++) {
                graph.after(receiving[0][chunk][microBatch], sent[0][chunk - 1][microBatch]);
                graph.after(receiving[1][chunk - 1][microBatch], sent[1][chunk][microBatch]);
            }
        }
    }

    private void pass(PipelineOrder.Pass pass, int stage, int chunk, int chunks, int[][] receiving, int[][] sent) {
        int microBatch = pass.microBatch();
        boolean back = pass.backward();
        int layers = step.chunkLayers();
        String part = layers == 1 ? "layer " + chunk : "layers " + chunk * layers + " to " + ((chunk + 1) * layers - 1);
        boolean first = chunk == (back ? chunks - 1 : 0);
        boolean last = chunk == (back ? 0 : chunks - 1);
        int before = NO_TASK;
        if (!first && activations.addSeconds() > 0) {
            before = compute(stage, Kind.ADD, activations.addSeconds(), part, microBatch);
        }
        Work words = chunk == chunks - 1 ? step.model().logits(cut.tensor()).times(back ? 2 : 1) : Work.NONE;
        double seconds =
                step.device().seconds((back ? backward : forward).times(layers).plus(words));
        int computing = compute(stage, back ? Kind.BACKWARD : Kind.FORWARD, seconds, part, microBatch);
        receiving[chunk][microBatch] = before == NO_TASK ? computing : before;
        calls(stage, layers * (back ? step.callsBackward() : 2), part, microBatch);
        if (!last) {
            if (activations.encodeSeconds() > 0) {
                compute(stage, Kind.ENCODE, activations.encodeSeconds(), part, microBatch);
            }
            Traffic traffic = new Traffic(Edge.ACTIVATIONS, activations.calls(), 1, step.between(Edge.ACTIVATIONS));
            sent[chunk][microBatch] = send(stage, back ? PREVIOUS : NEXT, traffic, part, microBatch, tail[stage]);
        }
    }

    /** The exchange of a stage's gradients, and its update. */
    private void update(int stage) {
        List<ProfileTensor> shared = step.sharedTensors(stage);
        List<ProfileTensor> own = step.expertTensors(stage);
        boolean parts = cut.zero() > 0;
        if (cut.local() == 1) {
            average(stage, Edge.GRADIENTS, shared, step.between(Edge.GRADIENTS), parts, "gradients");
            average(stage, Edge.GRADIENTS, own, step.betweenExperts(), parts, "gradients of experts");
        }
        double updated = elements(shared) / (parts ? cut.data() : 1);
        optimize(stage, updated + elements(own) / (parts ? step.betweenExperts().workers() : 1));
        if (parts) {
            gather(stage, shared, step.between(Edge.WEIGHTS), "weights");
            gather(stage, own, step.betweenExperts(), "weights of experts");
        }
        if (cut.local() > 1) {
            average(stage, Edge.OUTER, shared, step.between(Edge.OUTER), false, OUTER);
            average(stage, Edge.OUTER, own, step.betweenExperts(), false, OUTER);
        }
    }

    private static double elements(List<ProfileTensor> tensors) {
        return tensors.stream().mapToDouble(ProfileTensor::elements).sum();
    }

    private void optimize(int stage, double parameters) {
        double seconds = step.device().seconds(Work.traffic(OPTIMIZER_BYTES * parameters));
        compute(stage, Kind.OPTIMIZER, seconds, "parameters", NO_TASK);
    }

    private void average(int stage, Edge edge, List<ProfileTensor> tensors, Network group, boolean parts, String part) {
        if (group.workers() > 1 && !tensors.isEmpty()) {
            Cost cost = step.recipes().averaged(edge, tensors, group.workers(), parts);
            exchange(stage, new Traffic(edge, cost.calls(), 1, group), cost, part);
        }
    }

    private void gather(int stage, List<ProfileTensor> tensors, Network group, String part) {
        if (group.workers() > 1 && !tensors.isEmpty()) {
            Cost cost = step.recipes().gathered(tensors, group.workers());
            exchange(stage, new Traffic(Edge.WEIGHTS, cost.calls(), 1, group), cost, part);
        }
    }

    private void exchange(int stage, Traffic traffic, Cost cost, String part) {
        if (cost.encodeSeconds() > 0) {
            compute(stage, Kind.ENCODE, cost.encodeSeconds(), part, NO_TASK);
        }
        tail[stage] = send(stage, DATA, traffic, part, NO_TASK, tail[stage]);
        if (cost.addSeconds() > 0) {
            compute(stage, Kind.ADD, cost.addSeconds(), part, NO_TASK);
        }
    }

    /** A layer of ZeRO 3: its tensors, what gathering them and averaging their gradients costs, and the words' products. */
    private record Layer(String name, Cost weights, Cost gradients, Work words) {}

    private void partitionedWeights() {
        Network group = step.between(Edge.WEIGHTS);
        List<Layer> layers = new ArrayList<>();
        for (int i = 0; i < step.model().layers(); i++) {
            List<ProfileTensor> tensors = new ArrayList<>(step.model().shared(1, i == 0, cut.tensor()));
            tensors.addAll(step.model().experts(1, cut.tensor(), cut.experts()));
            layers.add(new Layer(
                    "layer " + i,
                    step.recipes().gathered(tensors, group.workers()),
                    step.recipes().averaged(Edge.GRADIENTS, tensors, group.workers(), true),
                    i == step.model().layers() - 1 ? step.model().logits(cut.tensor()) : Work.NONE));
        }
        for (int microBatch = 0; microBatch < cut.microBatches(); microBatch++) {
            for (Layer layer : layers) {
                int there = fetched(layer, group, microBatch);
                passOfLayer(layer, false, there, microBatch);
            }
            int there = fetched(layers.get(layers.size() - 1), group, microBatch);
            for (int i = layers.size() - 1; i >= 0; i--) {
                Layer layer = layers.get(i);
                int next = i > 0 ? fetched(layers.get(i - 1), group, microBatch) : NO_TASK;
                passOfLayer(layer, true, there, microBatch);
                scatter(layer, group, microBatch);
                there = next;
            }
        }
        addReceived(layers);
        optimize(0, (elements(step.sharedTensors(0)) + elements(step.expertTensors(0))) / cut.data());
    }

    private int fetched(Layer layer, Network group, int microBatch) {
        Traffic traffic = new Traffic(Edge.WEIGHTS, layer.weights().calls(), 1, group);
        return send(0, DATA, traffic, "weights of " + layer.name(), microBatch, NO_TASK);
    }

    private void passOfLayer(Layer layer, boolean back, int weights, int microBatch) {
        Work words = layer.words().times(back ? 2 : 1);
        // The owner of a part encodes it and all others decode it, before they compute with it.
        double coding = layer.weights().encodeSeconds() + layer.weights().addSeconds();
        int first = coding > 0 ? compute(0, Kind.ADD, coding, "weights of " + layer.name(), microBatch) : NO_TASK;
        int computing = compute(
                0,
                back ? Kind.BACKWARD : Kind.FORWARD,
                step.device().seconds((back ? backward : forward).plus(words)),
                layer.name(),
                microBatch);
        graph.after(first == NO_TASK ? computing : first, weights);
        calls(0, back ? step.callsBackward() : 2, layer.name(), microBatch);
    }

    private void scatter(Layer layer, Network group, int microBatch) {
        Cost cost = layer.gradients();
        if (cost.encodeSeconds() > 0) {
            compute(0, Kind.ENCODE, cost.encodeSeconds(), "gradients of " + layer.name(), microBatch);
        }
        Traffic traffic = new Traffic(Edge.GRADIENTS, cost.calls(), 1, group);
        int arrived = send(0, DATA, traffic, "gradients of " + layer.name(), microBatch, tail[0]);
        received.add(arrived);
    }

    /** Gradients are added up after the last backward pass, so that the device never waits for them before. */
    private void addReceived(List<Layer> layers) {
        for (int i = 0; i < received.size(); i++) {
            Layer layer = layers.get(layers.size() - 1 - i % layers.size());
            int adding = compute(
                    0, Kind.ADD, layer.gradients().addSeconds(), "gradients of " + layer.name(), i / layers.size());
            graph.after(adding, received.get(i));
        }
    }
}
