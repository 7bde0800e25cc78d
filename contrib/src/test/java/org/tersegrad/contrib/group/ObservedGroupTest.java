package org.tersegrad.contrib.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.group.GroupListener;
import org.tersegrad.reducers.group.GroupListener.Activity;
import org.tersegrad.reducers.group.GroupListener.Subject;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.reducers.group.ObservedGroup;
import org.tersegrad.reducers.group.RefusedException;
import org.tersegrad.reducers.model.ModelReduction;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.Policy;
import org.tersegrad.testkit.Loopback;

/** A listener hears all that a worker does, and changes nothing. */
class ObservedGroupTest {
    private static final int WORKERS = 3;
    private static final int STEPS = 3;
    private static final List<NamedTensor> TENSORS = List.of(
            new NamedTensor("first", new Shape(19, 23)),
            new NamedTensor("second", Shape.vector(40)),
            new NamedTensor("third", new Shape(7, 11)));

    /** One activity that has ended. */
    private record Heard(Activity activity, Subject subject, int rank, long bytes, long sent, int depth) {
        String brief() {
            return " ".repeat(depth) + activity + " " + subject.tensor();
        }
    }

    /** Listener that requires nesting, thread by thread, and keeps what has ended in the order of beginnings. */
    private static final class Recorder implements GroupListener {
        private final Map<Thread, Deque<Object>> open = new ConcurrentHashMap<>();
        private final List<Heard> heard = Collections.synchronizedList(new ArrayList<>());
        private final Set<Subject> subjects = Collections.newSetFromMap(new IdentityHashMap<>());

        @Override
        public Span begin(Activity activity, Subject subject, int rank, long bytes) {
            Deque<Object> stack = open.computeIfAbsent(Thread.currentThread(), thread -> new ArrayDeque<>());
            Object mine = new Object();
            int depth = stack.size();
            stack.push(mine);
            int place;
            synchronized (heard) {
                subjects.add(subject);
                place = heard.size();
                heard.add(new Heard(activity, subject, rank, bytes, -1, depth));
            }
            return sent -> {
                assertThat(open.get(Thread.currentThread()).pop())
                        .as("the end of " + activity)
                        .isSameAs(mine);
                heard.set(place, new Heard(activity, subject, rank, bytes, sent, depth));
            };
        }

        void requireClosed() {
            assertThat(open.values()).allMatch(Deque::isEmpty);
            assertThat(heard).allMatch(each -> each.sent() >= 0);
        }

        long sent() {
            return heard.stream()
                    .filter(each -> each.activity().isExchange())
                    .mapToLong(Heard::sent)
                    .sum();
        }

        List<Heard> all(Activity activity) {
            return heard.stream().filter(each -> each.activity() == activity).toList();
        }

        List<String> brief() {
            return heard.stream().map(Heard::brief).toList();
        }
    }

    private static List<FloatSlice> gradients(int step, int rank) {
        List<FloatSlice> gradients = new ArrayList<>();
        for (int i = 0; i < TENSORS.size(); i++) {
            int size = TENSORS.get(i).shape().size();
            gradients.add(FloatSlice.of(CounterRandom.gaussians(size, 1000L * step + 10L * i + rank)));
        }
        return gradients;
    }

    private static float[] train(Policy policy, Collective group, boolean together, Executor executor) {
        ModelReduction model = new ModelReduction(policy, TENSORS, Seed.of(5), group, executor);
        float[] means = {};
        for (int step = 0; step < STEPS; step++) {
            List<FloatSlice> gradients = gradients(step, group.rank());
            for (int i = TENSORS.size() - 1; i >= 0; i--) {
                if (together) {
                    model.begin(i, gradients.get(i));
                } else {
                    model.reduce(i, gradients.get(i));
                }
            }
            if (together) {
                model.finish();
            }
            for (FloatSlice each : gradients) {
                int before = means.length;
                means = Arrays.copyOf(means, before + each.length());
                System.arraycopy(each.array(), 0, means, before, each.length());
            }
        }
        return means;
    }

    /** Everything about a policy: same bits as without a listener, bytes that add up, activities that are nested. */
    private static void requireSeen(Policy policy, boolean together, Executor executor) {
        List<float[]> expected = LocalGroup.run(WORKERS, group -> train(policy, group, together, Runnable::run));
        LocalGroup.run(WORKERS, group -> {
            Recorder recorder = new Recorder();
            ObservedGroup observed = new ObservedGroup(group, recorder);
            assertThat(train(policy, observed, together, executor)).isEqualTo(expected.get(group.rank()));
            assertThat(observed.listenerFailure()).isEmpty();
            recorder.requireClosed();
            assertThat(recorder.sent()).isEqualTo(group.bitsSent() / Byte.SIZE);
            List<Heard> steps = recorder.all(Activity.STEP);
            assertThat(steps).hasSize(STEPS).allMatch(each -> each.depth() == 0 && each.bytes() == 4 * (437 + 40 + 77));
            long outside = recorder.heard.stream()
                    .filter(each ->
                            each.activity().isExchange() && each.subject().equals(Subject.NONE))
                    .mapToLong(Heard::sent)
                    .sum();
            assertThat(steps.stream().mapToLong(Heard::sent).sum()).isEqualTo(recorder.sent() - outside);
            assertThat(recorder.all(Activity.ENCODE)).hasSize(STEPS * TENSORS.size());
            assertThat(recorder.all(Activity.ADD).stream()
                            .map(each -> each.subject().tensor()))
                    .contains("first", "second", "third");
            assertThat(recorder.all(Activity.WAIT)).hasSize(together ? STEPS : 0);
            return true;
        });
    }

