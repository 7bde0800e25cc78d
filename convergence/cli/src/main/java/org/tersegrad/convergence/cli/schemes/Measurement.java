package org.tersegrad.convergence.cli.schemes;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Mirror;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.time.recorded.KnownMachine;
import org.tersegrad.convergence.time.recorded.Stopwatch;
import org.tersegrad.convergence.time.recorded.Timing;

/**
 * A quick measurement of a compressor on a tensor, not a benchmark.
 *
 * @param bits of the payload of the first step, for each element
 * @param encodeNanos for each element
 * @param decodeNanos for each element: adding the payload to a tensor
 * @param doubt why these times cannot be trusted, and what is shown instead; empty if they can
 */
public record Measurement(double bits, double encodeNanos, double decodeNanos, Optional<String> doubt) {
    /**
     * Measures.
     *
     * @param tensor not modified; at least one element
     */
    public static Measurement of(Compressor compressor, Shape shape, float[] tensor, Stopwatch stopwatch) {
        Steps steps = new Steps(compressor, shape, tensor, stopwatch);
        Timing timing = stopwatch.time(List.of(steps)).get(0);
        double elements = tensor.length;
        return new Measurement(
                steps.bits / elements,
                timing.encodeSeconds() * 1e9 / elements,
                timing.addSeconds() * 1e9 / elements,
                timing.doubt());
    }

    /** Encodes the same tensor, and decodes it, again and again. */
    private static final class Steps implements Stopwatch.Subject {
        private final Compressor compressor;
        private final Stopwatch stopwatch;
        private final Encoder encoder;
        private final Payload payload;
        private final FloatSlice gradient;
        private final Consumer<Payload> receiver;
        private final double bits;

        Steps(Compressor compressor, Shape shape, float[] tensor, Stopwatch stopwatch) {
            this.compressor = compressor;
            this.stopwatch = stopwatch;
            encoder = compressor.encoder(shape, Seed.of(1));
            payload = Payload.allocate(compressor.maxBytes(shape));
            gradient = FloatSlice.of(tensor);
            encoder.encode(gradient, payload);
            receiver = receiver(compressor, payload, shape);
            bits = payload.bits();
        }

        private static Consumer<Payload> receiver(Compressor compressor, Payload first, Shape shape) {
            if (first.isIncrement()) {
                Mirror mirror = new Mirror(compressor, shape);
                return payload -> mirror.add(payload, 1f);
            }
            FloatSlice target = FloatSlice.of(new float[shape.size()]);
            return payload -> payload.addTo(target, 1f);
        }

        @Override
        public Stopwatch.Nanos step() {
            long before = stopwatch.cpu().getAsLong();
            encoder.encode(gradient, payload);
            long between = stopwatch.cpu().getAsLong();
            receiver.accept(payload);
            return new Stopwatch.Nanos(between - before, stopwatch.cpu().getAsLong() - between);
        }

        @Override
        public int elements() {
            return gradient.length();
        }

        @Override
        public Object family() {
            return compressor;
        }

        @Override
        public Optional<Timing> record() {
            return KnownMachine.here().flatMap(machine -> machine.compressor(compressor.toString(), elements()));
        }
    }

    /** The bandwidth, in Gbit/s, above which coding takes longer than it saves against floats sent as they are; 0 if always. */
    double breakEven() {
        return Math.max(0, Float.SIZE - bits) / (encodeNanos + decodeNanos);
    }

    /** The best of both; one that can be trusted, if there is one. */
    Measurement orBetter(Measurement other) {
        if (doubt.isPresent() != other.doubt.isPresent()) {
            return doubt.isPresent() ? other : this;
        }
        return new Measurement(
                bits, Math.min(encodeNanos, other.encodeNanos), Math.min(decodeNanos, other.decodeNanos), doubt);
    }
}
