package org.tersegrad.compressors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.tersegrad.compressors.samples.Table.column;
import static org.tersegrad.compressors.samples.Table.rows;

import org.junit.jupiter.api.Test;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.floats.RoundingKernels;
import org.tersegrad.codecs.internal.floats.ScalarRounding;
import org.tersegrad.compressors.levels.BlockInteger;
import org.tersegrad.compressors.levels.Qsgd;
import org.tersegrad.compressors.levels.TernGrad;
import org.tersegrad.compressors.signs.Sign;
import org.tersegrad.compressors.sparse.Threshold;
import org.tersegrad.compressors.sparse.TopK;

/** Our schemes give the numbers that other people's programs gave. Where our rule differs, the test says so. */
class PeersTest {
    private static final float[] X = column("input_x1000", 1);

    @Test
    void topKKeepsWhatGraceKeeps() {
        assertSparse(TopK.fraction(0.01), "topk_x1000_r0.01");
        assertSparse(TopK.fraction(0.05), "topk_x1000_r0.05");
    }

    @Test
    void thresholdKeepsWhatTorchKeeps() {
        assertSparse(new Threshold(5.139601f), "threshold_x1000_torch");
    }

    private static void assertSparse(Compressor compressor, String file) {
        float[] expected = new float[X.length];
        for (String[] row : rows(file)) {
            expected[Integer.parseInt(row[0])] = Float.parseFloat(row[1]);
        }
        assertThat(compressor.compress(X).decompress()).isEqualTo(expected);
    }

    @Test
    void signsAreThoseOfGrace() {
        float[] signs = new Sign().compress(X).decompress();
        for (String[] row : rows("sign_x1000")) {
            assertThat(signs[Integer.parseInt(row[0])]).isEqualTo(row[1].equals("1") ? 1f : -1f);
        }
        for (String[] row : rows("sign_edges")) {
            float value = Float.intBitsToFloat(Integer.parseUnsignedInt(row[0], 16));
            if (Float.isFinite(value)) { // others are rejected here
                boolean negativeZero =
                        row[0].equals("80000000"); // ours has the sign of the float, so that C(−x) = −C(x)
                assertThat(new Sign().compress(value).decompress()[0])
                        .isEqualTo(row[2].equals("1") && !negativeZero ? 1f : -1f);
            }
        }
    }

    @Test
    void qsgdLevelsAreThoseOfGraceForTheSameUniforms() {
        float[] norms = column("qsgd_dist_s7_norms", 1);
        float[] uniforms = column("qsgd_dist_s7", 1);
        float[] expected = column("qsgd_dist_s7", 2);
        for (int i = 0; i < X.length; i++) {
            assertThat(level(X[i], 7 / norms[i / 128], uniforms[i]))
                    .as("element %d", i)
                    .isEqualTo((int) expected[i]);
        }
        float norm = column("qsgd_torch_s7_norms", 1)[0];
        float[] expectedOfHalf = column("qsgd_torch_s7_u0.5", 1);
        for (int i = 0; i < X.length; i++) {
            assertThat(level(X[i], 7 / norm, 0.5f)).as("element %d", i).isEqualTo((int) expectedOfHalf[i]);
        }
    }

    @Test
    void qsgdNormsAreThoseOfGrace() {
        float[] norms = column("qsgd_dist_s7_norms", 1);
        float[] decoded = Qsgd.levels(7).withBucket(128).compress(X).decompress();
        for (int i = 0; i < X.length; i++) {
            float level = decoded[i] * 7 / norms[i / 128];
            assertThat(level).isCloseTo(Math.round(level), within(1e-5f));
        }
    }

    @Test
    void ternGradClipsAndRoundsLikeGrace() {
        float scale = column("terngrad_x1000_scale", 2)[0];
        float[] decoded = new TernGrad(2.5f).compress(X).decompress();
        for (float value : decoded) {
            assertThat(value == 0 || Math.abs(Math.abs(value) - scale) < 1e-6 * scale)
                    .isTrue();
        }
        float[] uniforms = column("terngrad_x1000", 1);
        float[] expected = column("terngrad_x1000", 2);
        for (int i = 0; i < X.length; i++) {
            float clipped = Math.max(-scale, Math.min(scale, X[i]));
            assertThat(level(clipped, 1 / scale, uniforms[i]))
                    .as("element %d", i)
                    .isEqualTo((int) expected[i]);
        }
    }

    /** The level that the rounding kernel gives for one uniform number: up if it is below the fraction. */
    private static int level(float value, float factor, float uniform) {
        int[] words = new int[Kernels.ROUNDING_WORDS];
        words[0] = 0xffff - (int) (uniform * 0x10000);
        int[] field = new int[1];
        RoundingKernels.ROUND_AT_RANDOM
                .at(1)
                .roundAtRandom(
                        new float[] {value}, 0, 1, factor * 0x10000, 16, RoundingKernels.MAGIC, words, 0, 0, field, 0);
        return field[0];
    }

    @Test
    void naturalExponentsAreThoseOfGrace() {
        float[] random = column("natural_x1000", 1);
        float[] codes = column("natural_x1000", 2);
        for (int i = 0; i < X.length; i++) {
            // There the exponent is bumped if the fraction is above the number, here if their sum carries.
            int field = ScalarRounding.powerOfTwo(X[i], ((1 << 23) - 1 - (int) random[i]) << 9);
            int exponent = Math.max(18, Math.min(145, field & 0xff)); // there in 7 bits
            assertThat(field >>> 8 << 7 | exponent - 18).as("element %d", i).isEqualTo((int) codes[i]);
        }
    }

    @Test
    void integersAreThoseOfTorch() {
        BlockInteger int8 = BlockInteger.int8().nearest().withBlock(1000);
        assertThat(int8.compress(X).decompress()).isEqualTo(column("q8_symmetric_torch", 2));
        BlockInteger int4 = BlockInteger.int4().nearest().withBlock(128);
        assertThat(int4.compress(X).decompress()).isEqualTo(column("q4_bucket128_torch", 2));
    }

    @Test
    void halvesAreRoundedToEven() {
        float[] inputs = column("rounding_ties_torch", 0);
        float[] expected = column("rounding_ties_torch", 1);
        int[] fields = new int[inputs.length];
        RoundingKernels.ROUND_TO_NEAREST.at(inputs.length).roundToNearest(inputs, 0, inputs.length, 1f, 0, fields, 0);
        for (int i = 0; i < inputs.length; i++) {
            assertThat(fields[i]).isEqualTo((int) expected[i]);
        }
    }

    @Test
    void halfFloatsAreThoseOfTorchAndNumpy() {
        for (String[] row : rows("fp16_bf16")) {
            float value = Float.intBitsToFloat(Integer.parseUnsignedInt(row[0], 16));
            if (Float.isFinite(value)) {
                // What they round to infinity is the largest number here.
                int fp16 = Integer.parseInt(row[1], 16);
                assertThat(HalfFloat.FP16.encode(value)).isEqualTo((fp16 & 0x7fff) == 0x7c00 ? fp16 - 1 : fp16);
                int bf16 = Integer.parseInt(row[3], 16);
                assertThat(HalfFloat.BF16.encode(value)).isEqualTo((bf16 & 0x7fff) == 0x7f80 ? bf16 - 1 : bf16);
            }
        }
    }
}
