package org.tersegrad.codecs.internal;

import java.util.Arrays;
import org.tersegrad.codecs.internal.floats.RoundingKernels;
import org.tersegrad.codecs.internal.floats.SelectionKernels;
import org.tersegrad.codecs.internal.lowrank.LowRankKernels;
import org.tersegrad.codecs.internal.rotations.RotationKernels;
import org.tersegrad.codecs.internal.smallfloats.SmallFloat;

/** One group for every kernel, and for every loop that a kernel chooses between: do two sets of kernels give the same bits? */
final class SelfTest {
    private static final int GROUP = Kernels.GROUP;
    private static final int ROW = Kernels.ROW_BYTES;

    private final Kernels kernels;
    private final int[] words = new int[GROUP];
    private final float[] floats = new float[GROUP];
    /** Of all results so far. */
    private int hash;

    private SelfTest(Kernels kernels) {
        this.kernels = kernels;
        kernels.random().randomWords(0x1234567, 0x89abcdef, 42, words, 0, words.length);
        for (int i = 0; i < GROUP; i++) {
            floats[i] = words[i] * 0x1p-31f;
        }
    }

    /** A kernel that throws does not agree either, whatever the VM gave it for a reason. */
    static boolean agree(Kernels scalar, Kernels vector) {
        int expected = hash(scalar);
        try {
            return hash(vector) == expected;
        } catch (RuntimeException e) {
            return false;
        }
    }

    private static int hash(Kernels kernels) {
        SelfTest test = new SelfTest(kernels);
        test.add(Arrays.hashCode(test.words));
        test.packing();
        test.signs();
        test.trits();
        test.gaps();
        test.fields();
        test.votes();
        test.packedSums();
        test.halves();
        test.sums();
        test.products();
        test.levels();
        test.rounding();
        test.collecting();
        test.rotations();
        test.smallFloats();
        return test.hash;
    }

    private void add(int result) {
        hash = 31 * hash + result;
    }

    /** A width of which fields lie across two words, one of which they do not, and whole words. */
    private void packing() {
        for (int width : new int[] {13, 8, 32}) {
            int[] fields = new int[GROUP];
            Arrays.setAll(fields, i -> words[i] >>> (32 - width));
            byte[] packed = new byte[width * ROW];
            int or = kernels.packing().pack(fields, 0, 1, width, packed, 0);
            add(width < 32 ? or : 0);
            add(Arrays.hashCode(packed));
            int[] unpacked = new int[GROUP];
            kernels.packing().unpack(packed, 0, 1, width, unpacked, 0);
            add(Arrays.hashCode(unpacked));
        }
    }

    private void signs() {
        byte[] packed = new byte[2 * ROW];
        float[] lanes = new float[Kernels.LANES];
        float[] unpacked = new float[GROUP];
        kernels.signs().packSigns(floats, 0, 1, packed, 0);
        kernels.signs().packSignsAndSum(floats, 0, 1, packed, ROW, lanes);
        kernels.signs().unpackSigns(packed, 0, 1, 1.5f, unpacked, 0);
        add(Arrays.hashCode(packed));
        add(Arrays.hashCode(lanes));
        add(Arrays.hashCode(unpacked));
        kernels.signs().selectBySigns(packed, 0, 1, 0.5f, 0.75f, unpacked, 0);
        add(Arrays.hashCode(unpacked));
    }

    private void trits() {
        int[] trits = new int[Kernels.TRIT_GROUP];
        Arrays.setAll(trits, i -> (words[i] >>> 1) % 3 - 1);
        byte[] packed = new byte[ROW];
        add(kernels.packing().packTrits(trits, 0, 1, packed, 0));
        add(Arrays.hashCode(packed));
        int[] unpacked = new int[trits.length];
        kernels.packing().unpackTrits(packed, 0, 1, unpacked, 0);
        add(Arrays.hashCode(unpacked));
    }

    private void gaps() {
        int[] indices = new int[GROUP];
        Arrays.setAll(indices, i -> 2 * i + (words[i] & 1)); // gaps of 0, 1 and 2
        int[] summary = {0, Integer.MAX_VALUE, 0, 0, 0};
        kernels.gaps().gaps(indices, 1, GROUP - 1, 1, summary);
        add(Arrays.hashCode(summary));
    }

    /** Few enough bits that not every one of the result is set. */
    private void fields() {
        byte[] packed = new byte[ROW];
        for (int i = 0; i < ROW; i += 4) {
            LittleEndian.putInt(packed, i, words[i] & words[i + 1] & words[i + 2] & words[i + 3] & words[i + 64]);
        }
        add(kernels.fields().carries(packed, 0, Kernels.LANES, 16, 0x7fff, 0x7fff - 0x7bff));
    }

