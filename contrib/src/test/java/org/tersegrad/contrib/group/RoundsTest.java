package org.tersegrad.contrib.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.Hierarchical;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.reducers.model.ModelReduction;
import org.tersegrad.reducers.model.ModelRounds;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.Policy;
import org.tersegrad.reducers.model.RoundAnswers;

/** Every recipe in rounds through a switch ends with the bits of threads that call a group. */
@Tag("any-jdk")
class RoundsTest {
    private static final List<NamedTensor> TENSORS = List.of(
            new NamedTensor("weights", new Shape(13, 29)),
            new NamedTensor("bias", Shape.vector(17)),
            new NamedTensor("more", new Shape(7, 11)));
    private static final int STEPS = 4;
    private static final Seed SEED = Seed.of(5);

    static Stream<Reducer> reducers() {
        return AllReducers.withAndWithoutErrorFeedback().stream().filter(each -> !(each instanceof Hierarchical));
    }

    private static List<FloatSlice> gradients(int step, int rank) {
        return IntStream.range(0, TENSORS.size())
                .mapToObj(i -> FloatSlice.of(
                        CounterRandom.gaussians(TENSORS.get(i).shape().size(), 1000L * step + 10L * rank + i)))
                .toList();
    }

    private static List<float[]> arrays(List<FloatSlice> slices) {
        return slices.stream().map(FloatSlice::array).toList();
    }

    private static List<ModelRounds> workers(Policy policy, int workers) {
        return IntStream.range(0, workers)
                .mapToObj(rank -> new ModelRounds(policy, TENSORS, SEED, rank, workers))
                .toList();
    }

    /** All workers' means of each step, as a group of threads finds them. */
    private static List<List<float[]>> withThreads(Policy policy, int workers) {
        return LocalGroup.run(workers, group -> {
            ModelReduction model = new ModelReduction(policy, TENSORS, SEED, group);
            List<float[]> means = new ArrayList<>();
            for (int step = 0; step < STEPS; step++) {
                List<FloatSlice> gradients = gradients(step, group.rank());
                for (int i = 0; i < TENSORS.size(); i++) {
                    model.reduce(i, gradients.get(i));
                }
                means.addAll(arrays(gradients));
            }
            return means;
        });
    }

    /** One round: the next messages of all workers, or of none. */
    private static List<byte[]> round(List<ModelRounds> workers, List<byte[]> messages) {
        List<byte[]> next = RecipeBytes.round(workers, messages);
        assertThat(next).as("all go on, or none").matches(each -> each.isEmpty() || each.size() == workers.size());
        return next;
    }

    private static List<byte[]> begin(List<ModelRounds> workers, List<List<FloatSlice>> gradients) {
        return IntStream.range(0, workers.size())
                .mapToObj(rank -> workers.get(rank).begin(gradients.get(rank)))
                .toList();
    }

