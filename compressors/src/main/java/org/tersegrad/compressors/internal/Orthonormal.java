package org.tersegrad.compressors.internal;

/** Makes vectors orthonormal. */
public final class Orthonormal {
    private Orthonormal() {}

    /** Rows. */
    public static void rows(float[] rows, int count, int length) {
        throw new UnsupportedOperationException();
    }
}
