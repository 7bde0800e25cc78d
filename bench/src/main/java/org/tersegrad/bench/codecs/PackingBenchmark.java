package org.tersegrad.bench.codecs;

import me.lemire.integercompression.BitPacking;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.tersegrad.bench.BenchmarkBase;
import org.tersegrad.codecs.FixedWidth;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.integers.PackingKernels;
import org.tersegrad.codecs.internal.integers.ScalarPacking;

/** Fixed-width fields: ours, our scalar kernels, and JavaFastPFOR's scalar packer, which does not check its input. */
public class PackingBenchmark extends BenchmarkBase {
    private static final PackingKernels SCALAR = new ScalarPacking();
    private static final int PEER_BLOCK = 32;

    @Param({"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16"})
    public int width;

    private int[] fields = {};
    private int[] unpacked = {};
    private byte[] packed = {};
    private int[] peerPacked = {};

    @Setup
    public void setup() {
        fields = randomFields(elements, width);
        unpacked = new int[elements];
        packed = new byte[FixedWidth.byteLength(elements, width)];
        peerPacked = new int[elements / 32 * width];
        byte[] expected = packScalar().clone();
        require(java.util.Arrays.equals(expected, pack()), "pack");
        requireEqual(fields, unpack(), "unpack");
        java.util.Arrays.fill(unpacked, -1);
        requireEqual(fields, unpackScalar(), "unpackScalar");
        java.util.Arrays.fill(unpacked, -1);
        packPeer();
        requireEqual(fields, unpackPeer(), "unpackPeer");
    }

    @Benchmark
    public byte[] pack() {
        FixedWidth.pack(fields, 0, elements, width, packed, 0);
        return packed;
    }

    @Benchmark
    public int[] unpack() {
        FixedWidth.unpack(packed, 0, packed.length, width, unpacked, 0, elements);
        return unpacked;
    }

    @Benchmark
    public byte[] packScalar() {
        SCALAR.pack(fields, 0, elements / Kernels.GROUP, width, packed, 0);
        return packed;
    }

    @Benchmark
    public int[] unpackScalar() {
        SCALAR.unpack(packed, 0, elements / Kernels.GROUP, width, unpacked, 0);
        return unpacked;
    }

    @Benchmark
    public int[] packPeer() {
        for (int i = 0, to = 0; i < elements; i += PEER_BLOCK, to += width) {
            BitPacking.fastpackwithoutmask(fields, i, peerPacked, to, width);
        }
        return peerPacked;
    }

    @Benchmark
    public int[] unpackPeer() {
        for (int i = 0, from = 0; i < elements; i += PEER_BLOCK, from += width) {
            BitPacking.fastunpack(peerPacked, from, unpacked, i, width);
        }
        return unpacked;
    }
}
