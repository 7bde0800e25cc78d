package org.tersegrad.reducers.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.reducers.group.RefusedException;
import org.tersegrad.reducers.internal.DescentLimits;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.Policy;

class LazyStepsTest {
    private static final int WORKERS = 3;
    private static final int STEPS = 40;

    private static LazyGradients start(LazySteps how, String policy, Collective group) {
        return how.start(Policy.parse(policy), Trainers.TENSORS, Seed.of(42), group);
    }

    /** One worker's model, and the bits that it has sent in each step. */
    private static final class Worker {
        final float[][] model = Trainers.start();
        final List<Long> bits = new ArrayList<>();
        final int rank;

        Worker(int rank) {
            this.rank = rank;
        }

        void step(LazyGradients lazy, int step) {
            float[][] gradients = Trainers.start();
            float[][] earlier = Trainers.start();
            compute(model, gradients, step);
            if (lazy.mayBeSilent()) {
                float[][] last = Trainers.start();
                lazy.lastModel(Trainers.slices(last));
                compute(last, earlier, step);
            }
            bits.add(lazy.reduce(
                    Trainers.slices(model), Trainers.slices(gradients), Trainers.slices(earlier), Trainers.RATE));
            for (int t = 0; t < model.length; t++) {
                for (int i = 0; i < model[t].length; i++) {
                    model[t][i] -= Trainers.RATE * gradients[t][i];
                }
            }
        }

        private void compute(float[][] at, float[][] gradients, int step) {
            for (int t = 0; t < at.length; t++) {
                gradients[t] = Trainers.gradient(at[t], rank, t, step);
            }
        }
    }

    private static List<Worker> train(LazySteps how, String policy) {
        return LocalGroup.run(WORKERS, group -> {
            Worker worker = new Worker(group.rank());
            LazyGradients lazy = start(how, policy, group);
            for (int step = 1; step <= STEPS; step++) {
                worker.step(lazy, step);
            }
            return worker;
        });
    }

    /** All workers in one place, in double: which are silent in which step, and where the model goes. */
    private static double[] naive(LazySteps how, boolean[][] silent) {
        double[] model = doubles(Trainers.flat(Trainers.start()));
        double[][] messages = new double[WORKERS][model.length];
        double[][] models = new double[WORKERS][];
        int[] sent = new int[WORKERS];
        List<Double> moves = new ArrayList<>();
        for (int step = 1; step <= STEPS; step++) {
            double limit = 0;
            for (double move : moves.subList(Math.max(0, moves.size() - how.window()), moves.size())) {
                limit += how.weight() * move / Math.pow((double) Trainers.RATE * WORKERS, 2);
            }
            double[] mean = new double[model.length];
            for (int w = 0; w < WORKERS; w++) {
                double[] gradient = gradient(model, w, step);
                boolean speaks = step == 1 || step - sent[w] >= how.window();
                speaks |= !speaks && squares(gradient, gradient(models[w], w, step)) > limit;
                silent[w][step - 1] = !speaks;
                if (speaks) {
                    messages[w] = gradient;
                    models[w] = model.clone();
                    sent[w] = step;
                }
                for (int i = 0; i < mean.length; i++) {
                    mean[i] += messages[w][i] / WORKERS;
                }
            }
            double[] before = model.clone();
            for (int i = 0; i < model.length; i++) {
                model[i] -= Trainers.RATE * mean[i];
            }
            moves.add(squares(before, model));
        }
        return model;
    }

    private static double squares(double[] one, double[] other) {
        double squares = 0;
        for (int i = 0; i < one.length; i++) {
            squares += (one[i] - other[i]) * (one[i] - other[i]);
        }
        return squares;
    }

    private static double[] doubles(float[] values) {
        double[] doubles = new double[values.length];
        Arrays.setAll(doubles, i -> values[i]);
        return doubles;
    }

    private static double[] gradient(double[] model, int worker, int step) {
        float[][] at = Trainers.start();
        double[] all = new double[model.length];
        int next = 0;
        for (int t = 0; t < at.length; t++) {
            for (int i = 0; i < at[t].length; i++) {
                at[t][i] = (float) model[next + i];
            }
            for (float each : Trainers.gradient(at[t], worker, t, step)) {
                all[next++] = each;
            }
        }
        return all;
    }

    @ParameterizedTest
    @CsvSource({"5, 0.1", "10, 1", "3, 10", "1, 5", "8, 0"})
    void isItsNaiveTwin(int window, float weight) {
        LazySteps how = new LazySteps(window, weight);
        boolean[][] silent = new boolean[WORKERS][STEPS];
        double[] expected = naive(how, silent);
        List<Worker> workers = train(how, "dense");
        for (int w = 0; w < WORKERS; w++) {
            for (int step = 0; step < STEPS; step++) {
                assertThat(workers.get(w).bits.get(step) == 0)
                        .as("worker %s is silent in step %s", w, step + 1)
                        .isEqualTo(silent[w][step]);
            }
            float[] model = Trainers.flat(workers.get(w).model);
            assertThat(model).isEqualTo(Trainers.flat(workers.get(0).model)); // bit for bit
            assertThat(doubles(model)).containsExactly(expected, within(1e-4));
        }
    }

