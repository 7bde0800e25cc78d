package org.tersegrad.compressors.internal.bodies.kinds;

import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.floats.BlockFloatsBody;
import org.tersegrad.compressors.floats.DenseBody;
import org.tersegrad.compressors.floats.HalfBody;
import org.tersegrad.compressors.floats.LosslessBody;
import org.tersegrad.compressors.floats.NaturalBody;
import org.tersegrad.compressors.internal.bodies.Body;
import org.tersegrad.compressors.internal.bodies.BodyNumbers;
import org.tersegrad.compressors.internal.bodies.HalfFloat;
import org.tersegrad.compressors.internal.bodies.NamedBody;
import org.tersegrad.compressors.levels.AffineBody;
import org.tersegrad.compressors.levels.LevelsBody;
import org.tersegrad.compressors.signs.SignsBody;
import org.tersegrad.compressors.signs.TwoMeansBody;
import org.tersegrad.compressors.sparse.RandomSubsetBody;
import org.tersegrad.compressors.sparse.SparseBody;
import org.tersegrad.compressors.sparse.SparseSignsBody;
import org.tersegrad.compressors.transforms.CosineBody;
import org.tersegrad.compressors.transforms.LowRankBody;
import org.tersegrad.compressors.transforms.RotatedBody;

/**
 * The ways in which a body can be read.
 */
@SuppressWarnings("ImmutableEnumChecker") // a body is stateless
public enum BodyKind {
    DENSE(BodyNumbers.DENSE, new DenseBody()),
    FP16(BodyNumbers.FP16, new HalfBody(HalfFloat.FP16)),
    BF16(BodyNumbers.BF16, new HalfBody(HalfFloat.BF16)),
    SPARSE(BodyNumbers.SPARSE, new SparseBody()),
    RANDOM_SUBSET(BodyNumbers.RANDOM_SUBSET, new RandomSubsetBody()),
    SPARSE_SIGNS(BodyNumbers.SPARSE_SIGNS, new SparseSignsBody()),
    LEVELS(BodyNumbers.LEVELS, new LevelsBody()),
    SIGNS(BodyNumbers.SIGNS, new SignsBody()),
    TWO_MEANS(BodyNumbers.TWO_MEANS, new TwoMeansBody()),
    NATURAL(BodyNumbers.NATURAL, new NaturalBody()),
    LOW_RANK(BodyNumbers.LOW_RANK, new LowRankBody()),
    CHUNKS(BodyNumbers.CHUNKS, new ChunksBody()),
    NAMED(BodyNumbers.NAMED, new NamedBody()),
    ROTATED(BodyNumbers.ROTATED, new RotatedBody()),
    BLOCK_FLOATS(BodyNumbers.BLOCK_FLOATS, new BlockFloatsBody()),
    LOSSLESS(BodyNumbers.LOSSLESS, new LosslessBody()),
    COSINE(BodyNumbers.COSINE, new CosineBody()),
    AFFINE(BodyNumbers.AFFINE, new AffineBody());

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
