package org.tersegrad.reducers.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.floats.Dense;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Exchange;
import org.tersegrad.reducers.ForwardingReduction;
import org.tersegrad.reducers.Gather;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.Reduction;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.reducers.group.RefusedException;

/** Threads that encode tensors, and the order of encoding. */
@Timeout(60) // for a thread that waits for another in vain
class BucketsTest {
    private static final int TENSORS = 3;

    /** Tells of each tensor that is encoded: tensor i has i + 1 elements. */
    private record Watched(IntConsumer encoding) implements Reducer {
        @Override
        public Reduction reduction(Shape shape, Seed seed, Collective group) {
            Reducer inner = new Gather(new Dense());
            return new ForwardingReduction(this, shape, inner.reduction(shape, seed, group)) {
                @Override
                public Exchange begin(FloatSlice gradient) {
                    encoding.accept(shape.size() - 1);
                    return super.begin(gradient);
                }
            };
        }

        @Override
        public Traits traits(Shape shape) {
            return new Dense().traits(shape);
        }

        @Override
        public String toString() {
            return "watched";
        }
    }

    /** Keeps tasks until it is told to run them. */
    private static final class Held implements Executor {
        private final List<Runnable> tasks = new ArrayList<>();
        private boolean shut;

        @Override
        public void execute(Runnable task) {
            if (shut) {
                throw new RejectedExecutionException("shut down");
            }
            tasks.add(task);
        }

