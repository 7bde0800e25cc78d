package org.tersegrad.compressors.internal.bodies;

/**
 * The numbers of schemes. They are part of the wire format and never reused; several compressors may share one, as all that send
 * indices and values do. They stand apart from the readers of all bodies, so that a writer knows its number and nothing else of the others.
 */
public final class BodyNumbers {
    public static final int DENSE = 1;
    public static final int FP16 = 2;
    public static final int BF16 = 3;
    public static final int SPARSE = 4;
    public static final int RANDOM_SUBSET = 5;
    public static final int SPARSE_SIGNS = 6;
    public static final int LEVELS = 7;
    public static final int SIGNS = 8;
    public static final int TWO_MEANS = 9;
    public static final int NATURAL = 10;
    public static final int LOW_RANK = 11;
    public static final int CHUNKS = 12;
    public static final int NAMED = 13;
    public static final int ROTATED = 14;
    public static final int BLOCK_FLOATS = 15;
    public static final int LOSSLESS = 16;
    public static final int COSINE = 17;
    public static final int AFFINE = 18;

    private BodyNumbers() {}
}
