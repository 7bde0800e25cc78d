package org.tersegrad.testkit;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Mirror;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.PayloadSum;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Slice;

/** Laws of a long training: nothing is allocated per step, and threads change nothing. */
final class SteadyStateChecks {
    private static final Tensor TENSOR = new Tensor(Tensor.Kind.GAUSSIAN, 60, 100, 8);
    /** Less than a group of 512, and some groups and a rest. */
    private static final Tensor SMALL = new Tensor(Tensor.Kind.GAUSSIAN, 7, 23, 8);

    private static final Tensor MIDDLING = new Tensor(Tensor.Kind.GAUSSIAN, 30, 50, 8);

    private static final int THREADS = 4;

    static final List<CompressorLaw> LAWS = List.of(
            new CompressorLaw.OfCases(
                    new Law(
                            "SteadyStateLaws",
                            "nothingIsAllocatedPerStep",
                            "encoding, sending, receiving and adding allocate nothing once they are compiled, measured"),
                    CompressorLaw.Scope.ALL,
                    0,
                    (subject, cases) -> nothingIsAllocatedPerStep(subject)),
            new CompressorLaw.OfCases(
                    new Law(
                            "SteadyStateLaws",
                            "threadsChangeNothing",
                            "encoders of different tensors can work at the same time"),
                    CompressorLaw.Scope.ALL,
                    0,
                    (subject, cases) -> threadsChangeNothing(Collections.nCopies(THREADS, subject))));

    private SteadyStateChecks() {}

    private static void nothingIsAllocatedPerStep(Subject subject) {
        steps(List.of(subject)).forEach((name, step) -> {
            long bytes = SteadyState.leastInThisJvm(step);
            Require.that(bytes == 0, name + ": a step allocates " + bytes + " bytes");
        });
    }

    static Map<String, Runnable> steps(List<Subject> subjects) {
        Map<String, Runnable> steps = new LinkedHashMap<>();
        for (Tensor tensor : new Tensor[] {SMALL, MIDDLING}) {
            for (Subject subject : subjects) {
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
        Payload received = Messages.receiver(Messages.first(compressor, tensor), maxBytes);
        ByteBuffer wire = ByteBuffer.allocate(maxBytes);
        FloatSlice target = FloatSlice.of(new float[tensor.size()]);
        Mirror mirror = new Mirror(compressor, tensor.shape());
        PayloadSum sum = new PayloadSum(target, 0.25f);
        boolean small = tensor.equals(SMALL);
        List<Slice> others = Stream.of(small ? Stored.Kind.FP16 : Stored.Kind.BF16, Stored.Kind.DIRECT_FLOATS)
                .map(kind -> kind.of(tensor, 5).slice())
                .toList();
        return () -> {
            for (int i = 0; i < others.size(); i++) {
                encoder.encode(others.get(i), sent);
                if (!sent.isIncrement()) {
                    sent.addTo(others.get(i), 0x1p-20f); // stays finite
                }
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

    static void threadsChangeNothing(List<Subject> subjects) {
        List<byte[]> alone = new ArrayList<>();
        for (Subject subject : subjects) {
            alone.add(threeSteps(subject.compressor()));
        }
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<byte[]>> together = new ArrayList<>();
            for (Subject subject : subjects) {
                together.add(threads.submit(() -> threeSteps(subject.compressor())));
            }
            for (int i = 0; i < alone.size(); i++) {
                Require.equal(together.get(i).get(), alone.get(i), subjects.get(i) + " in several threads");
            }
        } catch (ExecutionException e) {
            throw new AssertionError("in several threads: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
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
