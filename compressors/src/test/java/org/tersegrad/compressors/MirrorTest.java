package org.tersegrad.compressors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.floats.Dense;
import org.tersegrad.compressors.sparse.TopK;
import org.tersegrad.compressors.wrappers.Chunked;

class MirrorTest {
    private static Payload increment(float... values) {
        return new Increments(new Dense()).compress(values);
    }

    private static float[] values(Mirror mirror, int size) {
        float[] values = new float[size];
        mirror.addTo(FloatSlice.of(values), 1f);
        return values;
    }

    @Test
    void addsUpIncrements() {
        Mirror mirror = new Mirror(Shape.vector(2));
        mirror.add(increment(1, 2), 1f);
        mirror.add(increment(4, -8), 0.5f);
        assertThat(values(mirror, 2)).containsExactly(3, -2);
        assertThatThrownBy(() -> mirror.add(increment(1, 2, 3), 1f))
                .hasMessage("a payload of 3 elements cannot be added to 2");
        assertThatThrownBy(() -> mirror.add(Payload.allocate(16), 1f)).hasMessageContaining("empty");
        assertThatThrownBy(() -> mirror.addTo(FloatSlice.of(new float[3]), 1f)).hasMessageContaining("3");
        assertThat(values(mirror, 2)).containsExactly(3, -2);
    }

    /** g = h + nu q is read once, h = h + lambda q is what remains; nu is for two senders here, which have half the variance. */
    @Test
    void ofAnIncrementPartCountsForThisStepAndPartForTheNext() {
        Mirror.Weights weights = new Mirror.Weights(0.25f, 1f, 2f);
        Compressor sender = new Compressor() {
            @Override
            public Encoder encoder(Shape shape, Seed seed) {
                throw new UnsupportedOperationException();
            }

            @Override
            public int maxBytes(Shape shape) {
                return 0;
            }

            @Override
            public Traits traits(Shape shape) {
                return Traits.none().withIncrements(Optional.of(weights));
            }
        };
        Mirror mirror = new Mirror(sender, Shape.vector(1));
        mirror.add(increment(8), 0.5f);
        assertThat(values(mirror, 1)).containsExactly(2);
        assertThat(values(mirror, 1)).containsExactly(1);
        mirror.add(increment(8), 0.5f);
        mirror.add(increment(-16), 0.5f);
        assertThat(values(mirror, 1)).containsExactly(-1);
        assertThat(values(mirror, 1)).containsExactly(0);
    }

    @Test
    void theMarkIsBitSevenOfTheScheme() {
        ByteBuffer bytes = ByteBuffer.allocate(100);
        increment(1, 2).writeTo(bytes);
        assertThat(bytes.get(3)).isEqualTo((byte) 0x81);
        Payload read = Payload.allocate(100);
        read.readFrom(bytes.flip(), 2);
        assertThat(read.isIncrement()).isTrue();
        assertThat(read.header()).contains("increment, format 1 (dense)");
        assertThat(read.toString()).startsWith("an increment of 2 elements");
        // One object serves messages of both kinds.
        new Dense().encoder(Shape.vector(2), Seed.of(0)).encode(FloatSlice.of(5, 6), read);
        assertThat(read.isIncrement()).isFalse();
        assertThat(read.decompress()).containsExactly(5, 6);
        assertThatThrownBy(() -> Payload.allocate(16).markIncrement()).hasMessageContaining("empty");
    }

    @Test
    void aFrameKeepsTheMark() {
        Frame frame = Frame.allocate(1000);
        frame.add(increment(1, 2));
        frame.add(new Dense().compress(3, 4));
        frame.add(new Chunked(new Increments(new Dense()), 1).compress(5, 6));
        ByteBuffer bytes = ByteBuffer.allocate(1000);
        frame.writeTo(bytes);
        frame.readFrom(bytes.flip(), 2, 2, 2);
        Payload payload = Payload.allocate(100);
        boolean[] marks = new boolean[3];
        for (int i = 0; i < 3; i++) {
            frame.get(i, payload);
            marks[i] = payload.isIncrement();
        }
        assertThat(marks).containsExactly(true, false, true);
        assertThat(new Chunked(new Increments(new Dense()), 1).compress().isIncrement())
                .as("of no elements")
                .isTrue();
    }