    private static List<List<FloatSlice>> allGradients(int step, int workers) {
        return IntStream.range(0, workers)
                .mapToObj(rank -> gradients(step, rank))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("reducers")
    void sameBitsAsThreads(Reducer reducer) {
        Policy policy = Policy.of(reducer);
        for (int count = 1; count <= 5; count++) {
            List<List<float[]>> expected = withThreads(policy, count);
            List<ModelRounds> workers = workers(policy, count);
            for (int step = 0; step < STEPS; step++) {
                List<List<FloatSlice>> gradients = allGradients(step, count);
                List<byte[]> messages = begin(workers, gradients);
                while (!messages.isEmpty()) {
                    messages = round(workers, messages);
                }
                for (int rank = 0; rank < count; rank++) {
                    for (int i = 0; i < TENSORS.size(); i++) {
                        assertThat(gradients.get(rank).get(i).array())
                                .as("%d workers, step %d, worker %d, tensor %d", count, step, rank, i)
                                .isEqualTo(expected.get(rank).get(step * TENSORS.size() + i));
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("reducers")
    void aStepThatIsBegunAgainGivesTheSameMessages(Reducer reducer) {
        int count = 3;
        List<ModelRounds> workers = workers(Policy.of(reducer), count);
        for (int step = 0; step < STEPS; step++) {
            List<byte[]> states = workers.stream().map(ModelRounds::state).toList();
            List<List<byte[]>> rounds = new ArrayList<>();
            List<byte[]> messages = begin(workers, allGradients(step, count));
            while (!messages.isEmpty()) { // given up after each of its rounds in turn
                rounds.add(messages);
                workers.forEach(ModelRounds::cancel);
                assertThat(workers.stream().map(ModelRounds::state)).containsExactlyElementsOf(states);
                messages = begin(workers, allGradients(step, count));
                for (List<byte[]> each : rounds) {
                    assertThat(messages).containsExactlyElementsOf(each);
                    messages = round(workers, messages);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("reducers")
    void aSavedStateGoesOnAsIfNothingHadHappened(Reducer reducer) {
        int count = 2;
        List<ModelRounds> workers = workers(Policy.of(reducer), count);
        List<byte[]> messages = begin(workers, allGradients(0, count));
        while (!messages.isEmpty()) {
            messages = round(workers, messages);
        }
        List<ModelRounds> restored = workers(Policy.of(reducer), count);
        for (int rank = 0; rank < count; rank++) {
            restored.get(rank).restore(workers.get(rank).state());
        }
        assertThat(begin(restored, allGradients(1, count)))
                .containsExactlyElementsOf(begin(workers, allGradients(1, count)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"int8+hierarchical(2)", "bias: dense; *: powersgd(2)+ef+hierarchical(2)"})
    void recipesThatSplitTheGroupAreRefusedByName(String policy) {
        assertThatThrownBy(() -> new ModelRounds(Policy.parse(policy), TENSORS, SEED, 0, 4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("hierarchical(2)")
                .hasMessageContaining("splits the group");
    }

    /** The answer to a sparse recipe stays sparse: forwarding three payloads of 1 % takes less than one dense mean. */
    @Test
    void answersAreAsSmallAsMessages() {
        List<ModelRounds> workers = workers(Policy.parse("topk(0.01)+ef"), 3);
        RoundAnswers answers = RoundAnswers.of(begin(workers, allGradients(0, 3)));
        int dense =
                Float.BYTES * TENSORS.stream().mapToInt(t -> t.shape().size()).sum();
        assertThat(answers.forAll().length + answers.forEach().get(0).length).isLessThan(dense / 4);
    }

    @Test
    void aMessageForOneWorkerGoesOnlyToIt() {
        List<ModelRounds> workers = workers(Policy.parse("vote"), 4);
        List<byte[]> messages = begin(workers, allGradients(0, 4));
        RoundAnswers answers = RoundAnswers.of(messages);
        int sent = messages.stream().mapToInt(each -> each.length).sum();
        int forwarded = answers.forEach().stream().mapToInt(each -> each.length).sum();
        assertThat(forwarded).isLessThanOrEqualTo(sent);
        assertThat(answers.forAll()).as("nothing is for all in the first round").hasSize(4 * (2 + 2 * 4));
    }

    @Test
    void aGradientThatIsNotFiniteBeginsNoStep() {
        ModelRounds worker = new ModelRounds(Policy.parse("topk(0.1)+ef"), TENSORS, SEED, 0, 1);
        byte[] state = worker.state();
        List<FloatSlice> gradients = gradients(0, 0);
        gradients.get(1).array()[3] = Float.NaN;
        assertThatThrownBy(() -> worker.begin(gradients))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("tensor bias")
                .hasMessageContaining("element 3");
        assertThat(worker.state()).isEqualTo(state);
        assertThat(worker.begin(gradients(0, 0))).isNotEmpty();
    }

    @Test
    void aSumThatIsNotFiniteNamesTheWorkerAndTheElement() {
        List<ModelRounds> workers = workers(Policy.parse("dense"), 2);
        List<byte[]> messages = begin(workers, allGradients(0, 2));
        int element = 6;
        ByteBuffer.wrap(messages.get(1)).putInt(4 + 4 * element, Integer.reverseBytes(0x7fc00000));
        assertThatThrownBy(() -> RoundAnswers.of(messages))
                .isInstanceOf(MalformedInputException.class)
                .hasMessageContaining("worker 1")
                .hasMessageContaining("element 6 is NaN");
    }

    @Test
    void messagesThatAreCutOffNameTheirWorker() {
        List<ModelRounds> workers = workers(Policy.parse("topk(0.1)+ef"), 2);
        List<byte[]> messages = begin(workers, allGradients(0, 2));
        for (int length = 0; length < messages.get(1).length; length++) {
            List<byte[]> cut = List.of(messages.get(0), Arrays.copyOf(messages.get(1), length));
            assertThatThrownBy(() -> RoundAnswers.of(cut))
                    .isInstanceOf(MalformedInputException.class)
                    .hasMessageContaining("worker 1");
        }
    }

    /** A byte of a payload is another: the checksum rejects it, and the step has not happened. */
    @Test
    void aDamagedPayloadNamesItsWorkerAndCancelsTheStep() {
        List<ModelRounds> workers = workers(Policy.parse("topk(0.1)+ef"), 2);
        byte[] state = workers.get(0).state();
        List<byte[]> messages = begin(workers, allGradients(0, 2));
        byte[] damaged = messages.get(1).clone();
        damaged[60] ^= 1;
        RoundAnswers answers = RoundAnswers.of(List.of(messages.get(0), damaged));
        assertThatThrownBy(() ->
                        workers.get(0).take(answers.forAll(), answers.forEach().get(0)))
                .isInstanceOf(MalformedInputException.class)
                .hasMessageContaining("worker 1");
        assertThat(workers.get(0).state()).isEqualTo(state);
        assertThat(workers.get(0).begin(gradients(0, 0))).isEqualTo(messages.get(0));
    }

    @Test
    void callsOutOfOrderAreRefused() {
        ModelRounds worker = new ModelRounds(Policy.parse("dense"), TENSORS, SEED, 0, 1);
        assertThatThrownBy(() -> worker.take(new byte[0], new byte[0])).isInstanceOf(IllegalStateException.class);
        worker.begin(gradients(0, 0));
        assertThatThrownBy(() -> worker.begin(gradients(0, 0))).isInstanceOf(IllegalStateException.class);
    }
}
