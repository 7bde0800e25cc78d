package org.tersegrad.codecs.internal;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.tersegrad.codecs.internal.floats.RoundingKernels;
import org.tersegrad.codecs.internal.floats.SelectionKernels;
import org.tersegrad.codecs.internal.lowrank.LowRankKernels;
import org.tersegrad.codecs.internal.smallfloats.SmallFloat;

/**
 * A call of every kernel, with few elements and with more, for the tests of what they allocate: a vector that crosses a call
 * which C2 did not inline is an object.
 */
public final class KernelSteps implements Supplier<Map<String, Runnable>> {
    private final Topics kernels = Topics.of("active", KernelSteps.class.getClassLoader());
    private final Map<String, Runnable> steps = new LinkedHashMap<>();

    @Override
    public Map<String, Runnable> get() {
        for (int groups : new int[] {1, 9}) { // a block of eight, and one
            String size = " of " + groups + " groups";
            float[] gradient = FloatKernelsTest.floats(groups * Kernels.GROUP, 1);
            packing(size, groups);
            signsAndTrits(size, groups, gradient);
            sums(size, gradient);
            levels(size, groups, gradient);
            rotations(size, gradient);
            smallFloats(size, gradient);
        }
        products();
        for (Topics.Named each : Topics.kernels()) {
            sample(each.toString(), each.kernel());
        }
        votes();
        packedSums();
        return steps;
    }

