package org.tersegrad.codecs;

import org.tersegrad.codecs.internal.ActiveKernels;
import org.tersegrad.codecs.internal.ScalarKernels;

/** Tells which kernels this process runs. The bytes are the same with either. */
public final class Simd {
    private Simd() {}

    /** Whether the vector kernels are in use. */
    public static boolean active() {
        return !(ActiveKernels.KERNELS instanceof ScalarKernels);
    }

    /** In words: {@code SIMD, 128 bits}, or {@code scalar} with the reason. */
    public static String describe() {
        String kernels = ActiveKernels.KERNELS.describe();
        return ActiveKernels.REASON.isEmpty() ? kernels : kernels + ": " + ActiveKernels.REASON;
    }
}
