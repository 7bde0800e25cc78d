package org.tersegrad.compressors.wrappers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.samples.Recipes;
import org.tersegrad.compressors.signs.LionSign;
import org.tersegrad.compressors.sparse.TopK;

/** Threads change nothing: payloads, sums, states and rejections are those of one thread, whatever the executor does. */
class ChunkedOnExecutorTest {
    private static final Shape SHAPE = Shape.vector(40_007);
    private static final List<ExecutorService> POOLS =
            List.of(Executors.newFixedThreadPool(1), Executors.newFixedThreadPool(2), Executors.newFixedThreadPool(7));

    private static final float[][] GRADIENTS = {
        CounterRandom.gaussians(SHAPE.size(), 1),
        CounterRandom.gaussians(SHAPE.size(), 2),
        CounterRandom.gaussians(SHAPE.size(), 3)
    };

    private static List<Executor> executors() {
        List<Executor> all = new ArrayList<>(POOLS);
        all.add(Runnable::run);
        return all;
    }

    @AfterAll
    static void stop() {
        POOLS.forEach(ExecutorService::shutdown);
    }

    static Stream<Compressor> allThatCanBeChunked() {
        return Recipes.all().stream()
                .filter(compressor -> !compressor.toString().contains("+chunked("));
    }

    /** Several chunks to a piece, and one. */
    @ParameterizedTest
    @MethodSource("allThatCanBeChunked")
    void payloadsSumsAndStatesAreThoseOfOneThread(Compressor inner) {
        List<Executor> executors = executors();
        for (int i = 0; i < executors.size(); i++) {
            Chunked chunked = new Chunked(inner, i % 2 == 0 ? 5000 : 17_000);
            Encoder alone = chunked.encoder(SHAPE, Seed.of(3));
            Encoder together = chunked.on(executors.get(i)).encoder(SHAPE, Seed.of(3));
            for (int step = 0; step < 2; step++) {
                Payload expected = encode(chunked, alone, gradient(step));
                Payload payload = encode(chunked, together, gradient(step));
                assertThat(bytes(payload)).as("%s, step %d", chunked, step).isEqualTo(bytes(expected));
                requireSameSums(expected, payload, executors.get(i));
            }
            assertThat(state(together)).as("the state of %s", chunked).isEqualTo(state(alone));
        }
    }

    private static void requireSameSums(Payload expected, Payload payload, Executor executor) {
        if (!payload.isIncrement()) {
            float[] sum = gradient(2);
            float[] expectedSum = gradient(2);
            payload.addTo(FloatSlice.of(sum), 0.25f, executor);
            expected.addTo(FloatSlice.of(expectedSum), 0.25f);
            assertThat(sum).isEqualTo(expectedSum);
        }
    }

    @Test
    void aPayloadWithoutChunksIsAddedAsEver() {
        Payload payload = TopK.count(1).compress(1, -3, 2);
        float[] sum = {1, 1, 1};
        payload.addTo(FloatSlice.of(sum), 2f, Runnable::run);
        assertThat(sum).containsExactly(1, -5, 1);
        assertThatThrownBy(() -> payload.addTo(FloatSlice.of(1, 2), 1f, Runnable::run))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a payload of 3 elements cannot be added to 2");
    }

    @Test
    void tensorsOfNoElementsAndOfOneChunkWork() {
        Chunked chunked = new Chunked(TopK.count(1), 100_000);
        for (int size : new int[] {0, 1, 99_999}) {
            Shape shape = Shape.vector(size);
            Payload payload = Payload.allocate(chunked.maxBytes(shape));
            chunked.on(POOLS.get(1))
                    .encoder(shape, Seed.of(1))
                    .encode(FloatSlice.of(CounterRandom.gaussians(size, 1)), payload);
            float[] sum = new float[size];
            payload.addTo(FloatSlice.of(sum), 1f, POOLS.get(1));
            assertThat(sum).isEqualTo(payload.decompress());
        }
    }

