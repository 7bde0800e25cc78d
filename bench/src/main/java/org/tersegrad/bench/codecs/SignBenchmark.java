package org.tersegrad.bench.codecs;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;
import org.tersegrad.bench.BenchmarkBase;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.signs.ScalarSigns;
import org.tersegrad.codecs.internal.signs.SignKernels;

/** One bit a float: the sign. */
public class SignBenchmark extends BenchmarkBase {
    private static final SignKernels SCALAR = new ScalarSigns();

    private float[] floats = {};
    private float[] unpacked = {};
    private byte[] packed = {};

    @Setup
    public void setup() {
        floats = randomFloats(elements);
        unpacked = new float[elements];
        packed = new byte[elements / 8];
        byte[] expected = packScalar().clone();
        require(java.util.Arrays.equals(expected, pack()), "pack");
        unpack();
        for (int i = 0; i < elements; i++) {
            require(unpacked[i] == (floats[i] < 0 ? -2f : 2f), "unpack");
        }
        float[] signs = unpacked.clone();
        java.util.Arrays.fill(unpacked, 0f);
        require(java.util.Arrays.equals(signs, unpackScalar()), "unpackScalar");
    }

    @Benchmark
    public byte[] pack() {
        SignKernels.PACK_SIGNS
                .at((elements / Kernels.GROUP) * Kernels.GROUP)
                .packSigns(floats, 0, elements / Kernels.GROUP, packed, 0);
        return packed;
    }

    @Benchmark
    public float[] unpack() {
        SignKernels.UNPACK_SIGNS
                .at((elements / Kernels.GROUP) * Kernels.GROUP)
                .unpackSigns(packed, 0, elements / Kernels.GROUP, 2f, unpacked, 0);
        return unpacked;
    }

    @Benchmark
    public byte[] packScalar() {
        SCALAR.packSigns(floats, 0, elements / Kernels.GROUP, packed, 0);
        return packed;
    }

    @Benchmark
    public float[] unpackScalar() {
        SCALAR.unpackSigns(packed, 0, elements / Kernels.GROUP, 2f, unpacked, 0);
        return unpacked;
    }
}
