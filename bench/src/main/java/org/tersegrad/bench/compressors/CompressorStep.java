package org.tersegrad.bench.compressors;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.tersegrad.bench.BenchmarkBase;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;

/** One compressor and one gradient, taken for a matrix as square as it can be, with all that is needed to send it. */
final class CompressorStep {
    /** How far the error of one message may be above the mean error of many. */
    private static final double LUCK = 4;

    private final FloatSlice gradient;
    private final FloatSlice sum;
    private final Encoder encoder;
    private final Payload payload;
    private final Payload received;
    private final ByteBuffer wire;

    /**
     * @param gradient not modified
     * @throws IllegalStateException if what is decoded is not what the compressor promises
     */
    CompressorStep(String recipe, float[] gradient) {
        Compressor compressor = Recipe.parse(recipe);
        int side = (int) Math.sqrt(gradient.length);
        Shape shape = new Shape(side, gradient.length / side);
        this.gradient = FloatSlice.of(gradient);
        sum = FloatSlice.of(new float[gradient.length]);
        encoder = compressor.encoder(shape, Seed.of(1));
        payload = Payload.allocate(compressor.maxBytes(shape));
        received = Payload.allocate(compressor.maxBytes(shape));
        wire = ByteBuffer.allocate(compressor.maxBytes(shape));
        float[] decoded = encode().decompress();
        checkError(compressor.traits(shape).guarantee(), gradient, decoded);
        send().addTo(sum, 1f);
        BenchmarkBase.require(Arrays.equals(decoded, sum.array()), "decode");
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
        BenchmarkBase.require(product >= 0 && error <= limit * square, "encode");
    }

    Payload encode() {
        encoder.encode(gradient, payload);
        return payload;
    }

    FloatSlice addTo() {
        payload.addTo(sum, 0.125f);
        return sum;
    }

    Payload send() {
        payload.writeTo(wire.clear());
        received.readFrom(wire.flip(), sum.length());
        return received;
    }
}