    /** The first of them is named, whichever thread finds it when; and no momentum has advanced. */
    @Test
    void aRefusalNamesTheFirstElementAndLeavesNoTrace() {
        Chunked chunked = new Chunked(new LionSign(), 4000);
        for (Executor executor : executors()) {
            Encoder encoder = chunked.on(executor).encoder(SHAPE, Seed.of(1));
            encode(chunked, encoder, gradient(0));
            byte[] before = state(encoder);
            float[] broken = gradient(1);
            broken[39_999] = Float.NaN;
            broken[33_333] = Float.NEGATIVE_INFINITY;
            broken[33_334] = Float.NaN;
            Payload payload = Payload.allocate(chunked.maxBytes(SHAPE));
            assertThatThrownBy(() -> encoder.encode(FloatSlice.of(broken), payload))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("element 33333 of the gradient is -Infinity");
            assertThat(payload.isEmpty()).isTrue();
            assertThat(state(encoder)).isEqualTo(before);
        }
    }

    /** Rejects all, some, and none but forgets them; the last one is as good as a pool that has no thread left for us. */
    @Test
    void anExecutorThatDoesNotHelpIsNotWaitedFor() {
        Chunked chunked = new Chunked(TopK.fraction(0.1), 4000);
        byte[] expected = bytes(encode(chunked, chunked.encoder(SHAPE, Seed.of(5)), gradient(0)));
        Executor refuses = task -> {
            throw new RejectedExecutionException("full");
        };
        List<Runnable> late = new ArrayList<>();
        for (Executor executor : List.<Executor>of(refuses, late::add)) {
            Encoder encoder = chunked.on(executor).encoder(SHAPE, Seed.of(5));
            assertThat(bytes(encode(chunked, encoder, gradient(0)))).isEqualTo(expected);
            byte[] state = state(encoder);
            late.forEach(Runnable::run);
            assertThat(state(encoder)).isEqualTo(state);
        }
        assertThat(late).isNotEmpty();
    }

    @Test
    void aPoolCanBeItsOwnCaller() throws Exception {
        Chunked chunked = new Chunked(TopK.fraction(0.1), 4000);
        byte[] expected = bytes(encode(chunked, chunked.encoder(SHAPE, Seed.of(5)), gradient(0)));
        ExecutorService single = POOLS.get(0);
        Encoder encoder = chunked.on(single).encoder(SHAPE, Seed.of(5));
        byte[] bytes = single.submit(() -> bytes(encode(chunked, encoder, gradient(0))))
                .get();
        assertThat(bytes).isEqualTo(expected);
    }

    @Test
    void anInterruptedCallerFinishesItsStepAndStaysInterrupted() {
        Chunked chunked = new Chunked(TopK.fraction(0.1), 4000);
        byte[] expected = bytes(encode(chunked, chunked.encoder(SHAPE, Seed.of(5)), gradient(0)));
        Encoder encoder = chunked.on(POOLS.get(1)).encoder(SHAPE, Seed.of(5));
        Thread.currentThread().interrupt();
        try {
            assertThat(bytes(encode(chunked, encoder, gradient(0)))).isEqualTo(expected);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void theRecipeIsTheSame() {
        Chunked chunked = new Chunked(new LionSign(), 4000);
        Compressor together = chunked.on(Runnable::run);
        assertThat(together).hasToString(chunked.toString());
        assertThat(together.traits(SHAPE)).isEqualTo(chunked.traits(SHAPE));
        assertThatThrownBy(() -> new Chunked(together, 10)).hasMessageContaining("no chunks of chunks");
    }

    private static float[] gradient(int step) {
        return GRADIENTS[step].clone();
    }

    private static Payload encode(Chunked chunked, Encoder encoder, float[] gradient) {
        Payload payload = Payload.allocate(chunked.maxBytes(SHAPE));
        encoder.encode(FloatSlice.of(gradient), payload);
        return payload;
    }

    private static byte[] bytes(Payload payload) {
        ByteBuffer bytes = ByteBuffer.allocate(payload.byteLength());
        payload.writeTo(bytes);
        return bytes.array();
    }

    private static byte[] state(Encoder encoder) {
        ByteBuffer bytes = ByteBuffer.allocate(encoder.stateBytes());
        encoder.save(bytes);
        return bytes.array();
    }
}