    private <T> void sample(String name, Kernel<T> kernel) {
        try {
            T vector = kernel.load(KernelSteps.class.getClassLoader());
            SampleBlock block = new SampleBlock(Kernels.GROUP);
            steps.put("sample of " + name, () -> {
                kernel.sample().run(vector, block);
                block.round++;
            });
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    private void packing(String size, int groups) {
        int[] fields = new int[groups * Kernels.GROUP];
        byte[] bytes = new byte[4 * fields.length];
        int[] summary = new int[5];
        for (int i = 1; i <= 32; i++) {
            int width = i;
            steps.put("pack " + width + size, () -> kernels.packing().pack(fields, 0, groups, width, bytes, 0));
            steps.put("unpack " + width + size, () -> kernels.packing().unpack(bytes, 0, groups, width, fields, 0));
        }
        steps.put("randomWords" + size, () -> kernels.random().randomWords(1, 2, 3, fields, 0, fields.length));
        steps.put("carries" + size, () -> kernels.fields().carries(bytes, 0, fields.length, 8, 0xff00ff, 0xd000d));
        steps.put("gaps" + size, () -> kernels.gaps().gaps(fields, 1, fields.length - 1, 5, summary));
    }

    private void signsAndTrits(String size, int groups, float[] gradient) {
        byte[] bytes = new byte[groups * Kernels.ROW_BYTES];
        float[] floats = new float[gradient.length];
        int[] trits = new int[groups * Kernels.TRIT_GROUP];
        float[] lanes = new float[Kernels.LANES];
        steps.put("packSigns" + size, () -> kernels.signs().packSigns(gradient, 0, groups, bytes, 0));
        steps.put("unpackSigns" + size, () -> kernels.signs().unpackSigns(bytes, 0, groups, 1f, floats, 0));
        steps.put("selectBySigns" + size, () -> kernels.signs().selectBySigns(bytes, 0, groups, 1f, -2f, floats, 0));
        steps.put(
                "packSignsAndSum" + size, () -> kernels.signs().packSignsAndSum(gradient, 0, groups, bytes, 0, lanes));
        steps.put("packTrits" + size, () -> kernels.packing().packTrits(trits, 0, groups, bytes, 0));
        steps.put("unpackTrits" + size, () -> kernels.packing().unpackTrits(bytes, 0, groups, trits, 0));
    }

    private void sums(String size, float[] gradient) {
        int count = gradient.length;
        float[] floats = new float[count];
        float[] lanes = new float[Kernels.LANES];
        int[] indices = new int[count + SelectionKernels.COLLECT_ROOM];
        int[] extremes = new int[2];
        steps.put("extremes" + size, () -> kernels.reductions().extremes(gradient, 0, count, extremes));
        steps.put("largestKey" + size, () -> kernels.reductions().largestKey(gradient, 0, count));
        steps.put("sumMagnitudes" + size, () -> kernels.reductions().sumMagnitudes(gradient, 0, count, lanes));
        steps.put("sumSquares" + size, () -> kernels.reductions().sumSquares(gradient, 0, count, 1f, lanes));
        float[] signLanes = new float[2 * Kernels.LANES];
        steps.put("sumEachSign" + size, () -> kernels.reductions().sumEachSign(gradient, 0, count, signLanes));
        steps.put(
                "multiplyAbove" + size,
                () -> kernels.additions().multiplyAbove(gradient, 0, count, 0.5f, 0.3f, floats, 0));
        steps.put("multiply" + size, () -> kernels.additions().multiply(gradient, 0, count, 0.5f, floats, 0));
        steps.put("addScaled" + size, () -> kernels.additions().addScaled(gradient, 0, count, 0.5f, floats, 0));
        for (float f : new float[] {0f, 1f}) {
            steps.put(
                    "addToResidual, factor " + f + size,
                    () -> kernels.additions().addToResidual(gradient, 0, count, 1f, -1f, f, gradient, 0, floats, 0));
            steps.put(
                    "addToResidual of nothing, factor " + f + size,
                    () -> kernels.additions().addToResidual(gradient, 0, count, 0f, 0f, f, gradient, 0, floats, 0));
        }
        steps.put(
                "addToResidualAndSum" + size,
                () -> kernels.additions().addToResidualAndSum(gradient, 0, count, 1f, gradient, 0, floats, 0, lanes));
        for (float least : new float[] {0f, 1f, 1e6f, Float.MAX_VALUE}) {
            int key = Float.floatToRawIntBits(least);
            steps.put(
                    "collect from " + least + size,
                    () -> kernels.selection().collect(gradient, 0, count, key, 0, indices, 0));
        }
    }

    private void levels(String size, int groups, float[] gradient) {
        int count = gradient.length;
        int[] words = new int[groups * Kernels.ROUNDING_WORDS];
        int[] fields = new int[count];
        float[] floats = new float[count];
        byte[] bytes = new byte[2 * count];
        steps.put("roundingWords" + size, () -> kernels.random().roundingWords(1, 2, 3, groups, words));
        steps.put("turnWords" + size, () -> kernels.random().turnWords(gradient, 0, 16 * groups, fields, 0));
        steps.put(
                "roundAtRandom" + size,
                () -> kernels.rounding()
                        .roundAtRandom(gradient, 0, count, 1e-9f, 15, RoundingKernels.MAGIC, words, 0, 7, fields, 0));
        steps.put(
                "roundToNearest" + size,
                () -> kernels.rounding().roundToNearest(gradient, 0, count, 1e-9f, 7, fields, 0));
        for (int width : new int[] {2, 4, 8}) {
            steps.put(
                    "packAtRandom " + width + size,
                    () -> kernels.rounding()
                            .packAtRandom(
                                    gradient,
                                    0,
                                    groups,
                                    1e-9f,
                                    15,
                                    RoundingKernels.MAGIC,
                                    words,
                                    0,
                                    7,
                                    width,
                                    bytes,
                                    0));
            steps.put(
                    "packNearest " + width + size,
                    () -> kernels.rounding().packNearest(gradient, 0, groups, 1e-9f, 7, width, bytes, 0));
        }
        steps.put("fromLevels" + size, () -> kernels.levels().fromLevels(fields, 0, count, 7, 0.5f, floats, 0));
        steps.put(
                "subtractLevels" + size,
                () -> kernels.levels().subtractLevels(fields, 0, count, 7, 0.5f, gradient, 0, floats, 0));
        short[] halves = new short[count];
        byte[] wide = new byte[Float.BYTES * count];
        steps.put("toFp16" + size, () -> kernels.halves().toFp16(gradient, 0, count, halves, 0));
        steps.put("fromFp16" + size, () -> kernels.halves().fromFp16(halves, 0, count, floats, 0));
        steps.put("toBf16" + size, () -> kernels.halves().toBf16(gradient, 0, count, halves, 0));
        steps.put("fromBf16" + size, () -> kernels.halves().fromBf16(halves, 0, count, floats, 0));
        steps.put("packFp16" + size, () -> kernels.halves().packFp16(gradient, 0, count, bytes, 0));
        steps.put("unpackFp16" + size, () -> kernels.halves().unpackFp16(bytes, 0, count, floats, 0));
        steps.put("packFloats" + size, () -> kernels.halves().packFloats(gradient, 0, count, wide, 0));
        steps.put("unpackFloats" + size, () -> kernels.halves().unpackFloats(wide, 0, count, floats, 0));
        steps.put("unpackBf16" + size, () -> kernels.halves().unpackBf16(bytes, 0, count, floats, 0));
        steps.put("exponents" + size, () -> kernels.exponents().exponents(gradient, 0, count, fields));
        steps.put("rests" + size, () -> kernels.exponents().rests(gradient, 0, count, fields));
        steps.put("join" + size, () -> kernels.exponents().join(fields, fields, count, floats));
        steps.put("addJoined" + size, () -> kernels.exponents().addJoined(fields, fields, count, 0f, floats, 0));
        float[] powers = new float[count];
        steps.put("fromPowersOfTwo" + size, () -> kernels.rounding().fromPowersOfTwo(fields, 0, count, powers, 0));
        steps.put("toPowersOfTwo" + size, () -> kernels.rounding().toPowersOfTwo(gradient, 0, count, fields, 0));
        steps.put("upperHalves" + size, () -> kernels.rounding().upperHalves(gradient, 0, count, bytes, 0));
    }

    private void products() {
        float[] matrix = FloatKernelsTest.floats(70 * 130, 2);
        float[] target = new float[matrix.length];
        float[] left = new float[9 * 70];
        float[] right = new float[9 * 130];
        float[] scratch = new float[LowRankKernels.scratch(9, 130)];
        for (int i = 1; i <= 9; i++) {
            int rank = i;
            steps.put(
                    "multiply, rank " + rank,
                    () -> kernels.lowRank().multiply(matrix, 0, 70, 130, rank, right, 0, left, 0, scratch));
            steps.put(
                    "multiplyTransposed, rank " + rank,
                    () -> kernels.lowRank().multiplyTransposed(matrix, 0, 70, 130, rank, left, 0, right, 0, scratch));
            steps.put(
                    "addProduct, rank " + rank,
                    () -> kernels.lowRank().addProduct(target, 0, 70, 130, rank, 1f, left, 0, right, 0, scratch));
        }
    }

    private void packedSums() {
        byte[][] in = new byte[8][8 * Kernels.ROW_BYTES];
        int[] at = new int[8];
        float[] factors = new float[8 * 8];
        Arrays.fill(factors, 3f);
        float[] target = new float[Kernels.GROUP];
        for (int i : new int[] {1, 8}) {
            int messages = i;
            String what = ", " + messages + " messages";
            for (int width : new int[] {2, 4, 8}) {
                steps.put(
                        "addLevels " + width + what,
                        () -> kernels.sums().addLevels(in, at, factors, messages, 0, width, width, 1, 0.5f, target, 0));
                steps.put(
                        "addLevels " + width + " with a step for each row" + what,
                        () -> kernels.sums()
                                .addLevels(in, at, factors, messages, messages, width, width, 1, 0.5f, target, 0));
            }
            steps.put("addTrits" + what, () -> kernels.sums().addTrits(in, at, factors, messages, target, 0));
            steps.put("addSigns" + what, () -> kernels.sums().addSigns(in, at, factors, messages, target, 0));
        }
    }

    private void rotations(String size, float[] gradient) {
        int count = gradient.length;
        float[] target = new float[count];
        int[] words = new int[count / 32];
        int[] fields = new int[count];
        float[] lanes = new float[2 * Kernels.LANES];
        steps.put("flipSigns" + size, () -> kernels.rotations().flipSigns(gradient, 0, count, 1f, words, target, 0));
        for (int of = 64; of <= Integer.highestOneBit(count); of *= 2) {
            int block = of;
            steps.put("hadamard " + block + size, () -> {
                Arrays.fill(target, 1f); // or it would grow to infinity
                kernels.rotations().hadamard(target, 0, block);
            });
        }
        for (int rows = 8; rows <= count / 64; rows *= 2) {
            int terms = rows;
            steps.put(
                    "addProduct " + rows + size,
                    () -> kernels.rotations().addProduct(gradient, 0, terms, terms, gradient, 0, 64, target, 0));
        }
        if (count >= 64 * 64) {
            int[] signs = new int[64];
            float[] scratch = new float[64 * 64];
            steps.put("cosines" + size, () -> kernels.cosines().cosines(gradient, 0, 64, 64, 0.1f, target, 0, scratch));
            steps.put("sums" + size, () -> kernels.cosines().sums(gradient, signs, gradient, 64, 64, target, 0));
        }
        for (int magnitudes = 1; magnitudes <= 8; magnitudes *= 2) {
            int[] thresholds = new int[magnitudes];
            int[] rises = new int[magnitudes];
            steps.put(
                    "toLevels of " + magnitudes + size,
                    () -> kernels.rotations().toLevels(gradient, 0, count, thresholds, rises, fields, 0, lanes));
        }
    }

    private void smallFloats(String size, float[] gradient) {
        int count = gradient.length;
        int[] keys = new int[count / 16];
        float[] scales = new float[count / 16];
        Arrays.fill(scales, 1e6f);
        int[] words = new int[count];
        int[] fields = new int[count];
        float[] floats = new float[count];
        for (int i = 16; i <= 32; i *= 2) {
            int block = i;
            String what = " in blocks of " + block + size;
            steps.put("largestKeys" + what, () -> kernels.smallFloats().largestKeys(gradient, 0, count, block, keys));
            for (SmallFloat format : new SmallFloat[] {SmallFloat.E4M3, SmallFloat.E2M1}) {
                steps.put(
                        format + " toNearest" + what,
                        () -> kernels.smallFloats().toNearest(gradient, 0, count, scales, block, format, fields));
                steps.put(
                        format + " atRandom" + what,
                        () -> kernels.smallFloats().atRandom(gradient, 0, count, scales, block, format, words, fields));
                steps.put(
                        format + " toFloats" + what,
                        () -> kernels.smallFloats().toFloats(fields, count, scales, block, format, floats));
            }
        }
    }

    private void votes() {
        byte[] votes = new byte[8 * 1024];
        byte[] planes = new byte[8 * 1024];
        steps.put(
                "addEightVotes",
                () -> kernels.votes().addEightVotes(votes, 0, 1024, planes, 1024, 0, 1024, 2048, 3072, 6144));
        steps.put("addTwoCarries", () -> kernels.votes().addTwoCarries(planes, 1024, 0, 1024, 6144, 2048, 3072));
    }
}
