package org.tersegrad.convergence.cli.schemes;

import java.util.function.Consumer;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Mirror;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;

/**
 * A quick measurement of a compressor on a tensor, not a benchmark. The best run counts, because whatever disturbs a run makes it
 * slower, and there are more runs as long as the compiler of the JVM makes them faster.
 *
 * @param bits of the payload of the first step, for each element
 * @param encodeNanos for each element
 * @param decodeNanos for each element: adding the payload to a tensor
 */
record Measurement(double bits, double encodeNanos, double decodeNanos) {
    /** A run that is faster by less than this is no news. */
    private static final double NEWS = 0.97;

    private static final int LEAST_RUNS = 6;

    /**
     * @param tensor not modified; at least one element
     * @param seconds how long to go on after the last run that was faster; three times as long at most
     */
    static Measurement of(Compressor compressor, Shape shape, float[] tensor, double seconds) {
        Encoder encoder = compressor.encoder(shape, Seed.of(1));
        Payload payload = Payload.allocate(compressor.maxBytes(shape));
        FloatSlice gradient = FloatSlice.of(tensor);
        encoder.encode(gradient, payload);
        Consumer<Payload> receiver = receiver(payload, shape);
        double bits = payload.bits();
        long encode = Long.MAX_VALUE;
        long decode = Long.MAX_VALUE;
        long start = System.nanoTime();
        long news = start;
        long now = start;
        for (int run = 0; run < LEAST_RUNS || (now - news < seconds * 1e9 && now - start < 3 * seconds * 1e9); run++) {
            long before = System.nanoTime();
            encoder.encode(gradient, payload);
            long between = System.nanoTime();
            receiver.accept(payload);
            now = System.nanoTime();
            if (between - before < NEWS * encode || now - between < NEWS * decode) {
                news = now;
            }
            encode = Math.min(encode, between - before);
            decode = Math.min(decode, now - between);
        }
        double elements = tensor.length;
        return new Measurement(bits / elements, encode / elements, decode / elements);
    }

    private static Consumer<Payload> receiver(Payload first, Shape shape) {
        if (first.isIncrement()) {
            Mirror mirror = new Mirror(shape);
            return payload -> mirror.add(payload, 1f);
        }
        FloatSlice target = FloatSlice.of(new float[shape.size()]);
        return payload -> payload.addTo(target, 1f);
    }

    /** The best of both. */
    Measurement orBetter(Measurement other) {
        return new Measurement(
                bits, Math.min(encodeNanos, other.encodeNanos), Math.min(decodeNanos, other.decodeNanos));
    }
}
