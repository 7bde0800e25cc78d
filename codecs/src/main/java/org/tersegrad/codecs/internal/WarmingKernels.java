package org.tersegrad.codecs.internal;

import java.util.function.IntFunction;
import org.tersegrad.codecs.internal.floats.AdditionKernels;
import org.tersegrad.codecs.internal.floats.LevelKernels;
import org.tersegrad.codecs.internal.floats.ReductionKernels;
import org.tersegrad.codecs.internal.floats.RoundingKernels;
import org.tersegrad.codecs.internal.floats.SelectionKernels;
import org.tersegrad.codecs.internal.floats.WarmingAdditions;
import org.tersegrad.codecs.internal.floats.WarmingLevels;
import org.tersegrad.codecs.internal.floats.WarmingReductions;
import org.tersegrad.codecs.internal.floats.WarmingRounding;
import org.tersegrad.codecs.internal.floats.WarmingSelection;
import org.tersegrad.codecs.internal.halves.HalfKernels;
import org.tersegrad.codecs.internal.halves.WarmingHalves;
import org.tersegrad.codecs.internal.integers.FieldKernels;
import org.tersegrad.codecs.internal.integers.GapKernels;
import org.tersegrad.codecs.internal.integers.PackingKernels;
import org.tersegrad.codecs.internal.integers.RandomKernels;
import org.tersegrad.codecs.internal.integers.WarmingFields;
import org.tersegrad.codecs.internal.integers.WarmingGaps;
import org.tersegrad.codecs.internal.integers.WarmingPacking;
import org.tersegrad.codecs.internal.integers.WarmingRandom;
import org.tersegrad.codecs.internal.lowrank.LowRankKernels;
import org.tersegrad.codecs.internal.lowrank.WarmingLowRank;
import org.tersegrad.codecs.internal.rotations.RotationKernels;
import org.tersegrad.codecs.internal.rotations.WarmingRotations;
import org.tersegrad.codecs.internal.signs.SignKernels;
import org.tersegrad.codecs.internal.signs.VoteKernels;
import org.tersegrad.codecs.internal.signs.WarmingSigns;
import org.tersegrad.codecs.internal.signs.WarmingVotes;
import org.tersegrad.codecs.internal.smallfloats.SmallFloatKernels;
import org.tersegrad.codecs.internal.smallfloats.WarmingSmallFloats;
import org.tersegrad.codecs.internal.sums.SumKernels;
import org.tersegrad.codecs.internal.sums.WarmingSums;

/** The scalar kernels until the vector kernels are compiled, each by its own {@link Warmup}, then those. */
final class WarmingKernels implements Kernels {
    private final String description;
    private final PackingKernels packing;
    private final GapKernels gaps;
    private final FieldKernels fields;
    private final RandomKernels random;
    private final SignKernels signs;
    private final VoteKernels votes;
    private final SumKernels sums;
    private final HalfKernels halves;
    private final ReductionKernels reductions;
    private final AdditionKernels additions;
    private final RoundingKernels rounding;
    private final LevelKernels levels;
    private final SelectionKernels selection;
    private final LowRankKernels lowRank;
    private final RotationKernels rotations;
    private final SmallFloatKernels smallFloats;

    /** @param warmup makes a {@link Warmup} for a loop, given how many elements a turn of it takes at most */
    WarmingKernels(Kernels scalar, Kernels vector, IntFunction<Warmup> warmup) {
        description = vector.describe();
        packing = new WarmingPacking(scalar.packing(), vector.packing(), warmup);
        gaps = new WarmingGaps(scalar.gaps(), vector.gaps(), warmup);
        fields = new WarmingFields(scalar.fields(), vector.fields(), warmup);
        random = new WarmingRandom(scalar.random(), vector.random(), warmup);
        signs = new WarmingSigns(scalar.signs(), vector.signs(), warmup);
        votes = new WarmingVotes(scalar.votes(), vector.votes(), warmup);
        sums = new WarmingSums(scalar.sums(), vector.sums(), warmup);
        halves = new WarmingHalves(scalar.halves(), vector.halves(), warmup);
        reductions = new WarmingReductions(scalar.reductions(), vector.reductions(), warmup);
        additions = new WarmingAdditions(scalar.additions(), vector.additions(), warmup);
        rounding = new WarmingRounding(scalar.rounding(), vector.rounding(), warmup);
        levels = new WarmingLevels(scalar.levels(), vector.levels(), warmup);
        selection = new WarmingSelection(scalar.selection(), vector.selection(), warmup);
        lowRank = new WarmingLowRank(scalar.lowRank(), vector.lowRank(), warmup);
        rotations = new WarmingRotations(scalar.rotations(), vector.rotations(), warmup);
        smallFloats = new WarmingSmallFloats(scalar.smallFloats(), vector.smallFloats(), warmup);
    }

    @Override
    public String describe() {
        return description;
    }

    @Override
    public PackingKernels packing() {
        return packing;
    }

    @Override
    public GapKernels gaps() {
        return gaps;
    }

    @Override
    public FieldKernels fields() {
        return fields;
    }

    @Override
    public RandomKernels random() {
        return random;
    }

    @Override
    public SignKernels signs() {
        return signs;
    }

    @Override
    public VoteKernels votes() {
        return votes;
    }

    @Override
    public SumKernels sums() {
        return sums;
    }

    @Override
    public HalfKernels halves() {
        return halves;
    }

    @Override
    public ReductionKernels reductions() {
        return reductions;
    }

    @Override
    public AdditionKernels additions() {
        return additions;
    }

    @Override
    public RoundingKernels rounding() {
        return rounding;
    }

    @Override
    public LevelKernels levels() {
        return levels;
    }

    @Override
    public SelectionKernels selection() {
        return selection;
    }

    @Override
    public LowRankKernels lowRank() {
        return lowRank;
    }

    @Override
    public RotationKernels rotations() {
        return rotations;
    }

    @Override
    public SmallFloatKernels smallFloats() {
        return smallFloats;
    }
}
