package org.tersegrad.bench.codecs;

import java.util.Arrays;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;
import org.tersegrad.bench.BenchmarkBase;
import org.tersegrad.codecs.internal.halves.HalfKernels;
import org.tersegrad.codecs.internal.halves.ScalarHalves;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.HalfSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;

/** Tensors of 16-bit floats: conversion, and a step with a residual beside that of 32-bit floats. */
public class HalfBenchmark extends BenchmarkBase {
    private static final HalfKernels SCALAR = new ScalarHalves();

    private final Compressor compressor = Recipe.parse("sign");
    private float[] floats = {};
    private float[] values = {};
    private short[] halves = {};
    private FloatSlice gradient = FloatSlice.of();
    private HalfSlice halfGradient = HalfSlice.bf16();
    private HalfSlice halfTarget = HalfSlice.bf16();
    private Residual residual = new Residual(0);
    private Payload payload = Payload.allocate(Payload.HEADER_BYTES);
    private Encoder encoder = compressor.encoder(Shape.vector(0), Seed.of(1));

    @Setup
    public void setup() {
        floats = gaussian(elements);
        values = new float[elements];
        halves = new short[elements];
        Shape shape = Shape.vector(elements);
        residual = new Residual(elements);
        payload = Payload.allocate(compressor.maxBytes(shape));
        encoder = compressor.encoder(shape, Seed.of(1));
        short[] fp16 = toFp16().clone();
        require(Arrays.equals(fp16, toFp16Scalar()), "toFp16");
        float[] back = fromFp16().clone();
        require(Arrays.equals(back, fromFp16Scalar()), "fromFp16");
        short[] bf16 = toBf16().clone();
        require(Arrays.equals(bf16, toBf16Scalar()), "toBf16");
        float[] expected = fromBf16().clone();
        require(Arrays.equals(expected, fromBf16Scalar()), "fromBf16");
        gradient = FloatSlice.of(expected);
        halfGradient = HalfSlice.bf16(bf16);
        halfTarget = HalfSlice.bf16(new short[elements]);
        String before = feedback().toString();
        residual = new Residual(elements);
        require(before.equals(feedbackBf16().toString()), "feedbackBf16");
    }

    @Benchmark
    public short[] toFp16() {
        HalfKernels.TO_FP16.at(elements).toFp16(floats, 0, elements, halves, 0);
        return halves;
    }

    @Benchmark
    public float[] fromFp16() {
        HalfKernels.FROM_FP16.at(elements).fromFp16(halves, 0, elements, values, 0);
        return values;
    }

    @Benchmark
    public short[] toBf16() {
        HalfKernels.TO_BF16.at(elements).toBf16(floats, 0, elements, halves, 0);
        return halves;
    }

    @Benchmark
    public float[] fromBf16() {
        HalfKernels.FROM_BF16.at(elements).fromBf16(halves, 0, elements, values, 0);
        return values;
    }

    @Benchmark
    public short[] toFp16Scalar() {
        SCALAR.toFp16(floats, 0, elements, halves, 0);
        return halves;
    }

    @Benchmark
    public float[] fromFp16Scalar() {
        SCALAR.fromFp16(halves, 0, elements, values, 0);
        return values;
    }

    @Benchmark
    public short[] toBf16Scalar() {
        SCALAR.toBf16(floats, 0, elements, halves, 0);
        return halves;
    }

    @Benchmark
    public float[] fromBf16Scalar() {
        SCALAR.fromBf16(halves, 0, elements, values, 0);
        return values;
    }

    /** A step of {@code sign} with a residual. */
    @Benchmark
    public Payload feedback() {
        encoder.encode(gradient, residual, payload);
        return payload;
    }

    /** The same for a gradient in bf16. */
    @Benchmark
    public Payload feedbackBf16() {
        encoder.encode(halfGradient, residual, payload);
        return payload;
    }

    /** Adding that payload to a tensor in bf16. */
    @Benchmark
    public HalfSlice addToBf16() {
        payload.addTo(halfTarget, 1f);
        return halfTarget;
    }
}
