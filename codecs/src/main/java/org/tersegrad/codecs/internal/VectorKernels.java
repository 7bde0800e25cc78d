package org.tersegrad.codecs.internal;

import static org.tersegrad.codecs.internal.VectorLanes.INTS;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;

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
    private static final ScalarKernels SCALAR = new ScalarKernels();
    private static final FloatKernels FLOATS = new VectorFloatKernels();

    @Override
    public String describe() {
        return "SIMD, " + INTS.vectorBitSize() + " bits";
    }

    @Override
    public FloatKernels floats() {
        return FLOATS;
    }

    @Override
    public int pack(int[] values, int offset, int groups, int width, byte[] out, int outOffset) {
        int or = 0;
        for (int group = 0; group < groups; group++) {
            or |= packGroup(values, offset + group * GROUP, width, out, outOffset + group * width * ROW_BYTES);
        }
        return or;
    }

    private static int packGroup(int[] values, int offset, int width, byte[] out, int outOffset) {
        int or = 0;
        if (width == 32) {
            VectorPacking.copy(values, offset, out, outOffset);
        } else if (LENGTH == 4 && 32 % width == 0) {
            or = VectorPacking.packFourWhole(values, offset, width, out, outOffset);
        } else if (LENGTH == 4) {
            or = VectorPacking.packFour(values, offset, width, out, outOffset);
        } else {
            for (int lane = 0; lane < LANES; lane += LENGTH) {
                or |= VectorPacking.packOne(values, offset + lane, width, out, outOffset + 4 * lane);
            }
        }
        return or;
    }

    @Override
    public void unpack(byte[] in, int inOffset, int groups, int width, int[] values, int offset) {
        for (int group = 0; group < groups; group++) {
            unpackGroup(in, inOffset + group * width * ROW_BYTES, width, values, offset + group * GROUP);
        }
    }

    private static void unpackGroup(byte[] in, int inOffset, int width, int[] values, int offset) {
        if (LENGTH == 4) {
            VectorPacking.unpackFour(in, inOffset, width, values, offset);
        } else {
            for (int lane = 0; lane < LANES; lane += LENGTH) {
                VectorPacking.unpackOne(in, inOffset + 4 * lane, width, values, offset + lane);
            }
        }
    }

    @Override
    public void packSigns(float[] values, int offset, int groups, byte[] out, int outOffset) {
        for (int group = 0; group < groups; group++) {
            packSigns(values, offset + group * GROUP, out, outOffset + group * ROW_BYTES);
        }
    }

    private static void packSigns(float[] values, int offset, byte[] out, int outOffset) {
        if (LENGTH == 4) {
            VectorSigns.packFour(values, offset, out, outOffset);
        } else {
            for (int lane = 0; lane < LANES; lane += LENGTH) {
                VectorSigns.packOne(values, offset + lane, out, outOffset + 4 * lane);
            }
        }
    }

    @Override
    public void packSignsAndSum(float[] values, int offset, int groups, byte[] out, int outOffset, float[] lanes) {
        for (int group = 0; group < groups; group++) {
            packSigns(values, offset + group * GROUP, out, outOffset + group * ROW_BYTES);
            FLOATS.sumMagnitudes(values, offset + group * GROUP, GROUP, lanes);
        }
    }

    @Override
    public void unpackSigns(byte[] in, int inOffset, int groups, float magnitude, float[] values, int offset) {
        int bits = Float.floatToRawIntBits(magnitude);
        for (int group = 0; group < groups; group++) {
            unpackSigns(in, inOffset + group * ROW_BYTES, bits, values, offset + group * GROUP);
        }
    }

    private static void unpackSigns(byte[] in, int inOffset, int magnitude, float[] values, int offset) {
        if (LENGTH == 4) {
            VectorSigns.unpackFour(in, inOffset, magnitude, values, offset);
        } else {
            for (int lane = 0; lane < LANES; lane += LENGTH) {
                VectorSigns.unpackOne(in, inOffset + 4 * lane, magnitude, values, offset + lane);
            }
        }
    }

    @Override
    public int packTrits(int[] trits, int offset, int groups, byte[] out, int outOffset) {
        int or = 0;
        for (int group = 0; group < groups; group++) {
            or |= VectorTrits.pack(trits, offset + group * TRIT_GROUP, out, outOffset + group * ROW_BYTES);
        }
        return or;
    }

    @Override
    public void unpackTrits(byte[] in, int inOffset, int groups, int[] trits, int offset) {
        for (int group = 0; group < groups; group++) {
            VectorTrits.unpack(in, inOffset + group * ROW_BYTES, trits, offset + group * TRIT_GROUP);
        }
    }

    @Override
    public void gaps(int[] indices, int offset, int count, int shift, int[] summary) {
        int done = 0;
        while (count - done >= LENGTH) {
            int block = Math.min(GROUP, count - done);
            done += VectorGaps.summarize(indices, offset + done, block, shift, summary);
        }
        SCALAR.gaps(indices, offset + done, count - done, shift, summary);
    }

    @Override
    public void randomWords(int key0, int key1, int position, int[] target, int offset, int count) {
        int done = 0;
        while (count - done >= 2 * LENGTH) {
            int block = Math.min(VectorRandom.BLOCK, count - done);
            done += VectorRandom.fill(key0, key1, position + done, target, offset + done, block);
        }
        SCALAR.randomWords(key0, key1, position + done, target, offset + done, count - done);
    }

    @Override
    public void roundingWords(int key0, int key1, int firstGroup, int groups, int[] target) {
        int ditherKey0 = ScalarKernels.randomWord(key0, key1, -1);
        int ditherKey1 = ScalarKernels.randomWord(key0, key1, -2);
        for (int group = 0; group < groups; group++) {
            int from = group * ROUNDING_WORDS;
            int position = (firstGroup + group) * LANES;
            VectorRandom.firstRow(key0, key1, position, target, from);
            VectorRandom.dither(ditherKey0, ditherKey1, position, target, from + DITHER);
            if (LENGTH == 4) {
                VectorRandom.nextRowsOfFour(target, from);
            } else {
                for (int lane = 0; lane < LANES; lane += LENGTH) {
                    VectorRandom.nextRowsOfOne(target, from + lane);
                }
            }
        }
    }

    @Override
    public void addEightVotes(
            byte[] votes,
            int at,
            int stride,
            byte[] planes,
            int length,
            int one,
            int two,
            int four,
            int sums,
            int carry) {
        VectorVotes.addEight(votes, at, stride, planes, length, one, two, four, sums, carry);
    }

    @Override
    public void addTwoCarries(byte[] planes, int length, int plane, int first, int second, int sum, int carry) {
        VectorVotes.addTwo(planes, length, plane, first, second, sum, carry);
    }
}
