package org.tersegrad.codecs.internal;

import java.util.function.IntFunction;

/** The scalar kernels until the vector kernels are compiled, each by its own {@link Warmup}, then those. */
final class WarmingKernels implements Kernels {
    private final Kernels scalar;
    private final Kernels vector;
    private final FloatKernels floats;

    private final Warmup copying;
    private final Warmup packingWhole;
    private final Warmup packing;
    private final Warmup unpacking;
    private final Warmup signs;
    private final Warmup signsAndSum;
    private final Warmup unpackingSigns;
    private final Warmup trits;
    private final Warmup unpackingTrits;
    private final Warmup gaps;
    private final Warmup random;
    private final Warmup rounding;
    private final Warmup votes;
    private final Warmup carries;

    /** @param warmup makes a {@link Warmup} for a loop, given how many elements a turn of it takes at most */
    WarmingKernels(Kernels scalar, Kernels vector, IntFunction<Warmup> warmup) {
        this.scalar = scalar;
        this.vector = vector;
        floats = new WarmingFloatKernels(scalar.floats(), vector.floats(), warmup);
        copying = warmup.apply(LANES);
        packingWhole = warmup.apply(LANES);
        packing = warmup.apply(LANES);
        unpacking = warmup.apply(LANES);
        signs = warmup.apply(LANES);
        signsAndSum = warmup.apply(LANES);
        unpackingSigns = warmup.apply(LANES);
        trits = warmup.apply(LANES);
        unpackingTrits = warmup.apply(LANES);
        gaps = warmup.apply(LANES);
        random = warmup.apply(2 * LANES);
        rounding = warmup.apply(LANES);
        votes = warmup.apply(ROW_BYTES);
        carries = warmup.apply(ROW_BYTES);
    }

    @Override
    public String describe() {
        return vector.describe();
    }

    @Override
    public FloatKernels floats() {
        return floats;
    }

    @Override
    public int pack(int[] values, int offset, int groups, int width, byte[] out, int outOffset) {
        Warmup warmup = width == 32 ? copying : 32 % width == 0 ? packingWhole : packing;
        if (warmup.isOver()) {
            return vector.pack(values, offset, groups, width, out, outOffset);
        }
        for (int i = warmup.due((long) groups * GROUP, GROUP); i > 0; i--) {
            vector.pack(values, offset, 1, width, new byte[width * ROW_BYTES], 0);
        }
        return scalar.pack(values, offset, groups, width, out, outOffset);
    }

    @Override
    public void unpack(byte[] in, int inOffset, int groups, int width, int[] values, int offset) {
        if (unpacking.isOver()) {
            vector.unpack(in, inOffset, groups, width, values, offset);
            return;
        }
        for (int i = unpacking.due((long) groups * GROUP, GROUP); i > 0; i--) {
            vector.unpack(in, inOffset, 1, width, new int[GROUP], 0);
        }
        scalar.unpack(in, inOffset, groups, width, values, offset);
    }

    @Override
    public void packSigns(float[] values, int offset, int groups, byte[] out, int outOffset) {
        if (signs.isOver()) {
            vector.packSigns(values, offset, groups, out, outOffset);
            return;
        }
        for (int i = signs.due((long) groups * GROUP, GROUP); i > 0; i--) {
            vector.packSigns(values, offset, 1, new byte[ROW_BYTES], 0);
        }
        scalar.packSigns(values, offset, groups, out, outOffset);
    }

    @Override
    public void packSignsAndSum(float[] values, int offset, int groups, byte[] out, int outOffset, float[] lanes) {
        if (signsAndSum.isOver()) {
            vector.packSignsAndSum(values, offset, groups, out, outOffset, lanes);
            return;
        }
        for (int i = signsAndSum.due((long) groups * GROUP, GROUP); i > 0; i--) {
            vector.packSignsAndSum(values, offset, 1, new byte[ROW_BYTES], 0, new float[LANES]);
        }
        scalar.packSignsAndSum(values, offset, groups, out, outOffset, lanes);
    }

