package org.tersegrad.compressors.internal.bodies;

import org.tersegrad.codecs.MalformedInputException;

/**
 * The ways in which a body can be read. The number of a scheme is part of the wire format and never reused; several
 * compressors may share one, as all that send indices and values do.
 */
@SuppressWarnings("ImmutableEnumChecker") // a body is stateless
public enum BodyKind {
    DENSE(1, new DenseBody()),
    FP16(2, new HalfBody(HalfFloat.FP16)),
    BF16(3, new HalfBody(HalfFloat.BF16)),
    SPARSE(4, new SparseBody()),
    RANDOM_SUBSET(5, new RandomSubsetBody()),
    SPARSE_SIGNS(6, new SparseSignsBody()),
    LEVELS(7, new LevelsBody()),
    SIGNS(8, new SignsBody()),
    TWO_MEANS(9, new TwoMeansBody()),
    NATURAL(10, new NaturalBody()),
    LOW_RANK(11, new LowRankBody()),
    CHUNKS(12, new ChunksBody()),
    NAMED(13, new NamedBody()),
    ROTATED(14, new RotatedBody()),
    BLOCK_FLOATS(15, new BlockFloatsBody()),
    LOSSLESS(16, new LosslessBody()),
    COSINE(17, new CosineBody()),
    AFFINE(18, new AffineBody());

    private static final BodyKind[] ALL = values();

    private final int id;
    private final Body body;

    BodyKind(int id, Body body) {
        this.id = id;
        this.body = body;
    }

    public int id() {
        return id;
    }

    public Body body() {
        return body;
    }

    /** The scheme with this number, which is one of ours. */
    public static BodyKind of(int id) {
        return of(id, 0);
    }

    /**
     * The scheme with this number.
     *
     * @param at where the number stands, for the message if there is none
     */
    public static BodyKind of(int id, int at) {
        for (BodyKind scheme : ALL) {
            if (scheme.id == id) {
                return scheme;
            }
        }
        throw new MalformedInputException(at, "scheme " + (id & 0xff) + " is not known");
    }
}