        /** Runs them in a thread, to their end. */
        void run() {
            Thread thread = new Thread(() -> {
                while (!tasks.isEmpty()) {
                    tasks.remove(0).run();
                }
            });
            thread.start();
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static ModelReduction model(long fuse, IntConsumer encoding, Collective group, Executor executor) {
        List<NamedTensor> tensors = new ArrayList<>();
        for (int i = 0; i < TENSORS; i++) {
            tensors.add(new NamedTensor("t" + i, Shape.vector(i + 1)));
        }
        Policy policy = Policy.of(new Watched(encoding));
        return new ModelReduction(fuse == 0 ? policy : policy.fusing(fuse), tensors, Seed.of(1), group, executor);
    }

    private static void alone(Consumer<Collective> test) {
        LocalGroup.run(1, group -> {
            test.accept(group);
            return 0;
        });
    }

    private static void begin(ModelReduction model, int... tensors) {
        for (int tensor : tensors) {
            model.begin(tensor, FloatSlice.of(new float[tensor + 1]));
        }
    }

    @Test
    void beginReturnsBeforeItsGradientIsEncoded() {
        alone(group -> {
            List<String> encoded = new ArrayList<>();
            Thread caller = Thread.currentThread();
            Held executor = new Held();
            ModelReduction model = model(
                    0,
                    tensor ->
                            encoded.add(tensor + (Thread.currentThread() == caller ? " in begin" : " by the executor")),
                    group,
                    executor);
            for (int step = 0; step < 3; step++) {
                begin(model, 1, 2, 0);
                assertThat(encoded).isEmpty();
                assertThat(executor.tasks).hasSize(1);
                executor.run();
                model.finish();
                assertThat(encoded).containsExactly("1 by the executor", "2 by the executor", "0 by the executor");
                encoded.clear();
            }
        });
    }

    /** Worker 1 begins only after worker 0 has encoded all, of which the first bucket waits for worker 1. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void tensorsAreEncodedWhileABucketWaitsForTheGroup(int threads) {
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch encoded = new CountDownLatch(TENSORS);
        LocalGroup.run(2, group -> {
            ExecutorService pool = Executors.newFixedThreadPool(threads);
            try {
                ModelReduction model = model(
                        0,
                        tensor -> {
                            if (group.rank() == 0) {
                                order.add(tensor);
                                encoded.countDown();
                            }
                        },
                        group,
                        pool);
                model.agree();
                if (group.rank() == 1) {
                    encoded.await();
                }
                begin(model, 2, 0, 1);
                if (threads > 1) {
                    encoded.await(); // else finish does it
                }
                return model.finish();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            } finally {
                pool.shutdown();
            }
        });
        assertThat(order).containsExactly(2, 0, 1);
    }

    /** It comes out of the same call each time: of begin where begin encodes, else of finish. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRejectedGradientComesOutOfTheCallThatEncodesOrOfFinish(boolean held) {
        alone(group -> {
            Held executor = new Held();
            List<Integer> encoded = new ArrayList<>();
            ModelReduction model = model(0, encoded::add, group, held ? executor : Runnable::run);
            for (float[] bad : List.of(new float[] {1, Float.NaN}, new float[5])) {
                encoded.clear();
                begin(model, 2);
                if (held) {
                    model.begin(1, FloatSlice.of(bad));
                    executor.run();
                    begin(model, 0); // the step has failed, and only finish says so
                    assertThatThrownBy(model::finish)
                            .isInstanceOf(RefusedException.class)
                            .hasMessageStartingWith("worker 0 refused: tensor t1: ");
                } else {
                    assertThatThrownBy(() -> model.begin(1, FloatSlice.of(bad)))
                            .isInstanceOf(RefusedException.class)
                            .hasMessageStartingWith("worker 0 refused: tensor t1: ");
                }
                assertThat(encoded).as("nothing after it").containsExactly(2, 1);
                begin(model, 2, 1, 0);
                executor.run();
                assertThat(model.finish()).isZero();
            }
        });
    }

    /** Tensor 0 is rejected while the bucket of tensor 2 waits for worker 1, and that of tensor 1 is next. */
    @Test
    void bucketsThatWereCompleteBeforeARejectionAreExchanged() {
        CountDownLatch encoded = new CountDownLatch(TENSORS);
        List<List<Float>> first = LocalGroup.run(2, group -> {
            ExecutorService pool = Executors.newFixedThreadPool(2);
            try {
                IntConsumer encoding = group.rank() == 0 ? tensor -> encoded.countDown() : tensor -> {};
                ModelReduction model = model(0, encoding, group, pool);
                model.agree();
                if (group.rank() == 1) {
                    encoded.await();
                }
                float[][] gradients = new float[TENSORS][];
                for (int tensor = TENSORS - 1; tensor >= 0; tensor--) {
                    gradients[tensor] = new float[tensor + 1];
                    gradients[tensor][0] = group.rank() == 1 ? 3f : tensor == 0 ? Float.NaN : 1f;
                    model.begin(tensor, FloatSlice.of(gradients[tensor]));
                }
                assertThatThrownBy(model::finish)
                        .isInstanceOf(RefusedException.class)
                        .hasMessageStartingWith("worker 0 refused: tensor t0: ");
                return List.of(gradients[0][0], gradients[1][0], gradients[2][0]);
            } finally {
                pool.shutdown();
            }
        });
        assertThat(first).containsExactly(List.of(Float.NaN, 2f, 2f), List.of(3f, 2f, 2f));
    }

    @Test
    void anErrorOfAnEncoderComesOutOfFinish() {
        alone(group -> {
            for (Throwable thrown :
                    List.of(new IllegalStateException("no licence"), new OutOfMemoryError("no memory"))) {
                List<Throwable> once = new ArrayList<>(List.of(thrown));
                Held executor = new Held();
                ModelReduction model = model(
                        0,
                        tensor -> {
                            if (tensor == 1 && !once.isEmpty()) {
                                BucketsTest.<RuntimeException>sneak(once.remove(0));
                            }
                        },
                        group,
                        executor);
                begin(model, 2, 1, 0);
                executor.run();
                assertThatThrownBy(model::finish).isSameAs(thrown);
                begin(model, 2, 1, 0);
                executor.run();
                model.finish();
            }
        });
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T extends Throwable> void sneak(Throwable thrown) throws T {
        throw (T) thrown;
    }

    @Test
    void aTensorThatNoThreadTakesHasNotBegun() {
        alone(group -> {
            Held executor = new Held();
            List<Integer> encoded = new ArrayList<>();
            ModelReduction model = model(0, encoded::add, group, executor);
            executor.shut = true;
            assertThatThrownBy(() -> begin(model, 2)).isInstanceOf(RejectedExecutionException.class);
            assertThatThrownBy(model::finish).hasMessageContaining("t2 has not begun");
            executor.shut = false;
            begin(model, 0, 2, 1);
            executor.run();
            model.finish();
            assertThat(encoded).containsExactly(0, 2, 1);
        });
    }

    @Test
    void afterAnInterruptFinishWaitsAgain() {
        alone(group -> {
            Held executor = new Held();
            List<Integer> encoded = new ArrayList<>();
            ModelReduction model = model(0, encoded::add, group, executor);
            begin(model, 2, 1, 0);
            Thread.currentThread().interrupt();
            assertThatThrownBy(model::finish).hasMessageContaining("interrupted");
            assertThat(Thread.interrupted()).isTrue();
            executor.run();
            model.finish();
            assertThat(encoded).containsExactly(2, 1, 0);
        });
    }

    @Test
    void aTaskMayRunInTheThreadThatAsks() {
        LocalGroup.run(2, group -> {
            List<Integer> encoded = new ArrayList<>();
            ModelReduction model = model(8, encoded::add, group, Runnable::run);
            begin(model, 0, 1, 2);
            model.finish();
            assertThat(encoded).containsExactly(0, 1, 2);
            return 0;
        });
    }
}
