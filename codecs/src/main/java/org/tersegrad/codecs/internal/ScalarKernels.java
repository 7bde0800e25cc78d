package org.tersegrad.codecs.internal;

import org.tersegrad.codecs.internal.floats.AdditionKernels;
import org.tersegrad.codecs.internal.floats.LevelKernels;
import org.tersegrad.codecs.internal.floats.ReductionKernels;
import org.tersegrad.codecs.internal.floats.RoundingKernels;
import org.tersegrad.codecs.internal.floats.ScalarAdditions;
import org.tersegrad.codecs.internal.floats.ScalarLevels;
import org.tersegrad.codecs.internal.floats.ScalarReductions;
import org.tersegrad.codecs.internal.floats.ScalarRounding;
import org.tersegrad.codecs.internal.floats.ScalarSelection;
import org.tersegrad.codecs.internal.floats.SelectionKernels;
import org.tersegrad.codecs.internal.halves.HalfKernels;
import org.tersegrad.codecs.internal.halves.ScalarHalves;
import org.tersegrad.codecs.internal.integers.FieldKernels;
import org.tersegrad.codecs.internal.integers.GapKernels;
import org.tersegrad.codecs.internal.integers.PackingKernels;
import org.tersegrad.codecs.internal.integers.RandomKernels;
import org.tersegrad.codecs.internal.integers.ScalarFields;
import org.tersegrad.codecs.internal.integers.ScalarGaps;
import org.tersegrad.codecs.internal.integers.ScalarPacking;
import org.tersegrad.codecs.internal.integers.ScalarRandom;
import org.tersegrad.codecs.internal.lowrank.LowRankKernels;
import org.tersegrad.codecs.internal.lowrank.ScalarLowRank;
import org.tersegrad.codecs.internal.rotations.RotationKernels;
import org.tersegrad.codecs.internal.rotations.ScalarRotations;
import org.tersegrad.codecs.internal.signs.ScalarSigns;
import org.tersegrad.codecs.internal.signs.ScalarVotes;
import org.tersegrad.codecs.internal.signs.SignKernels;
import org.tersegrad.codecs.internal.signs.VoteKernels;
import org.tersegrad.codecs.internal.smallfloats.ScalarSmallFloats;
import org.tersegrad.codecs.internal.smallfloats.SmallFloatKernels;
import org.tersegrad.codecs.internal.sums.ScalarSums;
import org.tersegrad.codecs.internal.sums.SumKernels;

/** The specification of every kernel, in plain Java: what the vector kernels must equal bit for bit. */
public final class ScalarKernels implements Kernels {
    private static final PackingKernels PACKING = new ScalarPacking();
    private static final GapKernels GAPS = new ScalarGaps();
    private static final FieldKernels FIELDS = new ScalarFields();
    private static final RandomKernels RANDOM = new ScalarRandom();
    private static final SignKernels SIGNS = new ScalarSigns();
    private static final VoteKernels VOTES = new ScalarVotes();
    private static final SumKernels SUMS = new ScalarSums();
    private static final HalfKernels HALVES = new ScalarHalves();
    private static final ReductionKernels REDUCTIONS = new ScalarReductions();
    private static final AdditionKernels ADDITIONS = new ScalarAdditions();
    private static final RoundingKernels ROUNDING = new ScalarRounding();
    private static final LevelKernels LEVELS = new ScalarLevels();
    private static final SelectionKernels SELECTION = new ScalarSelection();
    private static final LowRankKernels LOW_RANK = new ScalarLowRank();
    private static final RotationKernels ROTATIONS = new ScalarRotations();
    private static final SmallFloatKernels SMALL_FLOATS = new ScalarSmallFloats();

    @Override
    public String describe() {
        return "scalar";
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
