package org.tersegrad.convergence.time.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.convergence.time.Event;
import org.tersegrad.convergence.time.Link;
import org.tersegrad.convergence.time.Network;
import org.tersegrad.convergence.time.Timeline;
import org.tersegrad.convergence.time.collectives.Collectives;
import org.tersegrad.convergence.time.recorded.RecipeCosts;
import org.tersegrad.reducers.model.Policy;

/** Steps as graphs: their length without and with messages, and the bytes of their calls. */
class StepGraphTest {
    private static final Network A100 = new Network(new Link(0, 200e9), 0, 8, 8, new Link(0, 2400e9));

    /** Messages that take practically no time. */
    private static final Network FREE = new Network(new Link(0, 1e300), 0, 8, 8, new Link(0, 1e300));

    /** A vocabulary of one word, so that all stages take equally long. */
    private static final Transformer EVEN = Transformer.parse("transformer(l=12,h=256,s=64,v=1)");

    private static StepGraph graph(Transformer model, String cut, Network network) {
        return new ParallelStep(model, Parallelism.parse(cut), Device.A100, network).graph();
    }

    private static double seconds(StepGraph graph, int stage, Event.Kind kind) {
        return graph.timeline(stage).seconds(kind);
    }

    @ParameterizedTest
    @CsvSource({
        "gpipe, 4, 8, 1",
        "gpipe, 3, 2, 1",
        "1f1b, 4, 8, 1",
        "1f1b, 4, 2, 1",
        "1f1b, 12, 30, 1",
        "1f1b, 1, 5, 1",
        "1f1b, 4, 8, 3",
        "1f1b, 2, 6, 2",
        "1f1b, 4, 4, 3"
    })
    void aPipelineIsIdleAsLongAsTheFormulaSays(String schedule, int stages, int microBatches, int chunks) {
        Parallelism cut = Parallelism.parse(
                "pp=" + stages + ",schedule=" + schedule + ",microbatches=" + microBatches + ",interleave=" + chunks);
        StepGraph graph = new ParallelStep(EVEN, cut, Device.A100, FREE).graph();
        double layers = 12.0 / stages;
        double both = Device.A100.seconds(EVEN.forward(1, 1).plus(EVEN.backward(1, 1))) * layers;
        double optimizer = seconds(graph, 0, Event.Kind.OPTIMIZER);
        double logits = Device.A100.seconds(EVEN.logits(1)) * 3;
        double expected = (microBatches + (stages - 1.0) / chunks) * both;
        assertThat(graph.end() - optimizer).isBetween(expected, expected + (microBatches + stages) * logits);
        assertThat(cut.idleShare()).isEqualTo(1 - microBatches * both / expected, within(1e-12));
    }

    @Test
    void fourStagesWithEightMicroBatchesAreIdleForThreeElevenths() {
        assertThat(Parallelism.parse("pp=4,microbatches=8").idleShare()).isEqualTo(0.2727, within(5e-5));
        // Long sequences, beside which the update of the parameters is short.
        Transformer model = Transformer.parse("transformer(l=12,h=256,s=4096,v=1,b=16)");
        assertThat(graph(model, "pp=4,microbatches=8", FREE).idleShare(1)).isEqualTo(0.2727, within(5e-4));
    }