    @Test
    void itsStateIsThatOfItsShape() {
        Mirror mirror = new Mirror(new Shape(1, 2));
        mirror.add(increment(1, 2), 1f);
        ByteBuffer state = ByteBuffer.allocateDirect(mirror.stateBytes() + 3).position(3);
        mirror.save(state);
        assertThat(state.hasRemaining()).isFalse();
        Mirror copy = new Mirror(new Shape(1, 2));
        copy.restore(state.position(3));
        assertThat(state.hasRemaining()).isFalse();
        assertThat(values(copy, 2)).containsExactly(1, 2);
        assertThatThrownBy(() -> new Mirror(new Shape(2, 1)).restore(state.position(3)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a state of mirror for 1 x 2 elements cannot be restored into mirror for 2 x 1");
        assertThat(state.position()).isEqualTo(3);
        assertThatThrownBy(() -> mirror.save(ByteBuffer.allocate(20)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("room for 20");
    }

    @Test
    void anEstimateThatOverflowsStaysAtTheLargestFloat() {
        Mirror mirror = new Mirror(Shape.vector(2));
        mirror.add(increment(3e38f, 1), 1f);
        mirror.add(increment(3e38f, 1), 1f);
        assertThat(values(mirror, 2)).containsExactly(Float.MAX_VALUE, 2);
        mirror.add(increment(-Float.MAX_VALUE, 1), 1f);
        assertThat(values(mirror, 2)).containsExactly(0, 3);
        assertThatThrownBy(() -> mirror.add(increment(1, 2), Float.POSITIVE_INFINITY))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Infinity");
        assertThat(values(mirror, 2)).containsExactly(0, 3);
    }

    @Test
    void aStateWithSomethingNotFiniteOrOfAnotherLengthIsRefused() {
        Mirror mirror = new Mirror(Shape.vector(2));
        mirror.add(increment(1, 2), 1f);
        for (float value : new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY}) {
            ByteBuffer state = ByteBuffer.allocate(mirror.stateBytes()).order(ByteOrder.LITTLE_ENDIAN);
            mirror.save(state);
            refuse(mirror, state.putFloat(state.limit() - 4, value), state.limit() - 4, value + " is not finite");
        }
        for (int more : new int[] {-4, -1, 1, 4}) {
            ByteBuffer state = ByteBuffer.allocate(mirror.stateBytes() + 4).order(ByteOrder.LITTLE_ENDIAN);
            mirror.save(state);
            state.limit(mirror.stateBytes() + more).putInt(4, 8 + more);
            refuse(mirror, state, 4, "a content of " + (8 + more) + " bytes, that of mirror has 8");
        }
        assertThat(values(mirror, 2)).containsExactly(1, 2);
    }

    /** Uses a right checksum, so that the state is rejected for the intended reason. */
    private static void refuse(Mirror mirror, ByteBuffer state, int offset, String reason) {
        CRC32C checksum = new CRC32C();
        checksum.update(state.duplicate().position(0).limit(16));
        checksum.update(state.duplicate().position(20));
        state.putInt(16, (int) checksum.getValue());
        assertThatThrownBy(() -> mirror.restore(state.position(0)))
                .isInstanceOf(MalformedInputException.class)
                .hasMessageStartingWith("malformed input at byte " + offset + ":")
                .hasMessageContaining(reason);
        assertThat(state.position()).isZero();
    }

    @Test
    void statesOfOthersAreRefusedByName() {
        Encoder one = TopK.fraction(0.01).encoder(Shape.vector(10), Seed.of(1));
        ByteBuffer state = ByteBuffer.allocate(one.stateBytes());
        one.save(state);
        Encoder other = TopK.fraction(0.05).encoder(Shape.vector(10), Seed.of(1));
        assertThatThrownBy(() -> other.restore(state.flip()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a state of topk(0.01) for 1 x 10 elements cannot be restored into topk(0.05) for 1 x 10");
        state.put(2, (byte) 9);
        assertThatThrownBy(() -> one.restore(state))
                .isInstanceOf(MalformedInputException.class)
                .hasMessageContaining("a state of version 9, this build reads version 2");
        Payload payload = TopK.fraction(0.01).compress(1, 2);
        ByteBuffer message = ByteBuffer.allocate(200);
        payload.writeTo(message);
        assertThatThrownBy(() -> one.restore(message.rewind()))
                .isInstanceOf(MalformedInputException.class)
                .hasMessageContaining("begins with the letters Ts");
    }
}
