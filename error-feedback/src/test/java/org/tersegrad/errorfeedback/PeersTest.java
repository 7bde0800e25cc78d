package org.tersegrad.errorfeedback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.tersegrad.compressors.samples.Table.column;
import static org.tersegrad.compressors.samples.Table.rows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.signs.ScaledSign;
import org.tersegrad.compressors.sparse.TopK;
import org.tersegrad.compressors.transforms.LowRank;

/** Messages and residuals, step after step, are those that other programs computed. */
class PeersTest {
    private static final int STEPS = 5;

    @Test
    void topKIsThatOfGrace() {
        float[] gradients = column("input_steps256", 2);
        float[] residuals = column("topk_ef_residual", 2);
        Run run = new Run(ErrorFeedback.over(TopK.fraction(0.05)), Shape.vector(256));
        for (int step = 0; step < STEPS; step++) {
            run.step(gradients, step);
            for (int i = 0; i < 256; i++) {
                assertThat(run.residual[i]).isEqualTo(residuals[256 * step + i]);
            }
            int sent = 0;
            for (String[] row : rows("topk_ef_sent")) {
                if (Integer.parseInt(row[0]) == step) {
                    assertThat(run.sent[Integer.parseInt(row[1])]).isEqualTo(Float.parseFloat(row[2]));
                    sent++;
                }
            }
            assertThat(sent).isEqualTo(12);
        }
    }

    @Test
    void scaledSignIsTheTextbooks() {
        float[] gradients = column("input_steps256", 2);
        float[] scales = column("efsign_textbook_scale", 1);
        List<String[]> expected = rows("efsign_textbook");
        Run run = new Run(ErrorFeedback.over(new ScaledSign()), Shape.vector(256));
        for (int step = 0; step < STEPS; step++) {
            run.step(gradients, step);
            assertThat(Math.abs(run.sent[0])).isCloseTo(scales[step], within(2e-6f * scales[step]));
            for (int i = 0; i < 256; i++) {
                if (Math.abs(run.sent[i] + run.residual[i]) >= 1e-5f) {
                    assertThat(run.sent[i] > 0).isEqualTo(expected.get(256 * step + i)[2].equals("1"));
                }
                float residual = Float.parseFloat(expected.get(256 * step + i)[4]);
                assertThat(run.residual[i]).isCloseTo(residual, within(2e-5f));
            }
        }
    }

    @Test
    void lowRankIsThatOfGrace() {
        Shape shape = new Shape(24, 16);
        float[] gradients = column("powersgd_input_w0", 4);
        float[] approximations = column("powersgd_grace_w1_approx", 3);
        float[] residuals = column("powersgd_grace_w1_residual", 4);
        Run run = new Run(ErrorFeedback.over(new LowRank(2)), shape);
        giveFirstFactor(run.encoder, ErrorFeedback.over(new LowRank(2)), new LowRank(2), shape);
        for (int step = 0; step < STEPS; step++) {
            run.step(gradients, step);
            for (int i = 0; i < shape.size(); i++) {
                int at = step * shape.size() + i;
                assertThat(run.sent[i]).isCloseTo(approximations[at], within(2e-5f));
                assertThat(run.residual[i]).isCloseTo(residuals[at], within(2e-5f));
            }
        }
    }

    /** Puts the peers' Q into a state, at the end of that of the inner encoder, and restores it. */
    private static void giveFirstFactor(Encoder encoder, Compressor outer, Compressor inner, Shape shape) {
        float[] factor = column("powersgd_Q0", 2);
        ByteBuffer state = ByteBuffer.allocate(encoder.stateBytes()).order(ByteOrder.LITTLE_ENDIAN);
        encoder.save(state);
        int innerAt = 22 + outer.toString().length();
        int innerEnd = innerAt + inner.encoder(shape, Seed.of(0)).stateBytes();
        int at = innerEnd - 4 * factor.length;
        for (int r = 0; r < 2; r++) {
            for (int i = 0; i < shape.columns(); i++) {
                state.putFloat(at, factor[2 * i + r]);
                at += 4;
            }
        }
        mendChecksum(state.array(), innerAt, innerEnd);
        mendChecksum(state.array(), 0, state.capacity());
        encoder.restore(state.flip());
    }

    private static void mendChecksum(byte[] state, int from, int to) {
        CRC32C checksum = new CRC32C();
        checksum.update(state, from, 16);
        checksum.update(state, from + 20, to - from - 20);
        ByteBuffer.wrap(state).order(ByteOrder.LITTLE_ENDIAN).putInt(from + 16, (int) checksum.getValue());
    }

    /** Steps of one encoder. */
    private static final class Run {
        private final Encoder encoder;
        private final Payload payload;
        private float[] sent = {};
        private float[] residual = {};

        Run(Compressor compressor, Shape shape) {
            encoder = compressor.encoder(shape, Seed.of(0));
            payload = Payload.allocate(compressor.maxBytes(shape));
            residual = new float[shape.size()];
        }

        void step(float[] gradients, int step) {
            int size = residual.length;
            encoder.encode(new FloatSlice(gradients, step * size, size), payload);
            sent = payload.decompress();
            residual = new float[size];
            encoder.addResidualTo(FloatSlice.of(residual), 1f);
        }
    }
}
