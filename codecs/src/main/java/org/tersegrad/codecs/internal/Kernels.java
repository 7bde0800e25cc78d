package org.tersegrad.codecs.internal;

import org.tersegrad.codecs.internal.floats.AdditionKernels;
import org.tersegrad.codecs.internal.floats.LevelKernels;
import org.tersegrad.codecs.internal.floats.ReductionKernels;
import org.tersegrad.codecs.internal.floats.RoundingKernels;
import org.tersegrad.codecs.internal.floats.SelectionKernels;
import org.tersegrad.codecs.internal.halves.HalfKernels;
import org.tersegrad.codecs.internal.integers.FieldKernels;
import org.tersegrad.codecs.internal.integers.GapKernels;
import org.tersegrad.codecs.internal.integers.PackingKernels;
import org.tersegrad.codecs.internal.integers.RandomKernels;
import org.tersegrad.codecs.internal.lowrank.LowRankKernels;
import org.tersegrad.codecs.internal.rotations.RotationKernels;
import org.tersegrad.codecs.internal.signs.SignKernels;
import org.tersegrad.codecs.internal.signs.VoteKernels;
import org.tersegrad.codecs.internal.smallfloats.SmallFloatKernels;
import org.tersegrad.codecs.internal.sums.SumKernels;

/**
 * The SIMD seam: every loop over a whole tensor that is worth vectorizing stands behind one of these interfaces, once.
 *
 * <p>{@link ScalarKernels} is always there and is the specification; {@link VectorKernels} gives the same bits faster.
 * {@link ActiveKernels} has the ones in use. Kernels work on whole groups, unless they say that they take any count, and trust
 * their arguments: the public classes check them at the door.
 *
 * <p><b>Layout.</b> A group has sixteen lanes and as many slots as fit: element {@code 16 * slot + lane}. A lane is one
 * 32-bit little-endian word, or {@code width} of them sixteen words apart. Sixteen lanes are one, two or four vectors at
 * 512, 256 or 128 bits, so no CPU can be told from the bytes.
 */
public interface Kernels {
    /** Lanes in a group. */
    int LANES = 16;
    /** Elements in a group of fixed-width fields: 32 slots in each lane, so that any width fills whole words. */
    int GROUP = 32 * LANES;
    /** Elements in a group of base-3 digits: a lane is four bytes of five digits. */
    int TRIT_GROUP = 20 * LANES;
    /** Bytes that a group of base-3 digits, or one word of every lane, takes. */
    int ROW_BYTES = 4 * LANES;
    /** Where the dither of a group stands behind its random words, of which each element takes a half. */
    int DITHER = GROUP / 2;
    /** Words for the rounding of one group: random ones and the dither of each lane. */
    int ROUNDING_WORDS = DITHER + LANES;

    /** What runs, in words: for people and for logs. */
    String describe();

    PackingKernels packing();

    GapKernels gaps();

    FieldKernels fields();

    RandomKernels random();

    SignKernels signs();

    VoteKernels votes();

    SumKernels sums();

    HalfKernels halves();

    ReductionKernels reductions();

    AdditionKernels additions();

    RoundingKernels rounding();

    LevelKernels levels();

    SelectionKernels selection();

    LowRankKernels lowRank();

    RotationKernels rotations();

    SmallFloatKernels smallFloats();
}
