package org.tersegrad.codecs.internal.halves;

import org.tersegrad.codecs.internal.Kernel;
import org.tersegrad.codecs.internal.Kernels;

/**
 * Floats of 16 bits to floats of 32 bits, which is exact, and back, rounded to nearest, halves to even, as IEEE 754 has it: what is
 * too large becomes infinite. Which bits a NaN has differs from CPU to CPU, so back there is one NaN only, {@code 0x7e00} or
 * {@code 0x7fc0}. Also the little-endian bytes of either, and of floats of 32 bits as they are. Every method takes any count.
 */
public interface HalfKernels {
    Kernel<HalfKernels> FROM_FP16 =
            Kernel.of(new ScalarHalves(), (k, b) -> k.fromFp16(b.shorts, 0, b.count, b.results, 0));
    Kernel<HalfKernels> TO_FP16 = Kernel.of(new ScalarHalves(), (k, b) -> {
        k.toFp16(b.anyFloats, 0, b.count, b.halves, 0);
        k.toFp16(b.scattered, 0, b.count, b.halves, Kernels.GROUP);
    });
    Kernel<HalfKernels> FROM_BF16 =
            Kernel.of(new ScalarHalves(), (k, b) -> k.fromBf16(b.shorts, 0, b.count, b.results, 0));
    Kernel<HalfKernels> TO_BF16 =
            Kernel.of(new ScalarHalves(), (k, b) -> k.toBf16(b.anyFloats, 0, b.count, b.halves, 0));
    Kernel<HalfKernels> PACK_FP16 =
            Kernel.of(new ScalarHalves(), (k, b) -> k.packFp16(b.scattered, 0, b.count, b.packed, 0));
    Kernel<HalfKernels> UNPACK_FP16 =
            Kernel.of(new ScalarHalves(), (k, b) -> k.unpackFp16(b.finiteHalves, 0, b.count, b.results, 0));
    Kernel<HalfKernels> UNPACK_BF16 =
            Kernel.of(new ScalarHalves(), (k, b) -> k.unpackBf16(b.finiteHalves, 0, b.count, b.results, 0));
    Kernel<HalfKernels> PACK_FLOATS =
            Kernel.of(new ScalarHalves(), (k, b) -> k.packFloats(b.floats, 0, b.count, b.packed, 0));
    Kernel<HalfKernels> UNPACK_FLOATS =
            Kernel.of(new ScalarHalves(), (k, b) -> k.unpackFloats(b.bytes, 0, b.count, b.results, 0));

    /**
     * IEEE 754 binary16 to floats.
     *
     * @param halves not modified
     * @param values modified in {@code [to, to + count)}
     */
    void fromFp16(short[] halves, int from, int count, float[] values, int to);

    /**
     * Floats to IEEE 754 binary16.
     *
     * @param values not modified
     * @param halves modified in {@code [to, to + count)}
     */
    void toFp16(float[] values, int from, int count, short[] halves, int to);

    /**
     * bfloat16, the upper halves of floats, to floats.
     *
     * @param halves not modified
     * @param values modified in {@code [to, to + count)}
     */
    void fromBf16(short[] halves, int from, int count, float[] values, int to);

    /**
     * Floats to bfloat16.
     *
     * @param values not modified
     * @param halves modified in {@code [to, to + count)}
     */
    void toBf16(float[] values, int from, int count, short[] halves, int to);

    /**
     * Floats to the bytes of binary16. What is too large becomes infinite, a NaN becomes a NaN or infinite.
     *
     * @param values not modified
     * @param out modified in {@code [to, to + 2 * count)}: little-endian
     */
    void packFp16(float[] values, int from, int count, byte[] out, int to);

    /**
     * The inverse of {@link #packFp16}.
     *
     * @param in not modified; finite numbers, little-endian, from {@code from} on
     * @param values modified in {@code [to, to + count)}
     */
    void unpackFp16(byte[] in, int from, int count, float[] values, int to);

    /**
     * The bytes of bfloat16 to floats.
     *
     * @param in not modified; little-endian, from {@code from} on
     * @param values modified in {@code [to, to + count)}
     */
    void unpackBf16(byte[] in, int from, int count, float[] values, int to);

    /**
     * Floats to their bytes.
     *
     * @param values not modified
     * @param out modified in {@code [to, to + 4 * count)}: little-endian
     */
    void packFloats(float[] values, int from, int count, byte[] out, int to);

    /**
     * The inverse of {@link #packFloats}.
     *
     * @param in not modified
     * @param values modified in {@code [to, to + count)}
     */
    void unpackFloats(byte[] in, int from, int count, float[] values, int to);
}