    /** Two messages; trits are bytes below 243. */
    private void packedSums() {
        byte[][] in = new byte[2][8 * ROW];
        for (int i = 0; i < GROUP; i++) {
            in[0][i] = (byte) ((words[i] & 0xff) % 243);
            in[1][i] = (byte) ((words[i] >>> 8 & 0xff) % 243);
        }
        int[] at = {0, 0};
        float[] steps = {0.3f, 0.7f};
        float[] target = floats.clone();
        for (int width = 2; width <= 8; width *= 2) {
            kernels.sums().addLevels(in, at, steps, 2, width, 1, 0.1f, target, 0);
        }
        kernels.sums().addTrits(in, at, steps, 2, target, 0);
        kernels.sums().addSigns(in, at, steps, 2, target, 0);
        add(Arrays.hashCode(target));
    }

    /** Of all exponents: subnormal ones, infinities and NaNs among them. */
    private void halves() {
        short[] all = new short[GROUP];
        float[] values = new float[2 * GROUP];
        short[] rounded = new short[2 * GROUP];
        for (int i = 0; i < GROUP; i++) {
            all[i] = (short) words[i];
            values[i] = Float.intBitsToFloat(words[i]);
            values[GROUP + i] = floats[i] * (i % 2 == 0 ? 0x1p-14f : 0x1p17f);
        }
        kernels.halves().toFp16(values, 0, 2 * GROUP, rounded, 0);
        add(Arrays.hashCode(rounded));
        kernels.halves().toBf16(values, 0, 2 * GROUP, rounded, 0);
        add(Arrays.hashCode(rounded));
        kernels.halves().fromFp16(all, 0, GROUP, values, 0);
        kernels.halves().fromBf16(all, 0, GROUP, values, GROUP);
        for (float value : values) {
            add(Float.floatToRawIntBits(value)); // a hash of the array would take all NaNs for one
        }
        halfBytes();
    }

    /** Finite ones: too small, subnormal, normal and too large for binary16. */
    private void halfBytes() {
        float[] values = new float[GROUP];
        for (int i = 0; i < GROUP; i++) {
            values[i] = floats[i] * (i % 2 == 0 ? 0x1p-14f : 0x1p17f);
        }
        byte[] bytes = new byte[2 * GROUP];
        float[] unpacked = new float[2 * GROUP];
        kernels.halves().packFp16(values, 0, GROUP, bytes, 0);
        kernels.halves().unpackFp16(bytes, 0, GROUP, unpacked, 0);
        kernels.halves().unpackBf16(bytes, 0, GROUP, unpacked, GROUP);
        add(Arrays.hashCode(bytes));
        add(Arrays.hashCode(unpacked));
    }

