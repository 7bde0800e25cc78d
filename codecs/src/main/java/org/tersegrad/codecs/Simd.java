package org.tersegrad.codecs;

import org.tersegrad.codecs.internal.ActiveKernels;

/** Tells which kernels this process runs. The bytes are the same with either. */
public final class Simd {
    private Simd() {}

    /** Whether vector kernels are in use; each of them takes over from its scalar form once it is compiled. */
    public static boolean active() {
        return ActiveKernels.SIMD;
    }

    /** In words: {@code SIMD, 128 bits}, or {@code scalar} with the reason. */
    public static String describe() {
        String kernels = ActiveKernels.describe();
        return ActiveKernels.REASON.isEmpty() ? kernels : kernels + ": " + ActiveKernels.REASON;
    }
}
