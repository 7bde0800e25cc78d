package org.tersegrad.bench;

import java.util.Arrays;
import java.util.Locale;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.api.ops.executioner.OpExecutioner;
import org.nd4j.linalg.factory.Nd4j;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Recipe;

/**
 * Plus or minus tau for each element of a Gaussian gradient that is larger: {@code strom(tau)} beside ND4J's two encodings,
 * 32 bits for an element that is sent, or 2 bits for every element.
 *
 * <p>A time is that of encoding and of adding what was sent to an array. It cannot be less: ND4J takes what it sends out of
 * the gradient, and would find less in it each time; here it is added back. Its threshold encoding sends exactly what ours
 * does; its bitmap, half of tau as well, for negative elements between a half and a whole one. ND4J may use several threads, ours is one.
 *
 * <p>It needs native libraries of several megabytes, so it is only built on demand:
 *
 * <pre>
 *   mvn -Pnd4j -pl bench -am package
 *   java --add-modules jdk.incubator.vector -jar bench/target/benchmarks.jar Nd4j
 * </pre>
 */
public class Nd4jBenchmark extends BenchmarkBase {
    /** Beyond them are 0.1, 1 and 10 % of the elements. */
    @Param({"3.2905", "2.5758", "1.6449"})
    public float tau;

    private final OpExecutioner executioner = Nd4j.getExecutioner();
    private FloatSlice gradient = FloatSlice.of();
    private FloatSlice sum = FloatSlice.of();
    private Payload payload = Payload.allocate(Payload.HEADER_BYTES);
    private Encoder encoder = Recipe.parse("dense").encoder(Shape.vector(0), Seed.of(0));
    private INDArray peerGradient = Nd4j.zeros(1);

    @Setup
    public void setup() {
        Compressor compressor = Recipe.parse("strom(" + tau + ")");
        Shape shape = Shape.vector(elements);
        gradient = FloatSlice.of(gaussian(elements));
        sum = FloatSlice.of(new float[elements]);
        payload = Payload.allocate(compressor.maxBytes(shape));
        encoder = compressor.encoder(shape, Seed.of(1));
        peerGradient = Nd4j.createFromArray(gradient.array());
        strom();
        INDArray threshold = executioner.thresholdEncode(peerGradient.dup(), tau);
        INDArray bitmap = executioner.bitmapEncode(peerGradient.dup(), tau);
        INDArray decoded = Nd4j.zeros(elements);
        executioner.thresholdDecode(threshold, decoded);
        require(Arrays.equals(decoded.toFloatVector(), payload.decompress()), "threshold");
        decoded = Nd4j.zeros(elements);
        executioner.bitmapDecode(bitmap, decoded);
        checkBitmap(decoded.toFloatVector());
        System.out.printf(
                Locale.ROOT,
                "Bits per element: Tersegrad %.3f, threshold %.3f, bitmap %.3f%n",
                8.0 * payload.byteLength() / elements,
                32.0 * threshold.length() / elements,
                32.0 * bitmap.length() / elements);
    }

    private void checkBitmap(float[] decoded) {
        float[] expected = payload.decompress();
        for (int i = 0; i < elements; i++) {
            boolean half = expected[i] == 0 && gradient.array()[i] <= -tau / 2;
            require(decoded[i] == (half ? -tau / 2 : expected[i]), "bitmap");
        }
    }

    @Benchmark
    public FloatSlice strom() {
        encoder.encode(gradient, payload);
        payload.addTo(sum, 1f);
        return sum;
    }

    @Benchmark
    public INDArray threshold() {
        INDArray message = executioner.thresholdEncode(peerGradient, tau);
        executioner.thresholdDecode(message, peerGradient);
        return peerGradient;
    }

    @Benchmark
    public INDArray bitmap() {
        INDArray message = executioner.bitmapEncode(peerGradient, tau);
        executioner.bitmapDecode(message, peerGradient);
        return peerGradient;
    }
}
