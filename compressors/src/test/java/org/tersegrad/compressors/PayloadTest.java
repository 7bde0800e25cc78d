package org.tersegrad.compressors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.floats.Dense;
import org.tersegrad.compressors.floats.Natural;
import org.tersegrad.compressors.levels.Qsgd;
import org.tersegrad.compressors.signs.OneBit;
import org.tersegrad.compressors.signs.ScaledSign;
import org.tersegrad.compressors.signs.Sign;
import org.tersegrad.compressors.sparse.Keep;
import org.tersegrad.compressors.sparse.Strom;
import org.tersegrad.compressors.sparse.Threshold;
import org.tersegrad.compressors.sparse.TopK;

class PayloadTest {
    @Test
    void everyTruncationAndSurplusIsRefused() {
        Payload payload = TopK.count(3).compress(1, -2, 3, 0, 5, 6);
        ByteBuffer message = ByteBuffer.allocate(payload.byteLength());
        payload.writeTo(message);
        for (int length = 0; length < message.capacity(); length++) {
            ByteBuffer cut = ByteBuffer.wrap(message.array(), 0, length);
            assertThatThrownBy(() -> Payload.allocate(100).readFrom(cut, 6))
                    .isInstanceOf(MalformedInputException.class);
            assertThat(cut.position()).isZero();
        }
        ByteBuffer two = ByteBuffer.allocate(2 * message.capacity() + 1);
        two.position(1);
        payload.writeTo(two);
        payload.writeTo(two);
        Payload read = Payload.allocate(100);
        two.position(1);
        read.readFrom(two, 6);
        read.readFrom(two, 6);
        assertThat(two.hasRemaining()).isFalse();
        assertThat(read.decompress()).containsExactly(0, 0, 3, 0, 5, 6);
    }

    /** Whatever a header announces, a receiver who knows its tensor looks no further. */
    @Test
    void otherLengthsThanExpectedAreRefusedByTheHeader() {
        ByteBuffer message = ByteBuffer.allocate(100).order(ByteOrder.LITTLE_ENDIAN);
        new Dense().compress(1, 2, 3).writeTo(message);
        message.flip();
        Payload payload = Payload.allocate(100);
        for (int announced : new int[] {0, 2, 4, Integer.MAX_VALUE, -1}) {
            message.putInt(4, announced);
            assertThatThrownBy(() -> payload.readFrom(message, 3))
                    .isInstanceOf(MalformedInputException.class)
                    .hasMessage("malformed input at byte 4: " + Integer.toUnsignedString(announced)
                            + " elements, expected are 3");
            assertThat(message.position()).isZero();
            assertThat(payload.isEmpty()).isTrue();
        }
        message.putInt(4, 3);
        assertThat(Payload.elementsOf(message)).isEqualTo(3);
        assertThat(message.position()).isZero();
        payload.readFrom(message, 3);
        assertThat(payload.decompress()).containsExactly(1, 2, 3);
    }

    @Test
    void anEmptyPayloadIsNoMessage() {
        Payload payload = Payload.allocate(50);
        assertThat(payload.isEmpty()).isTrue();
        assertThat(payload.bits()).isZero();
        assertThat(payload).hasToString("an empty payload");
        assertThatThrownBy(payload::decompress).hasMessageContaining("empty");
        assertThatThrownBy(() -> payload.addTo(FloatSlice.of(), 1f)).hasMessageContaining("empty");
        assertThatThrownBy(() -> payload.writeTo(ByteBuffer.allocate(50))).hasMessageContaining("empty");
    }

    @Test
    void mistakesNameTheValueAndTheLimit() {
        Payload payload = new Dense().compress(1, 2, 3);
        assertThatThrownBy(() -> payload.addTo(FloatSlice.of(new float[2]), 1f))
                .hasMessage("a payload of 3 elements cannot be added to 2");
        assertThatThrownBy(() -> payload.writeTo(ByteBuffer.allocate(27)))
                .hasMessage("a message of 28 bytes does not fit in a buffer with room for 27");
        assertThatThrownBy(() -> Payload.allocate(15)).hasMessageContaining("not for 15");
        Encoder encoder = new Dense().encoder(Shape.vector(3), Seed.of(0));
        assertThatThrownBy(() -> encoder.encode(FloatSlice.of(1, 2, 3), Payload.allocate(27)))
                .hasMessage("a payload with room for 27 bytes is too small: this tensor may take 28");
        assertThatThrownBy(() -> new Dense().compress(1, Float.NaN))
                .hasMessage("element 1 of the gradient is NaN; only finite gradients can be compressed");
        assertThatThrownBy(() -> new Dense().maxBytes(Shape.vector(Shape.MAX_SIZE)))
                .hasMessageContaining("split the tensor");
    }

    @Test
    void itsWordsExplainIt() {
        float[] gradient = new float[1000];
        gradient[7] = 3;
        assertThat(TopK.count(10).compress(gradient).toString())
                .startsWith("1000 elements in ")
                .contains("10 elements with their values as fp32");
        assertThat(new ScaledSign().compress(gradient))
                .hasToString("1000 elements in 145 bytes, 1.160 bits each: the sign of every element, times 0.003");
    }

    @Test
    void bitsAreThoseOfTheBytesWithoutTheLastPadding() {
        assertThat(new Sign().compress(new float[13]).bits()).isEqualTo(8 * (16 + 4) + 13);
        assertThat(new OneBit().compress(new float[13]).bits()).isEqualTo(8 * (16 + 8) + 13);
        assertThat(new Natural().compress(new float[3]).bits()).isEqualTo(8 * 16 + 27);
        assertThat(Qsgd.levels(7).compress(new float[3]).bits()).isEqualTo(8 * (16 + 7 + 4) + 12);
        assertThat(new Strom(1f).compress(2, -2, 2).bits() % 8).isEqualTo(3);
    }

    /** Indices beyond 2^24, which a float would not hold, and a tensor far larger than any cache. */
    @Test
    void largeTensorsKeepTheirLastElements() {
        int size = (1 << 24) + 5;
        float[] gradient = new float[size];
        gradient[size - 1] = -3;
        gradient[size - 2] = 2;
        gradient[1 << 24] = 1;
        Payload payload = TopK.count(3).compress(gradient);
        assertThat(payload.byteLength()).isLessThan(60);
        assertThat(payload.decompress()).isEqualTo(gradient);
        assertThat(new Threshold(0.5f).compress(gradient).decompress()).isEqualTo(gradient);
    }

    @Test
    void atLeastOneElementIsKeptAndNotMoreThanThereAre() {
        assertThat(new Keep.Fraction(0.001).of(10)).isEqualTo(1);
        assertThat(new Keep.Fraction(0.001).of(0)).isZero();
        assertThat(new Keep.Fraction(0.29).of(100)).isEqualTo(29);
        assertThat(new Keep.Fraction(1).of(7)).isEqualTo(7);
        assertThat(new Keep.Count(9).of(7)).isEqualTo(7);
    }
}
