package org.tersegrad.contrib.feedback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.signs.ScaledSign;
import org.tersegrad.compressors.sparse.TopK;
import org.tersegrad.errorfeedback.EfBv;
import org.tersegrad.errorfeedback.Steps;
import org.tersegrad.testkit.Messages;
import org.tersegrad.testkit.Tensor;

class TwoSidedTest {
    private static final int WORKERS = 4;
    private static final Shape SHAPE = Shape.vector(400);

    @Test
    void whatTheServerSentAndWhatAllOweIsTheMeanOfWhatWasProduced() {
        check(TwoSided.over(TopK.fraction(0.05)), true, 0);
        check(new TwoSided(TopK.fraction(0.05), new ScaledSign()), false, 2e-3);
        check(TwoSided.over(new ScaledSign()), false, 2e-3);
    }

    private static void check(TwoSided exchange, boolean whole, double tolerance) {
        Encoder[] workers = new Encoder[WORKERS];
        for (int w = 0; w < WORKERS; w++) {
            workers[w] = exchange.worker(SHAPE, Seed.of(1).fork(w));
        }
        TwoSided.Server server = exchange.server(SHAPE, Seed.of(2));
        Payload up = Payload.allocate(exchange.up().maxBytes(SHAPE));
        Payload down = Payload.allocate(exchange.down().maxBytes(SHAPE));
        double[] open = new double[SHAPE.size()];
        for (int step = 0; step < 200; step++) {
            for (int w = 0; w < WORKERS; w++) {
                int seed = 1000 * w + step;
                float[] gradient = whole
                        ? Steps.wholeNumbers(SHAPE.size(), seed)
                        : new Tensor(Tensor.Kind.GAUSSIAN, 1, SHAPE.size(), seed).values();
                workers[w].encode(FloatSlice.of(gradient), up);
                server.add(up, 1f / WORKERS);
                for (int i = 0; i < open.length; i++) {
                    open[i] += gradient[i] / (double) WORKERS;
                }
            }
            server.encode(down);
            float[] sent = down.decompress();
            for (int i = 0; i < open.length; i++) {
                open[i] -= sent[i];
            }
        }
        float[] residual = new float[SHAPE.size()];
        server.addResidualTo(FloatSlice.of(residual), 1f);
        assertThat(server.residualNorm()).isPositive();
        for (Encoder worker : workers) {
            worker.addResidualTo(FloatSlice.of(residual), 1f / WORKERS);
        }
        for (int i = 0; i < open.length; i++) {
            assertThat((double) residual[i])
                    .isCloseTo(open[i], within(tolerance)); // quarters of whole numbers are exact
        }
    }

    @Test
    void aRestoredServerGoesOn() {
        TwoSided exchange = TwoSided.over(TopK.fraction(0.1));
        TwoSided.Server one = exchange.server(SHAPE, Seed.of(1));
        Payload up = TopK.fraction(0.5).compress(Steps.wholeNumbers(SHAPE.size(), 1));
        Payload down = Payload.allocate(exchange.down().maxBytes(SHAPE));
        one.add(up, 0.5f);
        one.encode(down);
        one.add(up, 0.5f); // in the middle of a step
        ByteBuffer state = ByteBuffer.allocate(one.stateBytes());
        one.save(state);
        TwoSided.Server two = exchange.server(SHAPE, Seed.of(2));
        two.restore(state.flip());
        one.add(up, 1f);
        one.encode(down);
        byte[] expected = Messages.bytes(down);
        two.add(up, 1f);
        two.encode(down);
        assertThat(Messages.bytes(down)).isEqualTo(expected);
        double norm = two.residualNorm();
        assertThat(norm).isPositive();
        two.scaleResidual(0.5f);
        assertThat(two.residualNorm()).isEqualTo(norm / 2);
    }

    @Test
    void incrementsAreRefused() {
        TwoSided.Server server = TwoSided.over(TopK.count(1)).server(Shape.vector(2), Seed.of(1));
        Payload increment = EfBv.ef21(TopK.count(1)).compress(1, 2);
        assertThatThrownBy(() -> server.add(increment, 1f))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("increment");
    }

    @Test
    void aMeanThatOverflowsStaysAtTheLargestFloat() {
        TwoSided.Server server = TwoSided.over(TopK.count(1)).server(Shape.vector(2), Seed.of(1));
        Payload huge = TopK.count(1).compress(3e38f, 0);
        Payload down = Payload.allocate(TopK.count(1).maxBytes(Shape.vector(2)));
        server.add(huge, 1f);
        server.add(huge, 1f);
        ByteBuffer state = ByteBuffer.allocate(server.stateBytes());
        server.save(state);
        server.restore(state.flip());
        server.encode(down);
        assertThat(down.decompress()).containsExactly(Float.MAX_VALUE, 0);
        assertThatThrownBy(() -> server.add(huge, Float.NaN)).hasMessageContaining("NaN");
        server.add(TopK.count(1).compress(1, 2), 1f);
        server.encode(down);
        assertThat(down.decompress()).containsExactly(0, 2);
    }

    @Test
    void anAnswerWithoutRoomIsRefusedAndTheMeanIsKept() {
        TwoSided.Server server = TwoSided.over(TopK.count(1)).server(Shape.vector(2), Seed.of(1));
        server.add(TopK.count(1).compress(1, 2), 1f);
        assertThatThrownBy(() -> server.encode(Payload.allocate(Payload.HEADER_BYTES)))
                .isInstanceOf(IllegalArgumentException.class);
        Payload down = Payload.allocate(TopK.count(1).maxBytes(Shape.vector(2)));
        server.encode(down);
        assertThat(down.decompress()).containsExactly(0, 2);
    }

    /** Whichever part of a server's state is damaged, nothing of it is taken over. */
    @Test
    void aRefusedStateChangesNothing() {
        TwoSided.Server server = TwoSided.over(TopK.count(1)).server(Shape.vector(2), Seed.of(1));
        server.add(TopK.count(1).compress(1, 2), 1f);
        server.encode(Payload.allocate(100));
        server.add(TopK.count(1).compress(3, 2), 1f);
        byte[] before = state(server);
        TwoSided.Server other = TwoSided.over(TopK.count(1)).server(Shape.vector(2), Seed.of(9));
        other.add(TopK.count(1).compress(7, 2), 1f);
        byte[] damaged = state(other);
        for (int at = damaged.length - 16; at < damaged.length; at += 4) { // residual and mean, two floats each
            byte[] one = damaged.clone();
            ByteBuffer.wrap(one).order(ByteOrder.LITTLE_ENDIAN).putInt(at, 0x7fc00000);
            mendChecksum(one);
            assertThatThrownBy(() -> server.restore(ByteBuffer.wrap(one)))
                    .isInstanceOf(MalformedInputException.class)
                    .hasMessageContaining("NaN is not finite");
            assertThat(state(server)).isEqualTo(before);
        }
    }

    private static byte[] state(TwoSided.Server server) {
        ByteBuffer state = ByteBuffer.allocate(server.stateBytes());
        server.save(state);
        return state.array();
    }

    private static void mendChecksum(byte[] state) {
        CRC32C checksum = new CRC32C();
        checksum.update(state, 0, 16);
        checksum.update(state, 20, state.length - 20);
        ByteBuffer.wrap(state).order(ByteOrder.LITTLE_ENDIAN).putInt(16, (int) checksum.getValue());
    }
}