    /** Passes of unequal stages: the slowest one sets the pace, and messages are waited for both ways. */
    @Test
    void aMessageDelaysBothDirections() {
        Transformer model = EVEN;
        double beta = 1e-9;
        Network slow = new Network(new Link(0, 8 / beta), 0, 1, 1, new Link(0, 1e300));
        double message = model.activationBytes() * beta;
        double free = graph(model, "pp=2,microbatches=1", FREE).end();
        assertThat(graph(model, "pp=2,microbatches=1", slow).end()).isEqualTo(free + 2 * message, within(1e-9 * free));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tp=8,pp=1,dp=1",
                "tp=4,pp=4,dp=8,microbatches=8",
                "tp=2,pp=3,dp=4,microbatches=6,interleave=2,zero=1",
                "pp=2,schedule=gpipe,dp=2",
                "dp=16,zero=2",
                "dp=16,zero=3,microbatches=2",
                "tp=2,dp=4,zero=3",
                "tp=2,dp=8,local=16"
            })
    void theCallsOfTheGraphCarryTheBytesOfTheFormulas(String cut) {
        for (String recompute : List.of("none", "full")) {
            Transformer model =
                    Transformer.parse("transformer(l=12,h=512,s=128,v=1000,b=2,recompute=" + recompute + ")");
            ParallelStep step = new ParallelStep(model, Parallelism.parse(cut), Device.A100, A100);
            StepGraph graph = step.graph();
            for (Edge edge : Edge.values()) {
                double expected = step.volume(edge);
                assertThat(graph.sent(edge, 0)).as("%s of %s", edge, cut).isEqualTo(expected, within(1e-9 * expected));
            }
        }
    }

    /** The published example: a micro-batch of 4 on 8 devices, 48 layers of 6144 features, without recomputation. */
    @Test
    void tensorParallelismSendsGigabytes() {
        Transformer model = Transformer.parse("transformer(l=48,h=6144,b=4,recompute=none)");
        assertThat(graph(model, "tp=8", A100).sent(Edge.TENSOR, 0)).isEqualTo(33.82e9, within(0.005e9));
        assertThat(graph(model.with(Transformer.Recompute.FULL), "tp=8", A100).sent(Edge.TENSOR, 0))
                .isEqualTo(1.5 * 33.82e9, within(0.01e9));
    }

    @Test
    void zeroThreeSendsHalfAsMuchAgain() {
        Transformer model = Transformer.parse("transformer(l=12,h=512)");
        double plain = graph(model, "dp=16", A100).sent(Edge.GRADIENTS, 0);
        for (int zero = 1; zero <= 3; zero++) {
            StepGraph graph = graph(model, "dp=16,zero=" + zero, A100);
            double all = graph.sent(Edge.GRADIENTS, 0) + graph.sent(Edge.WEIGHTS, 0);
            assertThat(all / plain).isEqualTo(zero == 3 ? 1.5 : 1, within(1e-12));
        }
    }

    /** Weights are gathered while layers are computed: a step takes the longer of both, and the first gather, as nothing precedes it. */
    @Test
    void zeroThreeTakesTheLongerOfComputingAndMessages() {
        Transformer model = Transformer.parse("transformer(l=48,h=1024,s=256,v=1)");
        double computing = graph(model, "dp=8,zero=3", FREE).end();
        ParallelStep step = new ParallelStep(model, Parallelism.parse("dp=8,zero=3"), Device.A100, FREE);
        double bytes = step.volume(Edge.WEIGHTS) + step.volume(Edge.GRADIENTS);
        for (double ratio : new double[] {0.1, 10}) {
            Network network = new Network(new Link(0, 8 * bytes / computing / ratio), 0, 1, 1, new Link(0, 1));
            double end = graph(model, "dp=8,zero=3", network).end();
            assertThat(end).isBetween(computing * Math.max(1, ratio), 1.05 * computing * Math.max(1, ratio));
        }
    }

    @Test
    void expertsExchangeTokensFourTimesALayer() {
        Transformer model = Transformer.parse(
                "transformer(l=4,h=256,s=64,v=100,b=2,recompute=none,experts=16,topk=2,capacity=1.25)");
        ParallelStep step = new ParallelStep(model, Parallelism.parse("dp=16,ep=8"), Device.A100, A100);
        double tokens = 2.0 * 2 * 64 * 256;
        assertThat(step.graph().sent(Edge.EXPERTS, 0)).isEqualTo(4 * 4 * tokens * 2.5 * 7 / 8, within(1.0));
        assertThat(step.volume(Edge.EXPERTS)).isEqualTo(4 * 4 * tokens * 2.5 * 7 / 8, within(1.0));
        // Two experts a device: their gradients are summed over the two devices that have the same.
        double own = 4 * 2 * (8.0 * 256 * 256 + 5 * 256);
        double shared = step.sharedTensors(0).stream()
                .mapToDouble(each -> each.elements())
                .sum();
        assertThat(step.graph().sent(Edge.GRADIENTS, 0))
                .isEqualTo(2 * 2 * shared * 15 / 16 + 2 * 2 * own / 2, within(1.0));
        assertThat(step.model().parameters()).isEqualTo(shared + 8 * own, within(1e-9 * shared));
    }

    @Test
    void anOuterStepCountsAnHth() {
        Transformer model = Transformer.parse("transformer(l=12,h=512)");
        StepGraph often = graph(model, "dp=16,local=2", A100);
        StepGraph rarely = graph(model, "dp=16,local=20", A100);
        double alone = graph(model, "", A100).end();
        assertThat(often.end()).isEqualTo(rarely.end());
        assertThat(often.secondsPerStep() - alone)
                .isEqualTo(10 * (rarely.secondsPerStep() - alone), within(1e-9 * alone));
        assertThat(often.end() - alone).isEqualTo(2 * (often.secondsPerStep() - alone), within(1e-9 * alone));
    }

    private static ParallelStep with(String model, String cut, Map<Edge, Policy> policies) {
        return new ParallelStep(
                Transformer.parse(model),
                Parallelism.parse(cut),
                Device.A100,
                A100,
                Collectives.usual(),
                new EdgeRecipes(policies, RecipeCosts::bytesOnly));
    }

    /** Real recipes: 8 bits an element and a scale for each row or block, against 16. */
    @Test
    void realRecipesSendTheirBytesOnEdges() {
        Policy int8 = Policy.parse("int8");
        String model = "transformer(l=4,h=256,s=64,v=100,experts=4,topk=1)";
        for (Edge edge : List.of(Edge.ACTIVATIONS, Edge.EXPERTS)) {
            String cut = "pp=2,dp=4,ep=4,microbatches=2,zero=1";
            double plain = with(model, cut, Map.of()).graph().sent(edge, 0);
            double recorded = with(model, cut, Map.of(edge, int8)).graph().sent(edge, 0);
            assertThat(recorded / plain).as("%s", edge).isBetween(0.5, 0.53);
        }
        for (String zero : List.of("dp=4,zero=1", "dp=4,zero=3")) {
            double plain =
                    with("transformer(l=4,h=256,v=100)", zero, Map.of()).graph().sent(Edge.WEIGHTS, 0);
            double recorded = with("transformer(l=4,h=256,v=100)", zero, Map.of(Edge.WEIGHTS, int8))
                    .graph()
                    .sent(Edge.WEIGHTS, 0);
            assertThat(recorded / plain).as(zero).isBetween(0.5, 0.53);
        }
    }

    /** An exchange in two halves sends only the first where each worker needs a part of the sums: half, less what it keeps. */
    @Test
    void partsOfSumsTakeOneHalfOfAnExchange() {
        Map<Edge, Policy> twoShot = Map.of(Edge.GRADIENTS, Policy.parse("int8+twoshot"));
        String model = "transformer(l=2,h=128,v=100)";
        double whole = with(model, "dp=4", twoShot).graph().sent(Edge.GRADIENTS, 0);
        double part = with(model, "dp=4,zero=1", twoShot).graph().sent(Edge.GRADIENTS, 0);
        assertThat(part / whole).isBetween(0.49, 0.51);
        Map<Edge, Policy> outer = Map.of(Edge.OUTER, Policy.parse("int8+twoshot"));
        assertThat(with(model, "dp=4,local=8", outer).graph().sent(Edge.OUTER, 0))
                .isEqualTo(whole);
    }

    @Test
    void messagesTakeACompressorAndTensorEdgesNone() {
        assertThatThrownBy(() -> with("transformer(l=4,h=256)", "pp=2", Map.of(Edge.ACTIVATIONS, Policy.parse("vote")))
                        .graph())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("activations are messages, not averages");
        assertThatThrownBy(() -> Edge.parse("tensor")).hasMessageContaining("carry no recipe");
        assertThatThrownBy(() -> Edge.parse("gradient")).hasMessageContaining("one of tensor, activations, experts");
        assertThatThrownBy(() -> graph(EVEN, "pp=5", FREE)).hasMessageContaining("a divisor of the 12 layers, and 5");
        assertThatThrownBy(() -> graph(EVEN, "dp=4,ep=2", FREE)).hasMessageContaining("a divisor of the 1 expert");
    }

    @Test
    void theEventsOfAStageFillItsStep() {
        StepGraph graph = graph(Transformer.parse("transformer(l=8,h=1024)"), "tp=8,pp=4,dp=2,zero=1", A100);
        for (int stage = 0; stage < 4; stage++) {
            Timeline timeline = graph.timeline(stage);
            for (Event.Lane lane : Event.Lane.values()) {
                double free = 0;
                for (Event event : timeline.lane(lane)) {
                    assertThat(event.start()).isGreaterThanOrEqualTo(free);
                    free = event.end();
                }
            }
            assertThat(timeline.seconds(Event.Kind.WAIT)).isPositive();
            assertThat(timeline.end()).isLessThanOrEqualTo(graph.end());
        }
    }
}
