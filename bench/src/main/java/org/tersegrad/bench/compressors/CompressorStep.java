package org.tersegrad.bench.compressors;

import java.util.Arrays;
import org.openjdk.jmh.annotations.Benchmark;
import org.tersegrad.bench.BenchmarkDefaults;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;

/** A step of one compressor with one gradient: from the gradient to a payload, and from the payload into a sum of gradients. */
public abstract class CompressorStep extends BenchmarkDefaults {
    /** Tolerance of the error of one message over the mean error of many. */
    private static final double LUCK = 4;

    private FloatSlice gradient = FloatSlice.of();
    private FloatSlice sum = FloatSlice.of();
    private Encoder encoder = Recipe.parse("dense").encoder(Shape.vector(0), Seed.of(1));

    /** The message of the last {@link #encode}. */
    Payload payload = Payload.allocate(Payload.HEADER_BYTES);

    /**
     * Prepares the benchmark.
     *
     * @param floats the gradient, as a matrix that is as near to a square as powers of two allow; not modified
     * @throws IllegalStateException if what is decoded is not what the compressor promises
     */
    void prepare(Compressor compressor, float[] floats) {
        Shape shape = square(floats.length);
        gradient = FloatSlice.of(floats);
        sum = FloatSlice.of(new float[floats.length]);
        encoder =
                compressor.encoder(shape, Seed.of(1).ofWorker(3, 8)); // of a group, as some round in agreement with it
        payload = Payload.allocate(compressor.maxBytes(shape));
        float[] decoded = encode().decompress();
        checkError(compressor.traits(shape).guarantee(), floats, decoded);
        payload.addTo(sum, 1f);
        require(Arrays.equals(decoded, sum.array()), "addTo");
    }

    /** A matrix of {@code elements} elements that is as near to a square as powers of two allow. */
    public static Shape square(int elements) {
        int rows = Integer.highestOneBit((int) Math.sqrt(elements));
        return new Shape(rows, elements / rows);
    }

    /** Beside the promise, if there is one: nothing points away from the gradient. A few elements at random may all be 0. */
    private static void checkError(Guarantee guarantee, float[] gradient, float[] decoded) {
        double error = 0;
        double square = 0;
        double product = 0;
        for (int i = 0; i < gradient.length; i++) {
            double difference = (double) decoded[i] - gradient[i];
            error += difference * difference;
            square += (double) gradient[i] * gradient[i];
            product += (double) decoded[i] * gradient[i];
        }
        double luck = guarantee instanceof Guarantee.Unbiased ? LUCK : 1;
        double limit = luck * guarantee.relativeError();
        require(product >= 0 && error <= limit * square, "encode");
    }

    @Benchmark
    public Payload encode() {
        encoder.encode(gradient, payload);
        return payload;
    }

    @Benchmark
    public FloatSlice addTo() {
        payload.addTo(sum, 0.125f);
        return sum;
    }
}