    /** A weight of 0 allows no change, and one beyond all changes leaves the age of the last message to decide. */
    @Test
    void weightsFromNeverToAlways() {
        assertThat(train(new LazySteps(1000, 0), "dense"))
                .allSatisfy(worker -> assertThat(worker.bits).doesNotContain(0L));
        for (Worker worker : train(new LazySteps(7, 1e9f), "dense")) {
            for (int step = 0; step < STEPS; step++) {
                assertThat(worker.bits.get(step) > 0).isEqualTo(step % 7 == 0);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"5; 0.1; dense", "9; 0.3; randomk(0.4)", "8; 0.5; qsgd(4bit)"})
    void aRestoredStateGoesOnWithTheSameBits(int window, float weight, String policy) {
        LazySteps how = new LazySteps(window, weight);
        LocalGroup.run(WORKERS, group -> {
            LazyGradients whole = start(how, policy, group);
            Worker worker = new Worker(group.rank());
            for (int step = 1; step <= 11; step++) {
                worker.step(whole, step);
            }
            ByteBuffer state = ByteBuffer.allocate(whole.stateBytes());
            whole.save(state);
            LazyGradients restored = start(how, policy, group);
            restored.restore(state.flip());
            Worker same = new Worker(group.rank());
            for (int t = 0; t < same.model.length; t++) {
                same.model[t] = worker.model[t].clone();
            }
            for (int step = 12; step <= 20; step++) {
                worker.step(whole, step);
                same.step(restored, step);
                assertThat(Trainers.flat(same.model)).isEqualTo(Trainers.flat(worker.model));
            }
            return 0;
        });
    }

    /** A step that is rejected and left out has no effect. */
    @ParameterizedTest
    @CsvSource({"dense", "qsgd(4bit)"})
    void aRefusedStepLeavesNoTrace(String policy) {
        List<Worker> expected = train(new LazySteps(4, 3f), policy);
        LocalGroup.run(WORKERS, group -> {
            LazyGradients lazy = start(new LazySteps(4, 3f), policy, group);
            Worker worker = new Worker(group.rank());
            for (int step = 1; step <= STEPS; step++) {
                for (int refused = 0; refused < step % 5; refused++) { // more often than the window remembers moves
                    float[][] bad = Trainers.start();
                    bad[1][2] = group.rank() == 1 ? Float.NaN : 1e6f;
                    assertThatThrownBy(() -> lazy.reduce(
                                    Trainers.slices(worker.model),
                                    Trainers.slices(bad),
                                    Trainers.slices(Trainers.start()),
                                    Trainers.RATE))
                            .isInstanceOf(RefusedException.class)
                            .hasMessageContaining("worker 1 refused");
                }
                worker.step(lazy, step);
            }
            assertThat(Trainers.flat(worker.model)).isEqualTo(Trainers.flat(expected.get(group.rank()).model));
            return 0;
        });
    }

    @Test
    void isPrintedAsItIsParsed() {
        assertThat(Synchronization.parse("lazy(10)")).hasToString("lazy(10)");
        assertThat(Synchronization.parse("lazy(7,weight=0.5)")).hasToString("lazy(7,weight=0.5)");
    }

    @Test
    void aChangeAsLargeAsTheLimitIsNotWorthAMessage() {
        LazySteps how = new LazySteps(10, 1f);
        ServerLinks links = new ServerLinks(Policy.parse("dense"), Trainers.TENSORS, how);
        LazyWorker worker = new LazyWorker(how, links.uplink(Seed.of(3), 0));
        float[] model = new float[links.parameters()];
        float[] gradient = new float[links.parameters()];
        gradient[1] = 2f;
        assertThat(worker.message(model, gradient, model, 0)).as("the first").isPresent();
        assertThat(worker.message(model, gradient, model, 4)).isEmpty();
        assertThat(worker.message(model, gradient, model, Math.nextDown(4.0))).isPresent();
    }

    /** No move yet: a state like any other. */
    @Test
    void aServerThatHasNotMovedIsRestored() {
        LazySteps how = new LazySteps(3, 1f);
        ServerLinks links = new ServerLinks(Policy.parse("dense"), Trainers.TENSORS, how);
        LazyServer server = new LazyServer(how, links, WORKERS);
        ByteBuffer state = ByteBuffer.allocate(server.stateBytes());
        server.save(state);
        LazyServer restored = new LazyServer(how, links, WORKERS);
        restored.restore(state.flip());
        assertThat(restored.limit(1f)).isZero();
    }

    @Test
    void aModelHasAsManyParametersAsAnArray() {
        NamedTensor largest = new NamedTensor("a", Shape.vector(Shape.MAX_SIZE));
        NamedTensor one = new NamedTensor("b", Shape.vector(1));
        assertThat(new TensorPlaces(List.of(largest)).length()).isEqualTo(Shape.MAX_SIZE);
        assertThatThrownBy(() -> new TensorPlaces(List.of(largest, one)))
                .hasMessageContaining("more than " + Shape.MAX_SIZE);
    }

    @Test
    void ratesAndMomentaHaveLimits() {
        for (float rate : new float[] {Float.MIN_VALUE, 1f, Float.MAX_VALUE}) {
            DescentLimits.requireRate(rate);
        }
        for (float rate : new float[] {0f, -1f, Float.POSITIVE_INFINITY, Float.NaN}) {
            assertThatThrownBy(() -> DescentLimits.requireRate(rate))
                    .hasMessage("a learning rate is above 0, this is " + rate);
        }
        DescentLimits.requireMomentum(0f);
        assertThatThrownBy(() -> DescentLimits.requireMomentum(1f)).hasMessageContaining("below 1, this is 1.0");
    }
}