    @Test
    void bytesOfAllExchangesAreThoseOfTheGroupForEveryReducer() {
        for (Reducer reducer : AllReducers.withAndWithoutErrorFeedback()) {
            requireSeen(Policy.of(reducer), false, Runnable::run);
        }
    }

    @Test
    void alsoFusedForEveryReducer() {
        for (Reducer reducer : AllReducers.plain()) {
            requireSeen(Policy.of(reducer).fusing(1 << 20), true, Runnable::run);
        }
    }

    @Test
    void alsoOnAnExecutor() {
        LocalGroup.run(WORKERS, group -> {
            ExecutorService executor = Executors.newSingleThreadExecutor();
            try {
                Recorder recorder = new Recorder();
                train(Policy.parse("topk(0.1)+ef; fuse(1KB)"), new ObservedGroup(group, recorder), true, executor);
                recorder.requireClosed();
                assertThat(recorder.sent()).isEqualTo(group.bitsSent() / Byte.SIZE);
                assertThat(recorder.all(Activity.ALL_GATHER).stream()
                                .map(each -> each.subject().tensor())
                                .distinct())
                        .containsExactly("", "third, second", "first");
                return true;
            } finally {
                executor.shutdown();
            }
        });
    }

    @Test
    void aStepReadsAsItHappens() {
        LocalGroup.run(2, group -> {
            Recorder recorder = new Recorder();
            train(
                    Policy.parse("vectors: dense; *: topk(0.1)+ef"),
                    new ObservedGroup(group, recorder),
                    false,
                    Runnable::run);
            List<String> brief = recorder.brief();
            int first = brief.indexOf("STEP ");
            assertThat(brief.subList(first, first + 13))
                    .containsExactly(
                            "STEP ",
                            " ENCODE third",
                            " ALL_GATHER third",
                            "  ADD third",
                            "  ADD third",
                            " ADD third",
                            " ENCODE second",
                            " ALL_REDUCE second",
                            " ADD second",
                            " ENCODE first",
                            " ALL_GATHER first",
                            "  ADD first",
                            "  ADD first");
            Heard sum = recorder.all(Activity.ALL_REDUCE).get(0);
            assertThat(sum.bytes()).isEqualTo(160);
            assertThat(sum.sent()).isEqualTo(160); // half of it to the other worker, and the other half's sum
            assertThat(sum.subject().recipe()).isEqualTo("dense");
            assertThat(recorder.all(Activity.ADD).stream()
                            .filter(each -> each.subject().tensor().equals("third"))
                            .limit(3)
                            .map(Heard::rank))
                    .containsExactly(0, 1, group.rank());
            return true;
        });
    }

    /** The objects that a listener gets are made once. */
    @Test
    void subjectsAreTheSameInEveryStep() {
        for (boolean together : List.of(false, true)) {
            LocalGroup.run(2, group -> {
                Recorder recorder = new Recorder();
                train(Policy.parse("dense; fuse(1KB)"), new ObservedGroup(group, recorder), together, Runnable::run);
                assertThat(recorder.subjects).hasSize(together ? 5 : 4);
                return true;
            });
        }
    }

    @Test
    void aRejectedGradientEndsTheStepAndTheGroupGoesOn() {
        LocalGroup.run(WORKERS, group -> {
            Recorder recorder = new Recorder();
            ModelReduction model = new ModelReduction(
                    Policy.parse("topk(0.1)+ef"), TENSORS, Seed.of(5), new ObservedGroup(group, recorder));
            List<FloatSlice> gradients = gradients(0, group.rank());
            if (group.rank() == 1) {
                gradients.get(0).array()[7] = Float.NaN;
            }
            assertThatThrownBy(() -> model.reduce(0, gradients.get(0))).isInstanceOf(RefusedException.class);
            recorder.requireClosed();
            assertThat(recorder.all(Activity.REJECT)).hasSize(group.rank() == 1 ? 1 : 0);
            List<FloatSlice> good = gradients(1, group.rank());
            for (int i = 0; i < TENSORS.size(); i++) {
                model.reduce(i, good.get(i));
            }
            recorder.requireClosed();
            assertThat(recorder.all(Activity.STEP)).hasSize(2);
            assertThat(recorder.sent()).isEqualTo(group.bitsSent() / Byte.SIZE);
            return true;
        });
    }

