package org.tersegrad.compressors.laws;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Mirror;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;

/** What holds in a training that goes on for long: nothing is allocated, and threads change nothing. */
public abstract class SteadyStateLaws {
    private static final Tensor TENSOR = new Tensor(Tensor.Kind.GAUSSIAN, 60, 100, 8);

    /** What is tested. */
    protected abstract List<Subject> subjects();

    @TestFactory
    Stream<DynamicTest> nothingIsAllocatedPerStep() {
        List<Runnable> steps = new ArrayList<>();
        subjects().forEach(subject -> steps.add(step(subject.compressor())));
        for (int i = 0; i < 60; i++) {
            steps.forEach(Runnable::run); // in turn, so that the compiler has seen every compressor
        }
        return Stream.iterate(0, i -> i < steps.size(), i -> i + 1)
                .map(i -> DynamicTest.dynamicTest(
                        subjects().get(i).toString(),
                        () -> assertThat(Allocation.least(steps.get(i))).isZero()));
    }

    /** Encoding, sending, receiving and adding. */
    private static Runnable step(Compressor compressor) {
        int maxBytes = compressor.maxBytes(TENSOR.shape());
        Encoder encoder = compressor.encoder(TENSOR.shape(), Seed.of(1));
        FloatSlice gradient = TENSOR.slice(5);
        Payload sent = Payload.allocate(maxBytes);
        Payload received = Payload.allocate(maxBytes);
        ByteBuffer wire = ByteBuffer.allocate(maxBytes);
        FloatSlice target = FloatSlice.of(new float[TENSOR.size()]);
        Mirror mirror = new Mirror(TENSOR.shape());
        return () -> {
            encoder.encode(gradient, sent);
            sent.writeTo(wire.clear());
            received.readFrom(wire.flip(), TENSOR.size());
            if (received.isIncrement()) {
                mirror.add(received, 0.25f);
                mirror.addTo(target, 0.25f);
            } else {
                received.addTo(target, 0.25f);
            }
        };
    }

    /** Encoders of different tensors work at the same time. */
    @Test
    void threadsChangeNothing() throws Exception {
        List<byte[]> alone = new ArrayList<>();
        for (Subject subject : subjects()) {
            alone.add(threeSteps(subject.compressor()));
        }
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<byte[]>> together = new ArrayList<>();
            for (Subject subject : subjects()) {
                together.add(threads.submit(() -> threeSteps(subject.compressor())));
            }
            for (int i = 0; i < alone.size(); i++) {
                assertThat(together.get(i).get()).as("%s", subjects().get(i)).isEqualTo(alone.get(i));
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static byte[] threeSteps(Compressor compressor) {
        Encoder encoder = compressor.encoder(TENSOR.shape(), Seed.of(2));
        Payload payload = Payload.allocate(compressor.maxBytes(TENSOR.shape()));
        ByteBuffer all = ByteBuffer.allocate(3 * compressor.maxBytes(TENSOR.shape()));
        for (int step = 0; step < 3; step++) {
            encoder.encode(FloatSlice.of(new Tensor(TENSOR.kind(), 60, 100, step).values()), payload);
            payload.writeTo(all);
        }
        byte[] bytes = new byte[all.position()];
        all.flip().get(bytes);
        return bytes;
    }
}