    @Override
    public void unpackSigns(byte[] in, int inOffset, int groups, float magnitude, float[] values, int offset) {
        if (unpackingSigns.isOver()) {
            vector.unpackSigns(in, inOffset, groups, magnitude, values, offset);
            return;
        }
        for (int i = unpackingSigns.due((long) groups * GROUP, GROUP); i > 0; i--) {
            vector.unpackSigns(in, inOffset, 1, magnitude, new float[GROUP], 0);
        }
        scalar.unpackSigns(in, inOffset, groups, magnitude, values, offset);
    }

    @Override
    public int packTrits(int[] values, int offset, int groups, byte[] out, int outOffset) {
        if (trits.isOver()) {
            return vector.packTrits(values, offset, groups, out, outOffset);
        }
        for (int i = trits.due((long) groups * TRIT_GROUP, TRIT_GROUP); i > 0; i--) {
            vector.packTrits(values, offset, 1, new byte[ROW_BYTES], 0);
        }
        return scalar.packTrits(values, offset, groups, out, outOffset);
    }

    @Override
    public void unpackTrits(byte[] in, int inOffset, int groups, int[] values, int offset) {
        if (unpackingTrits.isOver()) {
            vector.unpackTrits(in, inOffset, groups, values, offset);
            return;
        }
        for (int i = unpackingTrits.due((long) groups * TRIT_GROUP, TRIT_GROUP); i > 0; i--) {
            vector.unpackTrits(in, inOffset, 1, new int[TRIT_GROUP], 0);
        }
        scalar.unpackTrits(in, inOffset, groups, values, offset);
    }

    @Override
    public void gaps(int[] indices, int offset, int count, int shift, int[] summary) {
        if (gaps.isOver()) {
            vector.gaps(indices, offset, count, shift, summary);
            return;
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = gaps.due(count, piece); i > 0; i--) {
            vector.gaps(indices, offset, piece, shift, summary.clone());
        }
        scalar.gaps(indices, offset, count, shift, summary);
    }

    @Override
    public void randomWords(int key0, int key1, int position, int[] target, int offset, int count) {
        if (random.isOver()) {
            vector.randomWords(key0, key1, position, target, offset, count);
            return;
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = random.due(count, piece); i > 0; i--) {
            vector.randomWords(key0, key1, position, new int[piece], 0, piece);
        }
        scalar.randomWords(key0, key1, position, target, offset, count);
    }

    @Override
    public void roundingWords(int key0, int key1, int firstGroup, int groups, int[] target) {
        if (rounding.isOver()) {
            vector.roundingWords(key0, key1, firstGroup, groups, target);
            return;
        }
        for (int i = rounding.due((long) groups * ROUNDING_WORDS, ROUNDING_WORDS); i > 0; i--) {
            vector.roundingWords(key0, key1, firstGroup, 1, new int[ROUNDING_WORDS]);
        }
        scalar.roundingWords(key0, key1, firstGroup, groups, target);
    }

    @Override
    public void addEightVotes(
            byte[] rows,
            int at,
            int stride,
            byte[] planes,
            int length,
            int one,
            int two,
            int four,
            int sums,
            int carry) {
        if (votes.isOver()) {
            vector.addEightVotes(rows, at, stride, planes, length, one, two, four, sums, carry);
            return;
        }
        int piece = Math.min(length, 4 * Warmup.PIECE);
        for (int i = votes.due(length, piece); i > 0; i--) {
            byte[] own = new byte[4 * piece];
            vector.addEightVotes(rows, at, stride, own, piece, 0, piece, 2 * piece, 0, 3 * piece);
        }
        scalar.addEightVotes(rows, at, stride, planes, length, one, two, four, sums, carry);
    }

    @Override
    public void addTwoCarries(byte[] planes, int length, int plane, int first, int second, int sum, int carry) {
        if (carries.isOver()) {
            vector.addTwoCarries(planes, length, plane, first, second, sum, carry);
            return;
        }
        int piece = Math.min(length, 4 * Warmup.PIECE);
        for (int i = carries.due(length, piece); i > 0; i--) {
            vector.addTwoCarries(new byte[4 * piece], piece, 0, piece, 2 * piece, 0, 3 * piece);
        }
        scalar.addTwoCarries(planes, length, plane, first, second, sum, carry);
    }
}