    @Test
    void aListenerThatFailsIsNotCalledAgainAndTheBitsStay() {
        Policy policy = Policy.parse("topk(0.1)+ef");
        List<float[]> expected = LocalGroup.run(WORKERS, group -> train(policy, group, false, Runnable::run));
        for (int failing = 0; failing < 30; failing++) {
            int at = failing;
            LocalGroup.run(WORKERS, group -> {
                int[] calls = {0};
                ObservedGroup observed = new ObservedGroup(group, (activity, subject, rank, bytes) -> {
                    require(calls[0]++, at);
                    return sent -> require(calls[0]++, at);
                });
                assertThat(train(policy, observed, false, Runnable::run)).isEqualTo(expected.get(group.rank()));
                assertThat(observed.listenerFailure().orElseThrow()).hasMessage("call " + at);
                assertThat(calls[0]).isEqualTo(at + 1);
                return true;
            });
        }
    }

    private static void require(int call, int failing) {
        if (call == failing) {
            throw new IllegalStateException("call " + call);
        }
    }

    private record Membership(List<String> lines) implements GroupListener {
        @Override
        public Span begin(Activity activity, Subject subject, int rank, long bytes) {
            return Span.NONE;
        }

        @Override
        public void joined(int rank, int workers) {
            lines.add("joined " + rank + " of " + workers);
        }

        @Override
        public void regrouped(int rank, int workers) {
            lines.add("regrouped " + rank + " of " + workers);
        }

        @Override
        public void failed(RuntimeException failure) {
            lines.add(Objects.requireNonNull(failure.getMessage()));
        }
    }

    @Test
    void membershipIsReported() throws InterruptedException {
        CountDownLatch ended = new CountDownLatch(2); // a failed group does not wait for its workers
        Membership[] listeners = {new Membership(new ArrayList<>()), new Membership(new ArrayList<>())};
        assertThatThrownBy(() -> LocalGroup.run(2, group -> {
                    GroupListener listener = listeners[group.rank()];
                    ObservedGroup observed = new ObservedGroup(group, listener);
                    ModelReduction model = new ModelReduction(Policy.parse("dense"), TENSORS, Seed.of(5), observed);
                    model.regroup(new ObservedGroup(group.split(0), listener), Seed.of(6));
                    try {
                        observed.allGather(ByteBuffer.allocate(1), (from, message) -> {
                            throw new IllegalStateException("no");
                        });
                    } finally {
                        ended.countDown();
                    }
                    return true;
                }))
                .hasMessageContaining("no");
        ended.await();
        for (int rank = 0; rank < 2; rank++) {
            assertThat(listeners[rank].lines())
                    .startsWith("joined " + rank + " of 2", "joined " + rank + " of 2", "regrouped " + rank + " of 2")
                    .hasSize(4)
                    .last()
                    .asString()
                    .endsWith("no");
        }
    }

    /** Over TCP a worker knows whose message has arrived. */
    @Test
    void arrivalsOfMessagesAreReported() throws Exception {
        Loopback.run(WORKERS, group -> {
            List<Integer> arrived = new ArrayList<>();
            GroupListener listener = new GroupListener() {
                @Override
                public Span begin(Activity activity, Subject subject, int rank, long bytes) {
                    return Span.NONE;
                }

                @Override
                public void arrived(int rank) {
                    arrived.add(rank);
                }
            };
            ObservedGroup observed = new ObservedGroup(group, listener.and(new Recorder()));
            observed.allGather(ByteBuffer.allocate(3), (rank, message) -> {});
            List<Integer> others = IntStream.range(0, WORKERS)
                    .filter(rank -> rank != group.rank())
                    .boxed()
                    .toList();
            assertThat(arrived).isEqualTo(others);
            observed.barrier();
            assertThat(arrived).hasSize(2 * others.size());
            return true;
        });
    }

    @Test
    void twoListenersHearTheSame() {
        LocalGroup.run(2, group -> {
            Recorder one = new Recorder();
            Recorder other = new Recorder();
            Membership third = new Membership(new ArrayList<>());
            train(
                    Policy.parse("topk(0.1)+ef"),
                    new ObservedGroup(group, one.and(other).and(third)),
                    true,
                    Runnable::run);
            one.requireClosed();
            assertThat(one.heard).isNotEmpty().isEqualTo(other.heard);
            assertThat(third.lines()).hasSize(1);
            return true;
        });
    }

    /** A call with a default that the group inside overrides must not be left to the default. */
    @Test
    void everyCallIsPassedOn() throws NoSuchMethodException {
        for (Method method : Collective.class.getMethods()) {
            if (!Modifier.isStatic(method.getModifiers())) {
                assertThat(ObservedGroup.class
                                .getMethod(method.getName(), method.getParameterTypes())
                                .getDeclaringClass())
                        .as(method.getName())
                        .isEqualTo(ObservedGroup.class);
            }
        }
    }
}
