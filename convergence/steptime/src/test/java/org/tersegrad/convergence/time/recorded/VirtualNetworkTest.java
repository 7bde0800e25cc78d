package org.tersegrad.convergence.time.recorded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.convergence.time.Event;
import org.tersegrad.convergence.time.Network;
import org.tersegrad.convergence.time.Profile;
import org.tersegrad.convergence.time.ProfileTensor;
import org.tersegrad.convergence.time.collectives.Collectives;
import org.tersegrad.convergence.time.schedules.Step;
import org.tersegrad.convergence.time.schedules.WaitFree;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.reducers.model.ModelReduction;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.Policy;

/**
 * The prediction for a whole model beside a run of it on a group that would sleep {@code alpha + m beta} in every call. It only adds
 * up what it would sleep, so no clock is needed.
 */
class VirtualNetworkTest {
    private static final int WORKERS = 4;
    private static final Network NETWORK = Network.parse("1gbe,workers=4");
    private static final List<Shape> SHAPES =
            List.of(new Shape(64, 128), Shape.vector(64), new Shape(32, 64), Shape.vector(32), new Shape(12, 32));

    /** Of steps after the first ones: a residual makes messages of some recipes a little longer or shorter. */
    private static final int STEPS = 2;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dense",
                "topk(0.05)+ef",
                "qsgd(4bit)",
                "sign+ef",
                "vote",
                "powersgd(2)+ef",
                "sharedrandomk(0.125)",
                "gtopk(0.05)+ef",
                "vectors: dense; *: topk(0.05)+ef"
            })
    void predictedSecondsOnTheWireAreThoseOfARun(String recipe) {
        Policy policy = Policy.parse(recipe);
        List<ProfileTensor> tensors = new ArrayList<>();
        List<NamedTensor> named = new ArrayList<>();
        for (Shape shape : SHAPES) {
            String name = "tensor" + named.size();
            tensors.add(new ProfileTensor(name, shape, 1e-3));
            named.add(new NamedTensor(name, shape));
        }
        Step step = new Step(
                new Profile("model", tensors, 1e-3, 0),
                RecipeCosts.bytesOnly(policy, WORKERS),
                NETWORK,
                Collectives.usual());
        double predicted = new WaitFree().timeline(step).seconds(Event.Kind.WIRE);
        double slept = slept(policy, named);
        assertThat(predicted).isCloseTo(slept, within(0.02 * slept));
    }

    private static double slept(Policy policy, List<NamedTensor> named) {
        List<List<RecordedCall>> calls = LocalGroup.run(WORKERS, group -> {
            RecordingCollective recording = new RecordingCollective(group, () -> 0);
            ModelReduction model = new ModelReduction(policy, named, Seed.of(7), recording);
            for (int step = 0; step < STEPS; step++) {
                recording.clear();
                for (int tensor = named.size() - 1; tensor >= 0; tensor--) {
                    long seed = Seed.of(step).fork(tensor).fork(group.rank()).value();
                    int size = named.get(tensor).shape().size();
                    model.reduce(tensor, FloatSlice.of(CounterRandom.gaussians(size, seed)));
                }
            }
            return recording.calls();
        });
        double seconds = 0;
        for (Call call : RecordedCall.merged(calls)) {
            seconds += Collectives.usual().seconds(call, NETWORK);
        }
        return seconds;
    }
}
