package org.tersegrad.errorfeedback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Mirror;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.sparse.TopK;
import org.tersegrad.testkit.Messages;
import org.tersegrad.testkit.Subject;
import org.tersegrad.testkit.Tensor;

/** Saved, restored and gone on is the same as never stopped. */
class SavedStatesTest {
    private static final int STEPS = 12;

    @Property(tries = 30)
    void stoppingAnywhereChangesNothing(
            @ForAll @IntRange(max = STEPS) int stop, @ForAll @IntRange(max = 999) int seed) {
        for (Subject subject : AllFeedback.ALL) {
            Compressor compressor = subject.compressor();
            Shape shape = new Shape(6, 50);
            Encoder never = compressor.encoder(shape, Seed.of(5));
            Encoder stopped = compressor.encoder(shape, Seed.of(5));
            Payload payload = Payload.allocate(compressor.maxBytes(shape));
            for (int step = 0; step < STEPS; step++) {
                if (step == stop) {
                    ByteBuffer state = ByteBuffer.allocate(stopped.stateBytes());
                    stopped.save(state);
                    stopped = compressor.encoder(shape, Seed.of(6));
                    stopped.restore(state.flip());
                }
                FloatSlice gradient = new Tensor(Tensor.Kind.GAUSSIAN, 6, 50, seed + step).slice(step);
                never.encode(gradient, payload);
                byte[] expected = Messages.bytes(payload);
                stopped.encode(gradient, payload);
                assertThat(Messages.bytes(payload)).as("%s", subject).isEqualTo(expected);
                assertThat(stopped.residualNorm()).isEqualTo(never.residualNorm());
            }
        }
    }

    /** The bytes of version 2, which never change. */
    @Test
    void theBytesOfAState() {
        Encoder encoder = ErrorFeedback.over(TopK.count(1)).encoder(Shape.vector(2), Seed.of(0x0102));
        encoder.encode(FloatSlice.of(3, 2), Payload.allocate(100));
        ByteBuffer state = ByteBuffer.allocate(encoder.stateBytes());
        encoder.save(state);
        String expected = "54730200" // Ts, version 2
                + "37000000" // 55 bytes of content
                + "01000000" + "02000000" // 1 x 2
                + "a758bb83" // CRC32C
                + "0c00" + HexFormat.of().formatHex("topk(k=1)+ef".getBytes(java.nio.charset.StandardCharsets.US_ASCII))
                // the content: the inner encoder's state, and the residual
                + "54730200" + "10000000" + "01000000" + "02000000" + "b54f46e7"
                + "0900" + HexFormat.of().formatHex("topk(k=1)".getBytes(java.nio.charset.StandardCharsets.US_ASCII))
                + "0201000000000000" + "0100000000000000" // seed and step
                + "00000000" + "00000040";
        assertThat(HexFormat.of().formatHex(state.array())).isEqualTo(expected);
    }

    /**
     * A group that changes its size: the residuals of the old workers are added up, divided by their number and paid as one dense
     * gradient; then all workers begin again. Nothing is lost.
     */
    @Test
    void beforeWorkersComeOrGoAllDebtsArePaid() {
        Shape shape = Shape.vector(200);
        Compressor compressor = ErrorFeedback.over(TopK.fraction(0.05));
        double[] produced = new double[200];
        double[] taken = new double[200];
        Payload payload = Payload.allocate(compressor.maxBytes(shape));
        for (int workers : new int[] {4, 2, 8}) {
            Encoder[] group = new Encoder[workers];
            for (int w = 0; w < workers; w++) {
                group[w] = compressor.encoder(shape, Seed.of(w));
            }
            for (int step = 0; step < 10; step++) {
                for (int w = 0; w < workers; w++) {
                    float[] gradient = Steps.wholeNumbers(200, 100 * w + step);
                    group[w].encode(FloatSlice.of(gradient), payload);
                    float[] sent = payload.decompress();
                    for (int i = 0; i < 200; i++) {
                        produced[i] += (double) gradient[i] / workers;
                        taken[i] += (double) sent[i] / workers;
                    }
                }
            }
            float[] residual = new float[200];
            for (Encoder worker : group) {
                worker.addResidualTo(FloatSlice.of(residual), 1f / workers);
            }
            for (int i = 0; i < 200; i++) {
                taken[i] += residual[i];
            }
        }
        assertThat(taken).isEqualTo(produced); // eighths of whole numbers are exact
    }

    @Test
    void theStateOfAnotherMethodIsRefused() {
        Encoder ef21 = EfBv.ef21(TopK.count(1)).encoder(Shape.vector(3), Seed.of(1));
        ByteBuffer state = ByteBuffer.allocate(ef21.stateBytes());
        ef21.save(state);
        Encoder ef = ErrorFeedback.over(TopK.count(1)).encoder(Shape.vector(3), Seed.of(1));
        assertThatThrownBy(() -> ef.restore(state.flip()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "a state of topk(k=1)+ef21 for 1 x 3 elements cannot be restored into topk(k=1)+ef for 1 x 3");
        assertThatThrownBy(() -> new Mirror(Shape.vector(3)).restore(state))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("into mirror for 1 x 3");
    }
}
