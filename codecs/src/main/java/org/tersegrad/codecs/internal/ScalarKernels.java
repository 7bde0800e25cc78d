package org.tersegrad.codecs.internal;

/** The specification of every kernel, in plain Java: what the vector kernels must equal bit for bit. */
public final class ScalarKernels implements Kernels {
    private static final FloatKernels FLOATS = new ScalarFloatKernels();

    @Override
    public String describe() {
        return "scalar";
    }

    @Override
    public FloatKernels floats() {
        return FLOATS;
    }

    @Override
    public int pack(int[] values, int offset, int groups, int width, byte[] out, int outOffset) {
        int or = 0;
        for (int group = 0; group < groups; group++) {
            for (int lane = 0; lane < LANES; lane++) {
                int to = outOffset + (group * width * LANES + lane) * 4;
                or |= packLane(values, offset + group * GROUP + lane, width, out, to);
            }
        }
        return or;
    }

    private static int packLane(int[] values, int first, int width, byte[] out, int outFirst) {
        int or = 0;
        long word = 0;
        int filled = 0;
        int next = outFirst;
        for (int i = first; i < first + GROUP; i += LANES) {
            or |= values[i];
            word |= Integer.toUnsignedLong(values[i]) << filled;
            filled += width;
            if (filled >= 32) {
                LittleEndian.putInt(out, next, (int) word);
                next += ROW_BYTES;
                word >>>= 32;
                filled -= 32;
            }
        }
        return or;
    }

    @Override
    public void unpack(byte[] in, int inOffset, int groups, int width, int[] values, int offset) {
        for (int group = 0; group < groups; group++) {
            for (int lane = 0; lane < LANES; lane++) {
                unpackLane(
                        in,
                        inOffset + (group * width * LANES + lane) * 4,
                        width,
                        values,
                        offset + group * GROUP + lane);
            }
        }
    }

    private static void unpackLane(byte[] in, int inFirst, int width, int[] values, int first) {
        int mask = -1 >>> (32 - width);
        long word = 0;
        int filled = 0;
        int next = inFirst;
        for (int i = first; i < first + GROUP; i += LANES) {
            if (filled < width) {
                word |= Integer.toUnsignedLong(LittleEndian.getInt(in, next)) << filled;
                next += ROW_BYTES;
                filled += 32;
            }
            values[i] = (int) word & mask;
            word >>>= width;
            filled -= width;
        }
    }

    @Override
    public void packSigns(float[] values, int offset, int groups, byte[] out, int outOffset) {
        for (int group = 0; group < groups; group++) {
            for (int lane = 0; lane < LANES; lane++) {
                int word = 0;
                int first = offset + group * GROUP + lane;
                for (int slot = 0; slot < 32; slot++) {
                    word |= (Float.floatToRawIntBits(values[first + slot * LANES]) >>> 31) << slot;
                }
                LittleEndian.putInt(out, outOffset + group * ROW_BYTES + lane * 4, word);
            }
        }
    }

    @Override
    public void packSignsAndSum(float[] values, int offset, int groups, byte[] out, int outOffset, float[] lanes) {
        packSigns(values, offset, groups, out, outOffset);
        FLOATS.sumMagnitudes(values, offset, groups * GROUP, lanes);
    }

    @Override
    public void unpackSigns(byte[] in, int inOffset, int groups, float magnitude, float[] values, int offset) {
        int bits = Float.floatToRawIntBits(magnitude);
        for (int group = 0; group < groups; group++) {
            for (int lane = 0; lane < LANES; lane++) {
                int word = LittleEndian.getInt(in, inOffset + group * ROW_BYTES + lane * 4);
                int first = offset + group * GROUP + lane;
                for (int slot = 0; slot < 32; slot++) {
                    values[first + slot * LANES] = Float.intBitsToFloat(bits | word >>> slot << 31);
                }
            }
        }
    }

