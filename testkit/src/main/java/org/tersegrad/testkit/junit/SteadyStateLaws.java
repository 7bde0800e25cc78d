package org.tersegrad.compressors.laws;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.HalfSlice;
import org.tersegrad.compressors.Mirror;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.PayloadSum;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.floats.Half;

/** What holds in a training that goes on for long: nothing is allocated, and threads change nothing. */
public abstract class SteadyStateLaws implements Supplier<Map<String, Runnable>> {
    private static final Tensor TENSOR = new Tensor(Tensor.Kind.GAUSSIAN, 60, 100, 8);
    /** Less than a group of 512, and some groups and a rest. */
    private static final Tensor SMALL = new Tensor(Tensor.Kind.GAUSSIAN, 7, 23, 8);

    private static final Tensor MIDDLING = new Tensor(Tensor.Kind.GAUSSIAN, 30, 50, 8);

    /** What is tested. */
    protected abstract List<Subject> subjects();

    /** A few orders in which the steps of all subjects are compiled, each in a JVM of its own. */
    @TestFactory
    Stream<DynamicTest> nothingIsAllocatedPerStep() {
        return SteadyState.orders().stream()
                .map(order -> DynamicTest.dynamicTest(
                        "order " + order,
                        () -> assertThat(SteadyState.bytesPerCall(getClass(), order))
                                .allSatisfy((step, bytes) ->
                                        assertThat(bytes).as("%s", step).isZero())));
    }

    /** A step of every subject, by name: encoding, sending, receiving and adding, in 16 bits and in 32. For the JVM that measures them. */
    @Override
    public final Map<String, Runnable> get() {
        Map<String, Runnable> steps = new LinkedHashMap<>();
        for (Tensor tensor : new Tensor[] {SMALL, MIDDLING}) {
            for (Subject subject : subjects()) {
                steps.put(subject + " of " + tensor.size() + " elements", step(subject.compressor(), tensor));
            }
        }
        return steps;
    }

    private static Runnable step(Compressor compressor, Tensor tensor) {
        int maxBytes = compressor.maxBytes(tensor.shape());
        Encoder encoder = compressor.encoder(tensor.shape(), Seed.of(1));
        FloatSlice gradient = tensor.slice(5);
        Payload sent = Payload.allocate(maxBytes);
        Payload received = Payload.allocate(maxBytes);
        ByteBuffer wire = ByteBuffer.allocate(maxBytes);
        FloatSlice target = FloatSlice.of(new float[tensor.size()]);
        Mirror mirror = new Mirror(tensor.shape());
        PayloadSum sum = new PayloadSum(target, 0.25f);
        HalfSlice halves = Halves.of(tensor, tensor.equals(SMALL) ? Half.Format.FP16 : Half.Format.BF16, 5);
        HalfSlice halfTarget = new HalfSlice(new short[tensor.size()], 0, tensor.size(), halves.format());
        return () -> {
            encoder.encode(halves, sent);
            if (!sent.isIncrement()) {
                sent.addTo(halfTarget, 0.25f);
            }
            encoder.encode(gradient, sent);
            sent.writeTo(wire.clear());
            received.readFrom(wire.flip(), tensor.size());
            if (received.isIncrement()) {
                mirror.add(received, 0.25f);
                mirror.addTo(target, 0.25f);
            } else {
                received.addTo(target, 0.25f);
                sum.add(received); // every eighth time, eight are added
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
