package org.tersegrad.convergence.cli.record;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.cli.schemes.ErrorMeasurement;
import org.tersegrad.convergence.cli.schemes.Measurement;
import org.tersegrad.convergence.time.recorded.Stopwatch;
import org.tersegrad.testkit.process.ProcessCompressor;

/** A compressor to be recorded. Each message is that of a new encoder. */
interface Entrant extends AutoCloseable {
    /**
     * A message and what arrived.
     *
     * @param bytes as written
     * @param decoded by the receiver
     * @param packedBytes of the message if all its integers were packed
     */
    @SuppressWarnings("ArrayRecordComponent") // made for one measurement and dropped
    record Sent(byte[] bytes, float[] decoded, long packedBytes) {}

    /**
     * Costs of a message; NaN where they are unknown.
     *
     * @param encodeNanos CPU time for each element
     * @param decodeNanos CPU time for each element
     * @param memory at most, as a multiple of the gradient
     */
    record Costs(double encodeNanos, double decodeNanos, double memory) {
        static final Costs UNKNOWN = new Costs(Double.NaN, Double.NaN, Double.NaN);
    }

    /** Measurements of which the least counts. */
    int REPEATS = 7;

    String name();

    String version();

    /**
     * Sends a message.
     *
     * @param gradient not modified
     * @throws IllegalArgumentException if the gradient is rejected
     * @throws org.tersegrad.testkit.process.ProcessFailure if there is no answer
     */
    Sent send(Shape shape, float[] gradient, int seed);

    /** Forgets everything, as a new process does. */
    void restart();

    /**
     * Costs of a gradient; the first request after a restart.
     *
     * @param gradient not modified
     */
    Costs costs(Shape shape, float[] gradient);

    @Override
    void close();

    /** A recipe of this library. Memory is what the thread allocates for an encoder, a message and the decoded floats. */
    record Own(String name, String version, Compressor compressor, Stopwatch stopwatch) implements Entrant {
        @Override
        public Sent send(Shape shape, float[] gradient, int seed) {
            Payload payload = Payload.allocate(compressor.maxBytes(shape));
            compressor.encoder(shape, Seed.of(seed)).encode(FloatSlice.of(gradient), payload);
            byte[] bytes = new byte[payload.byteLength()];
            payload.writeTo(ByteBuffer.wrap(bytes));
            return new Sent(bytes, ErrorMeasurement.decoded(compressor, payload, shape), bytes.length);
        }

        @Override
        public void restart() {
            // It has no state outside encoders.
        }

        @Override
        public Costs costs(Shape shape, float[] gradient) {
            Measurement times = Measurement.of(compressor, shape, gradient, stopwatch);
            long bytes = Long.MAX_VALUE; // the least of several: what is loaded or compiled meanwhile is no part of it
            for (int repeat = 0; repeat < REPEATS; repeat++) {
                bytes = Math.min(bytes, allocated(shape, gradient));
            }
            return new Costs(times.encodeNanos(), times.decodeNanos(), (double) bytes / Float.BYTES / gradient.length);
        }

        private long allocated(Shape shape, float[] gradient) {
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long before = threads.getCurrentThreadAllocatedBytes();
            Payload payload = Payload.allocate(compressor.maxBytes(shape));
            compressor.encoder(shape, Seed.of(1)).encode(FloatSlice.of(gradient), payload);
            ErrorMeasurement.decoded(compressor, payload, shape);
            return threads.getCurrentThreadAllocatedBytes() - before;
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }

    /** A process. Times and memory are those that it tells. */
    record Foreign(String name, String version, ProcessCompressor process) implements Entrant {
        /** For what is loaded at the first message only. */
        private static final Shape SMALL = new Shape(8, 16);

        @Override
        public Sent send(Shape shape, float[] gradient, int seed) {
            ProcessCompressor.Exchange sent = process.exchange(shape, Seed.of(seed), seed, gradient);
            long packed = sent.costs().getOrDefault("packed_bytes", (long) sent.message().length);
            return new Sent(sent.message(), sent.decoded(), packed);
        }

        @Override
        public void restart() {
            process.restart();
        }

        /** The memory of the first large message, and the least time of several. */
        @Override
        public Costs costs(Shape shape, float[] gradient) {
            process.exchange(SMALL, Seed.of(1), 0, Arrays.copyOf(gradient, SMALL.size()));
            double encode = Double.NaN;
            double decode = Double.NaN;
            double memory = Double.NaN;
            for (int repeat = 0; repeat < REPEATS; repeat++) {
                Map<String, Long> costs =
                        process.exchange(shape, Seed.of(1), 0, gradient).costs();
                memory = repeat == 0 ? number(costs, "peak_bytes") : memory;
                encode = least(encode, number(costs, "encode_nanos"));
                decode = least(decode, number(costs, "decode_nanos"));
            }
            int elements = gradient.length;
            return new Costs(encode / elements, decode / elements, memory / Float.BYTES / elements);
        }

        private static double least(double one, double other) {
            return Double.isNaN(one) ? other : Math.min(one, other);
        }

        private static double number(Map<String, Long> costs, String name) {
            return costs.containsKey(name) ? costs.get(name) : Double.NaN;
        }

        @Override
        public void close() {
            process.close();
        }
    }
}
