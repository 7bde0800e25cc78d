package org.tersegrad.codecs.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kernel gives the scalar kernel's bits, at 128, 256 and 512 bits, on any machine. */
class KernelsTest {
    private static final Topics SCALAR = Topics.SCALAR;
    private static final int MAX_GROUPS = 3;
    private static final int[] OFFSETS = {0, 1, 5};

    static List<Topics> kernels() {
        return List.of(ShapedKernels.ofBits(128), ShapedKernels.ofBits(256), ShapedKernels.ofBits(512));
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void packAndUnpackAgreeAtEveryWidth(Topics kernels) {
        for (int width = 1; width <= 32; width++) {
            int[] values = random(MAX_GROUPS * Kernels.GROUP + 5, width, width);
            for (int groups = 0; groups <= MAX_GROUPS; groups++) {
                for (int offset : OFFSETS) {
                    byte[] expected = new byte[offset + MAX_GROUPS * Kernels.ROW_BYTES * width + 1];
                    byte[] packed = expected.clone();
                    int or = SCALAR.packing().pack(values, offset, groups, width, expected, offset);
                    int actualOr = kernels.packing().pack(values, offset, groups, width, packed, offset);
                    assertThat(packed).as("width %d, %d groups", width, groups).isEqualTo(expected);
                    if (width < 32) {
                        assertThat(actualOr).isEqualTo(or);
                    }
                    int[] unpacked = new int[values.length];
                    kernels.packing().unpack(packed, offset, groups, width, unpacked, offset);
                    assertThat(Arrays.copyOfRange(unpacked, offset, offset + groups * Kernels.GROUP))
                            .isEqualTo(Arrays.copyOfRange(values, offset, offset + groups * Kernels.GROUP));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void aValueThatIsTooLargeShowsInTheOr(Topics kernels) {
        for (int width = 1; width < 32; width++) {
            for (int at = 0; at < Kernels.GROUP; at += 37) {
                int[] values = new int[Kernels.GROUP];
                values[at] = 1 << width;
                int or = kernels.packing().pack(values, 0, 1, width, new byte[Kernels.ROW_BYTES * width], 0);
                assertThat(or).isEqualTo(1 << width);
            }
        }
    }

    /** Fields of 2, 4 and 8 bits and 16-bit floats, of which few have a carry. */
    @ParameterizedTest
    @MethodSource("kernels")
    void carriesAgree(Topics kernels) {
        int[][] rules = {
            {2, 0x33333333, 0x11111111}, {4, 0x0f0f0f0f, 0x01010101}, {8, 0x00ff00ff, 0x000d000d}, {16, 0x7fff, 0x0400}
        };
        for (int[] rule : rules) {
            for (int words : new int[] {0, 1, 2, 15, 16, 17, 63, 64, 65, 4096, 4100, 9001}) {
                byte[] bytes = new byte[4 * words + 8];
                for (int i = 0; i < bytes.length; i++) {
                    bytes[i] = (byte) (i * 7 % 61 & i * 13 % 59);
                }
                for (int set = 0; set <= 2; set++) {
                    if (set > 0) {
                        bytes[3 + words * set] = -1; // the highest fields of a word in the middle, and of the last one
                    }
                    int expected = 0;
                    for (int i = 0; i < words; i++) {
                        int word = LittleEndian.getInt(bytes, 3 + 4 * i);
                        expected |= (word & rule[1]) + rule[2] | (word >>> rule[0] & rule[1]) + rule[2];
                    }
                    assertThat(SCALAR.fields().carries(bytes, 3, words, rule[0], rule[1], rule[2]))
                            .isEqualTo(expected);
                    assertThat(kernels.fields().carries(bytes, 3, words, rule[0], rule[1], rule[2]))
                            .as("%d words", words)
                            .isEqualTo(expected);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void signsAgree(Topics kernels) {
        float[] edges = {0f, -0f, 1f, -1f, Float.MIN_VALUE, -Float.MIN_VALUE, Float.NaN, Float.NEGATIVE_INFINITY};
        float[] values = new float[MAX_GROUPS * Kernels.GROUP + 5];
        int[] words = random(values.length, 9, 32);
        for (int i = 0; i < values.length; i++) {
            values[i] = i % 3 == 0 ? edges[words[i] >>> 29] : words[i];
        }
        for (int offset : OFFSETS) {
            byte[] expected = new byte[offset + MAX_GROUPS * Kernels.ROW_BYTES + 1];
            byte[] packed = expected.clone();
            SCALAR.signs().packSigns(values, offset, MAX_GROUPS, expected, offset);
            kernels.signs().packSigns(values, offset, MAX_GROUPS, packed, offset);
            assertThat(packed).isEqualTo(expected);
            float[] unpacked = new float[values.length];
            kernels.signs().unpackSigns(packed, offset, MAX_GROUPS, 0.75f, unpacked, offset);
            for (int i = offset; i < offset + MAX_GROUPS * Kernels.GROUP; i++) {
                boolean negative = Float.floatToRawIntBits(values[i]) < 0;
                assertThat(unpacked[i]).isEqualTo(negative ? -0.75f : 0.75f);
            }
            kernels.signs().selectBySigns(packed, offset, MAX_GROUPS, -3.5f, 1e-40f, unpacked, offset);
            for (int i = offset; i < offset + MAX_GROUPS * Kernels.GROUP; i++) {
                boolean negative = Float.floatToRawIntBits(values[i]) < 0;
                assertThat(unpacked[i]).isEqualTo(negative ? 1e-40f : -3.5f);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void signsWithSumsAgree(Topics kernels) {
        float[] values = FloatKernelsTest.floats(MAX_GROUPS * Kernels.GROUP + 5, 1);
        for (int offset : OFFSETS) {
            byte[] expected = new byte[offset + MAX_GROUPS * Kernels.ROW_BYTES + 1];
            byte[] packed = expected.clone();
            float[] expectedLanes = FloatKernelsTest.floats(Kernels.LANES, 2);
            float[] lanes = expectedLanes.clone();
            SCALAR.signs().packSignsAndSum(values, offset, MAX_GROUPS, expected, offset, expectedLanes);
            kernels.signs().packSignsAndSum(values, offset, MAX_GROUPS, packed, offset, lanes);
            assertThat(packed).isEqualTo(expected);
            assertThat(lanes).isEqualTo(expectedLanes);
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void tritsAgree(Topics kernels) {
        int[] trits = random(MAX_GROUPS * Kernels.TRIT_GROUP + 5, 3, 31);
        Arrays.setAll(trits, i -> trits[i] % 3 - 1);
        for (int offset : OFFSETS) {
            byte[] expected = new byte[offset + MAX_GROUPS * Kernels.ROW_BYTES + 1];
            byte[] packed = expected.clone();
            SCALAR.packing().packTrits(trits, offset, MAX_GROUPS, expected, offset);
            kernels.packing().packTrits(trits, offset, MAX_GROUPS, packed, offset);
            assertThat(packed).isEqualTo(expected);
            int[] unpacked = new int[trits.length];
            kernels.packing().unpackTrits(packed, offset, MAX_GROUPS, unpacked, offset);
            int end = offset + MAX_GROUPS * Kernels.TRIT_GROUP;
            assertThat(Arrays.copyOfRange(unpacked, offset, end)).isEqualTo(Arrays.copyOfRange(trits, offset, end));
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void whatIsNotATritShowsInTheOr(Topics kernels) {
        for (int bad : new int[] {2, -2, 3, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            for (int at = 0; at < Kernels.TRIT_GROUP; at += 29) {
                int[] trits = new int[Kernels.TRIT_GROUP];
                trits[at] = bad;
                int or = kernels.packing().packTrits(trits, 0, 1, new byte[Kernels.ROW_BYTES], 0);
                assertThat(or < 0 || or > 1).as("%d at %d", bad, at).isTrue();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void gapsAgreeForAnyCount(Topics kernels) {
        int[] indices = random(600, 4, 31);
        for (int count = 0; count < 300; count++) {
            for (int offset : new int[] {1, 2, 7}) {
                int[] expected = {count, Integer.MAX_VALUE, 3, 5, 9};
                int[] actual = expected.clone();
                SCALAR.gaps().gaps(indices, offset, count, 7, expected);
                kernels.gaps().gaps(indices, offset, count, 7, actual);
                assertThat(actual).isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void randomWordsAgreeForAnyCountAndPosition(Topics kernels) {
        for (int count = 0; count <= 300; count++) {
            int position = count % 2 == 0 ? 0xfffffff0 : count;
            int[] expected = new int[count + 2];
            int[] actual = new int[count + 2];
            SCALAR.random().randomWords(0xdeadbeef, 42, position, expected, 1, count);
            kernels.random().randomWords(0xdeadbeef, 42, position, actual, 1, count);
            assertThat(actual).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void roundingWordsAgree(Topics kernels) {
        int[] expected = new int[3 * Kernels.ROUNDING_WORDS + 1];
        int[] actual = new int[expected.length];
        SCALAR.random().roundingWords(5, 6, 0x0fffffff, 3, expected);
        kernels.random().roundingWords(5, 6, 0x0fffffff, 3, actual);
        assertThat(actual).isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void turnedWordsAgree(Topics kernels) {
        int rows = 37;
        int[] bits = new int[32 * rows + 3];
        int[] expected = new int[16 * rows + 5];
        SCALAR.random().randomWords(1, 2, 3, bits, 0, bits.length);
        SCALAR.random().randomWords(4, 5, 6, expected, 0, expected.length);
        int[] words = expected.clone();
        int[] actual = expected.clone();
        float[] values = new float[bits.length];
        for (int i = 0; i < bits.length; i++) {
            values[i] = i % 9 == 0 ? -0f : Float.intBitsToFloat(bits[i] & 0xbfffffff);
        }
        SCALAR.random().turnWords(values, 3, rows, expected, 2);
        kernels.random().turnWords(values, 3, rows, actual, 2);
        assertThat(actual).isEqualTo(expected);
        for (int i = 0; i < 32 * rows; i++) {
            int at = 2 + i / 32 * 16 + i % 16;
            int half = i % 32 < 16 ? 0 : 16;
            boolean turned = 1 / values[3 + i] < 0 || values[3 + i] < 0;
            assertThat((expected[at] ^ words[at]) >>> half & 0xffff).isEqualTo(turned ? 0xffff : 0);
        }
        assertThat(expected[1]).isEqualTo(words[1]);
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void votesAgree(Topics kernels) {
        for (int length = 0; length <= 3 * Kernels.ROW_BYTES; length += Kernels.ROW_BYTES) {
            byte[] votes = bytes(9 * (length + 5), 3);
            byte[] expected = bytes(8 * length, 4);
            byte[] planes = expected.clone();
            for (int sums : new int[] {0, 3 * length}) {
                addVotes(SCALAR, votes, expected, length, sums);
                addVotes(kernels, votes, planes, length, sums);
                assertThat(planes).isEqualTo(expected);
            }
        }
    }

    private static void addVotes(Topics kernels, byte[] votes, byte[] planes, int length, int sums) {
        kernels.votes().addEightVotes(votes, 3, length + 5, planes, length, 0, length, 2 * length, sums, 6 * length);
        kernels.votes().addTwoCarries(planes, length, sums, length, 6 * length, sums, 7 * length);
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void sumsOfPackedMessagesAgree(Topics kernels) {
        byte[][] in = {bytes(600, 5), bytes(700, 6), bytes(800, 7)};
        byte[][] trits = new byte[3][243 + 64];
        for (int i = 0; i < trits[0].length; i++) {
            for (int m = 0; m < 3; m++) {
                trits[m][i] = (byte) ((i + 81 * m) % 243); // every byte that there is
            }
        }
        int[] at = {1, 64, 243};
        float[] steps = FloatKernelsTest.floats(3 * 8, 9);
        steps[1] = 0f;
        for (int messages = 0; messages <= 3; messages++) {
            for (float weight : new float[] {0.1f, -0.1f, 1f, 0f, -0f, 1e38f}) {
                float[] expected = FloatKernelsTest.floats(Kernels.GROUP + 7, 8);
                expected[5] = -0f;
                expected[17] = -0f;
                float[] sums = expected.clone();
                for (int width = 2; width <= 8; width *= 2) {
                    int offset = (1 << (width - 1)) - 1;
                    for (int rows : new int[] {1, width / 2, width}) {
                        for (int stride : new int[] {0, messages}) {
                            SCALAR.sums()
                                    .addLevels(
                                            in, at, steps, messages, stride, rows, width, offset, weight, expected, 3);
                            kernels.sums()
                                    .addLevels(in, at, steps, messages, stride, rows, width, offset, weight, sums, 3);
                            assertThat(sums)
                                    .as("%d levels of %d bits, stride %d", messages, width, stride)
                                    .isEqualTo(expected);
                        }
                    }
                }
                float[] values = {weight, -2f * weight, 0.7f};
                for (int[] groups : new int[][] {{0, 64, 128}, {64, 128, 192}, {192, 243, 0}}) {
                    SCALAR.sums().addTrits(trits, groups, values, messages, expected, 5);
                    kernels.sums().addTrits(trits, groups, values, messages, sums, 5);
                    assertThat(sums).as("%d trits", messages).isEqualTo(expected);
                }
                SCALAR.sums().addSigns(in, at, values, messages, expected, 5);
                kernels.sums().addSigns(in, at, values, messages, sums, 5);
                assertThat(sums).as("%d signs", messages).isEqualTo(expected);
            }
        }
    }

    private static byte[] bytes(int count, int seed) {
        byte[] bytes = new byte[count];
        new java.util.Random(seed).nextBytes(bytes);
        return bytes;
    }

    private static int[] random(int count, int seed, int width) {
        int[] values = new int[count];
        SCALAR.random().randomWords(seed, 1, 0, values, 0, count);
        Arrays.setAll(values, i -> values[i] >>> (32 - width));
        return values;
    }
}