    private void votes() {
        byte[] rows = new byte[8 * ROW];
        byte[] planes = new byte[9 * ROW];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = (byte) words[i];
            planes[i] = (byte) (words[i] >>> 8);
        }
        kernels.votes().addEightVotes(rows, 0, ROW, planes, ROW, 0, ROW, 2 * ROW, 3 * ROW, 6 * ROW);
        kernels.votes().addTwoCarries(planes, ROW, 0, ROW, 6 * ROW, 7 * ROW, 8 * ROW);
        add(Arrays.hashCode(planes));
    }

    private void sums() {
        add(kernels.reductions().largestKey(floats, 0, GROUP));
        float[][] lanes = new float[4][Kernels.LANES];
        kernels.reductions().sumMagnitudes(floats, 0, GROUP, lanes[0]);
        kernels.reductions().sumSquares(floats, 0, GROUP, 0.75f, lanes[1]);
        lanes[2] = new float[2 * Kernels.LANES];
        kernels.reductions().sumEachSign(floats, 0, GROUP, lanes[2]);
        float[] sums = new float[2 * GROUP];
        kernels.additions().multiply(floats, 0, GROUP, 0.3f, sums, 0);
        add(Arrays.hashCode(sums));
        kernels.additions().addScaled(floats, 0, GROUP, 0.5f, sums, 0);
        add(kernels.additions().addToResidual(floats, 0, 128, 0.25f, -0.5f, 0.75f, floats, 256, sums, GROUP));
        add(kernels.additions().addToResidual(floats, 0, 128, 0f, 0f, 1f, floats, 256, sums, GROUP + 128));
        kernels.additions().addToResidualAndSum(floats, 0, 128, 0.5f, floats, 256, sums, GROUP + 256, lanes[3]);
        add(Arrays.deepHashCode(lanes));
        add(Arrays.hashCode(sums));
    }

    /** Seven vectors: four, two and one of them have kernels of their own. */
    private void products() {
        int rank = 7;
        float[] results = new float[3 * GROUP];
        float[] scratch = new float[LowRankKernels.scratch(rank, 16)];
        kernels.lowRank().multiply(floats, 0, 32, 16, rank, floats, 100, results, 0, scratch);
        kernels.lowRank().multiplyTransposed(floats, 0, 32, 16, rank, floats, 50, results, GROUP, scratch);
        kernels.lowRank().addProduct(results, 2 * GROUP, 32, 16, rank, 0.5f, floats, 0, floats, 200, scratch);
        add(Arrays.hashCode(results));
    }

    private void levels() {
        int[] fields = new int[GROUP];
        byte[] packed = new byte[2 * GROUP + 8 * ROW];
        float[] results = new float[2 * GROUP];
        kernels.rounding().toPowersOfTwo(floats, 0, GROUP, fields, 0);
        add(Arrays.hashCode(fields));
        kernels.rounding().upperHalves(floats, 0, GROUP, packed, 0);
        kernels.rounding().packNearest(floats, 0, 1, 127f, 127, 8, packed, 2 * GROUP);
        kernels.rounding().roundToNearest(floats, 0, GROUP, 127f, 127, fields, 0);
        kernels.levels().fromLevels(fields, 0, GROUP, 127, 0.5f, results, 0);
        kernels.levels().subtractLevels(fields, 0, GROUP, 127, 0.5f, floats, 0, results, GROUP);
        add(Arrays.hashCode(fields));
        add(Arrays.hashCode(packed));
        add(Arrays.hashCode(results));
    }

    private void rounding() {
        int[] random = new int[Kernels.ROUNDING_WORDS];
        kernels.random().roundingWords(1, 2, 3, 1, random);
        int fraction = RoundingKernels.USUAL_FRACTION;
        float factor = 127 << fraction;
        int[] fields = new int[GROUP];
        byte[] packed = new byte[8 * ROW];
        kernels.rounding().roundAtRandom(floats, 0, GROUP, factor, fraction, random, 0, 127, fields, 0);
        kernels.rounding().packAtRandom(floats, 0, 1, factor, fraction, random, 0, 127, 8, packed, 0);
        add(Arrays.hashCode(random));
        add(Arrays.hashCode(fields));
        add(Arrays.hashCode(packed));
    }

    /** Transforms with stages of every kind at each width: in vectors, three, two and one at a time. */
    private void rotations() {
        float[] rotated = new float[2 * GROUP];
        for (int at = 0; at < rotated.length; at += GROUP) {
            kernels.rotations().flipSigns(floats, 0, GROUP, at == 0 ? 0.75f : -1.5f, words, rotated, at);
        }
        kernels.rotations().hadamard(rotated, 0, 2 * GROUP);
        kernels.rotations().hadamard(rotated, 0, GROUP / 2);
        add(Arrays.hashCode(rotated));
        for (int magnitudes = 4; magnitudes <= 8; magnitudes += 4) {
            int[] thresholds = new int[magnitudes];
            int[] rises = new int[magnitudes];
            Arrays.setAll(thresholds, k -> Float.floatToRawIntBits(4f * k));
            Arrays.setAll(rises, k -> (k == 0 ? 0 : 1 << RotationKernels.LEVEL_SHIFT) + 1000 * k + 77);
            int[] fields = new int[GROUP];
            float[] lanes = new float[2 * Kernels.LANES];
            kernels.rotations().toLevels(rotated, GROUP, GROUP, thresholds, rises, fields, 0, lanes);
            add(Arrays.hashCode(fields));
            add(Arrays.hashCode(lanes));
        }
    }

    /** Divisors with which half of the elements are subnormal. */
    private void smallFloats() {
        int[] keys = new int[GROUP / 32];
        kernels.smallFloats().largestKeys(floats, 0, GROUP, 32, keys);
        add(Arrays.hashCode(keys));
        float[] scales = new float[GROUP / 16];
        for (int b = 0; b < scales.length; b++) {
            scales[b] = 0.1f + 0.3f * b;
        }
        for (SmallFloat format : new SmallFloat[] {SmallFloat.E4M3, SmallFloat.E2M1}) {
            int[] fields = new int[GROUP];
            float[] results = new float[GROUP];
            kernels.smallFloats().toNearest(floats, 0, GROUP, scales, 16, format, fields);
            add(Arrays.hashCode(fields));
            kernels.smallFloats().toFloats(fields, GROUP, scales, 16, format, results);
            add(Arrays.hashCode(results));
            kernels.smallFloats().atRandom(floats, 0, GROUP, scales, 16, format, words, fields);
            add(Arrays.hashCode(fields));
        }
    }

    /** Two groups: only after the first it is known that many are large. */
    private void collecting() {
        float[] twice = Arrays.copyOf(floats, 2 * GROUP);
        System.arraycopy(floats, 0, twice, GROUP, GROUP);
        int[] indices = new int[2 * GROUP + SelectionKernels.COLLECT_ROOM];
        int found = kernels.selection().collect(twice, 0, 2 * GROUP, Float.floatToRawIntBits(0.5f), 0, indices, 0);
        add(found);
        add(Arrays.hashCode(Arrays.copyOf(indices, found)));
    }
}
