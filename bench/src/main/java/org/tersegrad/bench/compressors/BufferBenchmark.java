package org.tersegrad.bench.compressors;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Arrays;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.tersegrad.compressors.BufferSlice;
import org.tersegrad.compressors.Buffers;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;

/** A step with tensors in a direct buffer, in place and with a copy of the whole tensor, beside {@link CompressorStep} on arrays. */
public class BufferBenchmark extends CompressorStep {
    @Param({"dense", "bf16", "int8(nearest)", "int8", "sign", "natural", "topk(0.01)", "topk(0.01)+ef", "int8(nearest)+ef"})
    public String recipe = "";

    @Param({"1048576", "16777216"})
    public int elements;

    private Encoder encoder = Recipe.parse("dense").encoder(Shape.vector(0), Seed.of(1));
    private FloatBuffer gradientBuffer = FloatBuffer.allocate(0);
    private FloatBuffer sumBuffer = FloatBuffer.allocate(0);
    private BufferSlice gradient = BufferSlice.of(gradientBuffer);
    private BufferSlice sum = BufferSlice.of(sumBuffer);
    private FloatSlice copy = FloatSlice.of();

    @Setup
    public void setup() {
        Compressor compressor = Recipe.parse(recipe);
        float[] floats = gaussian(elements);
        prepare(compressor, floats);
        gradientBuffer = direct().put(floats).flip();
        sumBuffer = direct();
        gradient = BufferSlice.of(gradientBuffer);
        sum = BufferSlice.of(sumBuffer);
        copy = FloatSlice.of(new float[elements]);
        encoder = compressor.encoder(square(elements), Seed.of(1).ofWorker(3, 8));
        encodeInPlace();
        payload.addTo(sum, 1f);
        require(Arrays.equals(payload.decompress(), sum.floats().array()), "in place");
    }

    private FloatBuffer direct() {
        return ByteBuffer.allocateDirect(Math.multiplyExact(Float.BYTES, elements))
                .order(ByteOrder.nativeOrder())
                .asFloatBuffer();
    }

    @Benchmark
    public Payload encodeInPlace() {
        encoder.encode(gradient, payload);
        return payload;
    }

    @Benchmark
    public Payload encodeCopy() {
        Buffers.copy(gradientBuffer.rewind(), copy);
        encoder.encode(copy, payload);
        return payload;
    }

    @Benchmark
    public BufferSlice addToInPlace() {
        payload.addTo(sum, 0.125f);
        return sum;
    }

    @Benchmark
    public FloatBuffer addToCopy() {
        Buffers.copy(sumBuffer.rewind(), copy);
        payload.addTo(copy, 0.125f);
        Buffers.copy(copy, sumBuffer.rewind());
        return sumBuffer;
    }
}
