package org.tersegrad.codecs.internal;

import org.tersegrad.codecs.internal.floats.AdditionKernels;
import org.tersegrad.codecs.internal.floats.LevelKernels;
import org.tersegrad.codecs.internal.floats.ReductionKernels;
import org.tersegrad.codecs.internal.floats.RoundingKernels;
import org.tersegrad.codecs.internal.floats.SelectionKernels;
import org.tersegrad.codecs.internal.floats.VectorAdditions;
import org.tersegrad.codecs.internal.floats.VectorLevels;
import org.tersegrad.codecs.internal.floats.VectorReductions;
import org.tersegrad.codecs.internal.floats.VectorRounding;
import org.tersegrad.codecs.internal.floats.VectorSelection;
import org.tersegrad.codecs.internal.halves.HalfKernels;
import org.tersegrad.codecs.internal.halves.VectorHalfFloats;
import org.tersegrad.codecs.internal.integers.FieldKernels;
import org.tersegrad.codecs.internal.integers.GapKernels;
import org.tersegrad.codecs.internal.integers.PackingKernels;
import org.tersegrad.codecs.internal.integers.RandomKernels;
import org.tersegrad.codecs.internal.integers.VectorFields;
import org.tersegrad.codecs.internal.integers.VectorGaps;
import org.tersegrad.codecs.internal.integers.VectorPacking;
import org.tersegrad.codecs.internal.integers.VectorRandom;
import org.tersegrad.codecs.internal.lowrank.LowRankKernels;
import org.tersegrad.codecs.internal.lowrank.VectorLowRank;
import org.tersegrad.codecs.internal.rotations.RotationKernels;
import org.tersegrad.codecs.internal.rotations.VectorRotations;
import org.tersegrad.codecs.internal.signs.SignKernels;
import org.tersegrad.codecs.internal.signs.VectorSigns;
import org.tersegrad.codecs.internal.signs.VectorVotes;
import org.tersegrad.codecs.internal.signs.VoteKernels;
import org.tersegrad.codecs.internal.smallfloats.SmallFloatKernels;
import org.tersegrad.codecs.internal.smallfloats.VectorSmallFloats;
import org.tersegrad.codecs.internal.sums.SumKernels;
import org.tersegrad.codecs.internal.sums.VectorSums;

/**
 * The kernels on the JDK's Vector API. Loaded by name, and only where the module is present.
 *
 * <p>The methods here are the driver loops; each calls a leaf kernel per group. C2 gives up inlining in a large method
 * and then allocates every vector that crosses a call, so leaves are short, at most some fifty vector operations.
 *
 * <p>But several leaves that are inlined into one caller make a large method too. Whether that happens depends on which was
 * compiled first, hence on the tensors that came first. C2 never inlines more than 325 bytecodes, so a leaf with more than a
 * few operations has more than that; where it would not, assertions do the rest. They cost nothing where they are off.
 *
 * <p>A method is called on a vector that was just loaded or computed or is a constant, never on one that a loop carries:
 * {@code next.or(all)}, not {@code all.or(next)}. C2 does not know the class of a carried vector while it inlines and
 * asks the profile, which other users of the Vector API in the same process, with other shapes, make useless.
 */
final class VectorKernels implements Kernels {
    private static final PackingKernels PACKING = new VectorPacking();
    private static final GapKernels GAPS = new VectorGaps();
    private static final FieldKernels FIELDS = new VectorFields();
    private static final RandomKernels RANDOM = new VectorRandom();
    private static final SignKernels SIGNS = new VectorSigns();
    private static final VoteKernels VOTES = new VectorVotes();
    private static final SumKernels SUMS = new VectorSums();
    private static final HalfKernels HALVES = new VectorHalfFloats();
    private static final ReductionKernels REDUCTIONS = new VectorReductions();
    private static final AdditionKernels ADDITIONS = new VectorAdditions();
    private static final RoundingKernels ROUNDING = new VectorRounding();
    private static final LevelKernels LEVELS = new VectorLevels();
    private static final SelectionKernels SELECTION = new VectorSelection();
    private static final LowRankKernels LOW_RANK = new VectorLowRank();
    private static final RotationKernels ROTATIONS = new VectorRotations();
    private static final SmallFloatKernels SMALL_FLOATS = new VectorSmallFloats();

    @Override
    public String describe() {
        return "SIMD, " + VectorLanes.INTS.vectorBitSize() + " bits";
    }

    @Override
    public PackingKernels packing() {
        return PACKING;
    }

    @Override
    public GapKernels gaps() {
        return GAPS;
    }

    @Override
    public FieldKernels fields() {
        return FIELDS;
    }

    @Override
    public RandomKernels random() {
        return RANDOM;
    }

    @Override
    public SignKernels signs() {
        return SIGNS;
    }

    @Override
    public VoteKernels votes() {
        return VOTES;
    }

    @Override
    public SumKernels sums() {
        return SUMS;
    }

    @Override
    public HalfKernels halves() {
        return HALVES;
    }

    @Override
    public ReductionKernels reductions() {
        return REDUCTIONS;
    }

    @Override
    public AdditionKernels additions() {
        return ADDITIONS;
    }

    @Override
    public RoundingKernels rounding() {
        return ROUNDING;
    }

    @Override
    public LevelKernels levels() {
        return LEVELS;
    }

    @Override
    public SelectionKernels selection() {
        return SELECTION;
    }

    @Override
    public LowRankKernels lowRank() {
        return LOW_RANK;
    }

    @Override
    public RotationKernels rotations() {
        return ROTATIONS;
    }

    @Override
    public SmallFloatKernels smallFloats() {
        return SMALL_FLOATS;
    }
}
