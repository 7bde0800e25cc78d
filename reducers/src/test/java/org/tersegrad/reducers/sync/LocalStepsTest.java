package org.tersegrad.reducers.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.reducers.group.RefusedException;
import org.tersegrad.reducers.model.ModelReduction;

class LocalStepsTest {
    private static final int WORKERS = 3;
    private static final int STEPS = 40;
    private static final double[] SHARES = {0.5, 0.9, 1.6};

    private static LocalSteps parse(String text) {
        return (LocalSteps) Synchronization.parse(text);
    }

    /** The parameters of each worker after each step. */
    private static List<List<float[]>> train(String how, String policy, WorkerOptions options) {
        return LocalGroup.run(WORKERS, group -> {
            LocalAgreement agreement = parse(how)
                    .start(
                            Trainers.reductions(policy, group),
                            Trainers.slices(Trainers.start()),
                            options.withShare((float) SHARES[group.rank()]));
            List<float[]> after = Trainers.train(agreement, group.rank(), STEPS);
            agreement.finish(Trainers.slices(Trainers.start())); // else a thread may still exchange
            return after;
        });
    }

    private static List<List<float[]>> train(String how, String policy) {
        return train(how, policy, WorkerOptions.usual());
    }

    private static int[] tensorOf() {
        int[] tensors = new int[Trainers.flat(Trainers.start()).length];
        int at = 0;
        for (int t = 0; t < Trainers.TENSORS.size(); t++) {
            for (int i = 0; i < Trainers.TENSORS.get(t).shape().size(); i++) {
                tensors[at++] = t;
            }
        }
        return tensors;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "local(1)",
                "local(4)",
                "local(7,overlap=3)",
                "diloco(8)",
                "diloco(9,fragments=3)",
                "diloco(9,fragments=3,overlap=2)",
                "diloco(8,fragments=2,rate=0.5,momentum=0.3,overlap=1)",
                "fedavg(5)",
                "fedavgm(5,momentum=0.4,overlap=4)",
                "fedadam(6)"
            })
    void isItsNaiveTwin(String text) {
        LocalSteps how = parse(text);
        List<List<float[]>> fast = train(text, "dense");
        NaiveLocalSteps naive = new NaiveLocalSteps(how, SHARES, Trainers.flat(Trainers.start()), tensorOf());
        for (int step = 1; step <= STEPS; step++) {
            for (int w = 0; w < WORKERS; w++) {
                naiveStep(naive.workers[w], w, step);
            }
            naive.afterStep(step);
            for (int w = 0; w < WORKERS; w++) {
                float[] parameters = fast.get(w).get(step - 1);
                for (int i = 0; i < parameters.length; i++) {
                    assertThat((double) parameters[i])
                            .as("worker %s, parameter %s after step %s", w, i, step)
                            .isCloseTo(naive.workers[w][i], within(2e-4));
                }
            }
        }
    }

    private static void naiveStep(double[] parameters, int worker, int step) {
        float[][] now = Trainers.start();
        int at = 0;
        for (float[] each : now) {
            for (int i = 0; i < each.length; i++) {
                each[i] = (float) parameters[at + i];
            }
            at += each.length;
        }
        at = 0;
        for (int t = 0; t < now.length; t++) {
            float[] gradient = Trainers.gradient(now[t], worker, t, step);
            for (int i = 0; i < gradient.length; i++) {
                parameters[at++] -= Trainers.RATE * gradient[i];
            }
        }
    }

    /** The average of models after one step of SGD each is a step along the mean gradient. */
    @Test
    void aPeriodOfOneIsAveragingGradients() {
        List<float[]> averaged = LocalGroup.run(WORKERS, group -> {
                    ModelReduction reductions = Trainers.reductions("dense", group);
                    float[][] parameters = Trainers.start();
                    List<float[]> after = new ArrayList<>();
                    for (int step = 1; step <= STEPS; step++) {
                        for (int t = 0; t < parameters.length; t++) {
                            float[] gradient = Trainers.gradient(parameters[t], group.rank(), t, step);
                            reductions.reduce(t, FloatSlice.of(gradient));
                            for (int i = 0; i < gradient.length; i++) {
                                parameters[t][i] -= Trainers.RATE * gradient[i];
                            }
                        }
                        after.add(Trainers.flat(parameters));
                    }
                    return after;
                })
                .get(0);
        List<float[]> local = train("local(1)", "dense").get(0);
        for (int step = 0; step < STEPS; step++) {
            assertThat(local.get(step)).containsExactly(averaged.get(step), within(1e-5f));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "local(5)| dense",
                "diloco(5)| topk(0.3)",
                "fedadam(5)| powersgd(1)",
                "local(5)| fuse(1MB); *: qsgd(4bit)"
            })
    void workersAgreeBitForBitAfterAnExchange(String how, String policy) {
        List<List<float[]>> all = train(how, policy);
        for (int step = 1; step <= STEPS; step++) {
            float[] mine = all.get(0).get(step - 1);
            for (List<float[]> other : all.subList(1, WORKERS)) {
                boolean same = Arrays.equals(other.get(step - 1), mine);
                assertThat(same).as("after step %s", step).isEqualTo(step % 5 == 0);
            }
        }
    }

    /** There is nothing to agree on: with an overlap, too, what a worker has learned meanwhile stays. */
    @ParameterizedTest
    @ValueSource(strings = {"local(6)", "local(6,fragments=3)", "local(6,overlap=3)", "local(6,fragments=2,overlap=2)"})
    void identicalWorkersTrainAsOneAlone(String text) {
        float[][] alone = Trainers.start();
        List<List<float[]>> together = LocalGroup.run(WORKERS, group -> {
            LocalAgreement agreement =
                    parse(text).start(Trainers.reductions("dense", group), Trainers.slices(Trainers.start()));
            return Trainers.train(agreement, 0, STEPS);
        });
        for (int step = 1; step <= STEPS; step++) {
            Trainers.step(alone, 0, step);
            for (List<float[]> worker : together) {
                assertThat(worker.get(step - 1)).containsExactly(Trainers.flat(alone), within(1e-5f));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"diloco(8,fragments=3)", "diloco(8,overlap=3)", "diloco(8,fragments=2,overlap=3)"})
    void fragmentsAndOverlapsSendAsMuchAsTheWhole(String parts) {
        assertThat(bits(parts)).isEqualTo(bits("diloco(8)")).isEqualTo(5 * bitsOfOne());
    }

    private static long bitsOfOne() {
        return LocalGroup.run(WORKERS, group -> {
                    ModelReduction reductions = Trainers.reductions("dense", group);
                    float[][] start = Trainers.start();
                    long bits = 0;
                    for (int t = 0; t < start.length; t++) {
                        bits += reductions.reduce(t, FloatSlice.of(start[t]));
                    }
                    return bits;
                })
                .get(0);
    }

    /** Bits that the calls return, and that have crossed the group. */
    private static long bits(String how) {
        return LocalGroup.run(WORKERS, group -> {
                    ModelReduction reductions = Trainers.reductions("dense", group);
                    reductions.agree();
                    long before = group.bitsSent();
                    LocalAgreement agreement = parse(how).start(reductions, Trainers.slices(Trainers.start()));
                    float[][] parameters = Trainers.start();
                    long bits = 0;
                    for (int step = 1; step <= STEPS; step++) {
                        Trainers.step(parameters, group.rank(), step);
                        bits += agreement.afterStep(Trainers.slices(parameters));
                    }
                    bits += agreement.finish(Trainers.slices(parameters));
                    assertThat(bits).isEqualTo(group.bitsSent() - before);
                    return bits;
                })
                .get(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"diloco(8,overlap=5)", "diloco(8,fragments=2,overlap=3)"})
    void exchangesInAnotherThreadChangeNoBit(String how) {
        List<List<float[]>> expected = train(how, "topk(0.3)");
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            assertThat(train(how, "topk(0.3)", WorkerOptions.usual().withExecutor(threads)))
                    .usingRecursiveComparison()
                    .isEqualTo(expected);
        } finally {
            threads.shutdown();
        }
    }

    /** Saved after every step in turn: between exchanges, and while one is under way. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "diloco(6); powersgd(1)",
                "fedadam(4); qsgd(4bit)",
                "diloco(6,fragments=3); randomk(0.5)",
                "diloco(6,fragments=2,overlap=2); powersgd(1)"
            })
    void aRestoredStateGoesOnWithTheSameBits(String text, String policy) {
        List<List<float[]>> expected = train(text, policy);
        ExecutorService threads = Executors.newCachedThreadPool();
        for (int stop = 1; stop < 14; stop++) {
            int last = stop;
            List<byte[]> states = LocalGroup.run(WORKERS, group -> {
                LocalAgreement agreement = agreement(text, policy, group, threads);
                Trainers.train(agreement, group.rank(), last);
                ByteBuffer state = ByteBuffer.allocate(agreement.stateBytes());
                agreement.save(state);
                assertThat(state.hasRemaining()).isFalse();
                agreement.finish(Trainers.slices(Trainers.start()));
                return state.array();
            });
            List<float[]> ends = LocalGroup.run(WORKERS, group -> {
                LocalAgreement agreement = agreement(text, policy, group, threads);
                agreement.restore(ByteBuffer.wrap(states.get(group.rank())));
                float[][] parameters = split(expected.get(group.rank()).get(last - 1));
                for (int step = last + 1; step <= STEPS; step++) {
                    Trainers.step(parameters, group.rank(), step);
                    agreement.afterStep(Trainers.slices(parameters));
                }
                float[] end = Trainers.flat(parameters);
                agreement.finish(Trainers.slices(parameters));
                return end;
            });
            for (int w = 0; w < WORKERS; w++) {
                assertThat(ends.get(w))
                        .as("saved after %s", stop)
                        .isEqualTo(expected.get(w).get(STEPS - 1));
            }
        }
        threads.shutdown();
    }

    private static LocalAgreement agreement(String how, String policy, Collective group) {
        return agreement(how, policy, group, Runnable::run);
    }

    private static LocalAgreement agreement(String how, String policy, Collective group, Executor executor) {
        return parse(how)
                .start(
                        Trainers.reductions(policy, group),
                        Trainers.slices(Trainers.start()),
                        WorkerOptions.usual()
                                .withShare((float) SHARES[group.rank()])
                                .withExecutor(executor));
    }

    private static float[][] split(float[] all) {
        float[][] parameters = Trainers.start();
        int at = 0;
        for (float[] each : parameters) {
            System.arraycopy(all, at, each, 0, each.length);
            at += each.length;
        }
        return parameters;
    }

    @Test
    void statesOfOthersAndDamagedOnesAreRejected() {
        LocalGroup.run(1, group -> {
            LocalAgreement agreement = agreement("diloco(6,overlap=2)", "dense", group);
            Trainers.train(agreement, 0, 7);
            ByteBuffer state = ByteBuffer.allocate(agreement.stateBytes());
            agreement.save(state);
            assertThatThrownBy(() -> agreement("diloco(6,overlap=3)", "dense", group)
                            .restore(state.duplicate().flip()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("a state of diloco(6,overlap=2)");
            assertThatThrownBy(() -> agreement("diloco(6,overlap=2)", "topk(0.1)", group)
                            .restore(state.duplicate().flip()))
                    .hasMessageContaining("a content of");
            byte[] damaged = state.array().clone();
            damaged[damaged.length / 2] ^= 1;
            assertThatThrownBy(() -> agreement.restore(ByteBuffer.wrap(damaged)))
                    .isInstanceOf(MalformedInputException.class);
            return 0;
        });
    }

    /** All workers get the exception, none changes its parameters, and the next exchange is one as ever. */
    @ParameterizedTest
    @ValueSource(strings = {"local(4)", "local(4,overlap=1)", "local(4,fragments=2)"})
    void aWorkerWithoutFiniteParametersEndsTheExchangeForAll(String how) {
        LocalGroup.run(WORKERS, group -> {
            LocalAgreement agreement = agreement(how, "dense", group);
            int refusals = 0;
            float[][] parameters = Trainers.start();
            for (int step = 1; step <= 12; step++) {
                Trainers.step(parameters, group.rank(), step);
                float kept = parameters[0][3];
                boolean bad = group.rank() == 1 && (step == 4 || step == 5);
                parameters[0][3] = bad ? Float.NaN : kept;
                float[] before = Trainers.flat(parameters);
                try {
                    agreement.afterStep(Trainers.slices(parameters));
                } catch (RefusedException e) {
                    refusals++;
                    assertThat(e.rank()).isEqualTo(1);
                    assertThat(Trainers.flat(parameters)).isEqualTo(before);
                }
                parameters[0][3] = bad ? kept : parameters[0][3];
            }
            assertThat(refusals).isEqualTo(1);
            return agreement.finish(Trainers.slices(parameters));
        });
    }

    @Test
    void aPeriodThatDoublesNeedsEpochs() {
        LocalGroup.run(1, group -> {
            assertThatThrownBy(() -> LocalSteps.average(2)
                            .withLongest(8)
                            .start(Trainers.reductions("dense", group), Trainers.slices(Trainers.start())))
                    .hasMessageContaining("WorkerOptions.withStepsPerEpoch");
            return 0;
        });
        LocalSteps growing = LocalSteps.average(2).withLongest(8);
        List<Integer> due = new ArrayList<>();
        for (int step = 1; step <= 40; step++) {
            if (growing.isDue(step, 0, 10)) {
                due.add(step);
            }
        }
        assertThat(due).containsExactly(2, 4, 6, 8, 10, 12, 16, 20, 24, 32, 40);
    }

    @Test
    void parametersAreThoseOfTheModel() {
        LocalGroup.run(1, group -> {
            LocalAgreement agreement = agreement("local(2)", "dense", group);
            float[][] fewer = {new float[24], new float[7]};
            assertThatThrownBy(() -> agreement.afterStep(Trainers.slices(fewer)))
                    .hasMessage("the model has 3 tensors, these are 2");
            float[][] other = {new float[24], new float[8], new float[15]};
            assertThatThrownBy(() -> agreement.afterStep(Trainers.slices(other)))
                    .hasMessage("tensor b has 7 elements, not 8");
            return 0;
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "local(8)",
                "local(8,overlap=3)",
                "diloco(50,fragments=4,overlap=5)",
                "fedadam(10,rate=0.1)",
                "fedavg(10,participation=0.1)"
            })
    void isText(String text) {
        assertThat(Synchronization.parse(text)).hasToString(text).isEqualTo(Synchronization.parse(text));
    }

    @Test
    void theTextIsTheValue() {
        assertThat(LocalSteps.diloco(50).withFragments(4).withOverlap(5))
                .isEqualTo(parse("diloco(50,fragments=4,overlap=5)"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "local(8,overlap=8); overlap: 0 to below the 8 steps from one exchange to the next, not 8",
                "diloco(8,fragments=4,overlap=2); overlap: 0 to below the 2 steps from one exchange to the next, not 2",
                "local(8,overlap=-1); not -1",
                "fedavg(8,participation=0.5,overlap=2); an overlap of 2 steps has nothing to apply to",
                "diloko(8); did you mean diloco?"
            })
    void mistakesAreExplained(String text, String message) {
        assertThatThrownBy(() -> Synchronization.parse(text)).hasMessageContaining(message);
    }
}