    @Override
    public int packTrits(int[] trits, int offset, int groups, byte[] out, int outOffset) {
        int or = 0;
        for (int group = 0; group < groups; group++) {
            for (int lane = 0; lane < LANES; lane++) {
                int first = offset + group * TRIT_GROUP + lane;
                for (int b = 0; b < 4; b++) {
                    int digits = 0;
                    for (int slot = 5 * b + 4; slot >= 5 * b; slot--) {
                        int trit = trits[first + slot * LANES];
                        or |= Math.abs(trit);
                        digits = 3 * digits + trit + 1;
                    }
                    out[outOffset + group * ROW_BYTES + lane * 4 + b] = (byte) digits;
                }
            }
        }
        return or;
    }

    @Override
    public void unpackTrits(byte[] in, int inOffset, int groups, int[] trits, int offset) {
        for (int group = 0; group < groups; group++) {
            for (int lane = 0; lane < LANES; lane++) {
                int first = offset + group * TRIT_GROUP + lane;
                for (int b = 0; b < 4; b++) {
                    int digits = in[inOffset + group * ROW_BYTES + lane * 4 + b] & 0xff;
                    for (int slot = 5 * b; slot < 5 * b + 5; slot++) {
                        trits[first + slot * LANES] = digits % 3 - 1;
                        digits /= 3;
                    }
                }
            }
        }
    }

    @Override
    public void gaps(int[] indices, int offset, int count, int shift, int[] summary) {
        int or = summary[0];
        int smallest = summary[1];
        int largest = summary[2];
        int sum = summary[3];
        int zeros = summary[4];
        for (int i = offset; i < offset + count; i++) {
            int gap = indices[i] - indices[i - 1] - 1;
            or |= gap | indices[i];
            smallest = Math.min(smallest, gap);
            largest = Math.max(largest, gap);
            sum += gap >>> shift;
            zeros += (gap - 1) >>> 31;
        }
        summary[0] = or;
        summary[1] = smallest;
        summary[2] = largest;
        summary[3] = sum;
        summary[4] = zeros;
    }

    @Override
    public void randomWords(int key0, int key1, int position, int[] target, int offset, int count) {
        for (int i = 0; i < count; i++) {
            target[offset + i] = randomWord(key0, key1, position + i);
        }
    }

    @Override
    public void roundingWords(int key0, int key1, int firstGroup, int groups, int[] target) {
        int ditherKey0 = randomWord(key0, key1, -1);
        int ditherKey1 = randomWord(key0, key1, -2);
        for (int group = 0; group < groups; group++) {
            int from = group * ROUNDING_WORDS;
            int position = (firstGroup + group) * LANES;
            randomWords(key0, key1, position, target, from, LANES);
            for (int i = from + LANES; i < from + DITHER; i++) {
                int x = target[i - LANES];
                x ^= x << 13;
                x ^= x >>> 17;
                x ^= x << 5;
                target[i] = x;
            }
            for (int lane = 0; lane < LANES; lane++) {
                target[from + DITHER + lane] = dither(randomWord(ditherKey0, ditherKey1, position + lane));
            }
        }
    }

    /** The bits of a float between −1/2 and 1/2, an odd multiple of 2^-25: neither bound, and no mean but 0. */
    private static int dither(int word) {
        float magnitude = (2 * (word & 0x7fffff) + 1) * 0x1p-25f;
        return Float.floatToRawIntBits(magnitude) | (word & Integer.MIN_VALUE);
    }

    /**
     * One random word. Two rounds of xor-shift and multiply, whose constants C. Wellons found by search to spread every
     * input bit evenly over the output (2018, "lowbias32"); the second key enters between them, so that two seeds never
     * give the same sequence shifted.
     */
    public static int randomWord(int key0, int key1, int position) {
        int x = position + key0;
        x = (x ^ x >>> 16) * MULTIPLIER_0;
        x = (x ^ x >>> 15 ^ key1) * MULTIPLIER_1;
        return x ^ x >>> 16;
    }

    static final int MULTIPLIER_0 = 0x7feb352d;
    static final int MULTIPLIER_1 = 0x846ca68b;

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
        ScalarVotes.addEight(votes, at, stride, planes, length, one, two, four, sums, carry);
    }

    @Override
    public void addTwoCarries(byte[] planes, int length, int plane, int first, int second, int sum, int carry) {
        ScalarVotes.addTwo(planes, length, plane, first, second, sum, carry);
    }
}
