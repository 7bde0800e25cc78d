package org.tersegrad.codecs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The laws that every codec obeys, whatever it codes. */
class SequenceCodecLawsTest {
    /** Around the sizes of words, rows and groups, and one of several groups. */
    private static final int[] COUNTS = {
        0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 299, 300, 319, 320, 321, 511, 512, 513,
        1023, 1024, 1025, 1600, 5000
    };

    static List<SequenceCodec> codecs() {
        return SequenceCodec.all();
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void decodingGivesBackWhatWasEncoded(SequenceCodec codec) {
        for (int count : COUNTS) {
            for (int offset : new int[] {0, 1, 3}) {
                roundTrip(codec, codec.sample(count + offset, count), offset);
            }
        }
    }

    /** At an odd place in larger arrays, whose other elements must stay as they are. */
    private static void roundTrip(SequenceCodec codec, int[] sample, int offset) {
        int count = sample.length;
        int[] values = new int[offset + count + 2];
        Arrays.fill(values, 77);
        System.arraycopy(sample, 0, values, offset, count);
        int[] before = values.clone();
        int room = codec.maxBytes(count);
        byte[] out = new byte[offset + room + 9];
        Arrays.fill(out, (byte) 0xa5);

        int length = codec.encode(values, offset, count, out, offset);

        assertThat(values).as("input").isEqualTo(before);
        assertThat(length).as("bytes of %s for %d values", codec, count).isBetween(0, room);
        for (int i = 0; i < out.length; i++) {
            if (i < offset || i >= offset + room) {
                assertThat(out[i]).as("byte %d around the output", i).isEqualTo((byte) 0xa5);
            }
        }
        byte[] message = Arrays.copyOfRange(out, offset, offset + length);
        assertThat(codec.encode(sample)).as("the same bytes at another place").isEqualTo(message);

        int[] decoded = new int[values.length];
        Arrays.fill(decoded, 77);
        codec.decode(out, offset, length, decoded, offset, count);
        assertThat(decoded)
                .as("%s of %d values at offset %d", codec, count, offset)
                .isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void everyTruncationIsRefused(SequenceCodec codec) {
        for (int count : new int[] {1, 5, 33, 600}) {
            byte[] message = codec.encode(codec.sample(9, count));
            int[] values = new int[count];
            for (int length = 0; length < message.length; length++) {
                byte[] cut = Arrays.copyOf(message, length);
                assertThatThrownBy(() -> codec.decode(cut, 0, cut.length, values, 0, count))
                        .as("%d of %d bytes of %s", length, message.length, codec)
                        .isInstanceOf(MalformedInputException.class);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void bytesAfterTheEndAreRefused(SequenceCodec codec) {
        for (int count : new int[] {0, 1, 40, 512, 700}) {
            byte[] message = codec.encode(codec.sample(4, count));
            byte[] longer = Arrays.copyOf(message, message.length + 1);
            assertThatThrownBy(() -> codec.decode(longer, 0, longer.length, new int[count], 0, count))
                    .as("%s of %d values and a zero byte", codec, count)
                    .isInstanceOf(MalformedInputException.class);
        }
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void damagedBytesAreRefusedOrDecodedButNothingElse(SequenceCodec codec) {
        for (int round = 0; round < 2_000; round++) {
            int count = CounterRandom.word(1, round) >>> 23;
            byte[] message = codec.encode(codec.sample(round, count));
            if (message.length == 0) {
                continue;
            }
            int changes = 1 + (CounterRandom.word(2, round) >>> 30);
            for (int i = 0; i < changes; i++) {
                int at = Integer.remainderUnsigned(CounterRandom.word(3 + i, round), message.length);
                message[at] = (byte) (message[at] ^ 1 << (CounterRandom.word(13 + i, round) >>> 29));
            }
            int[] values = new int[count];
            try {
                codec.decode(message, 0, message.length, values, 0, count);
            } catch (MalformedInputException expected) {
                assertThat(expected.offset()).isBetween(0L, (long) message.length);
                continue;
            }
            if (codec.canonical()) {
                assertThat(reencode(codec, values))
                        .as("the one spelling of what was decoded")
                        .isEqualTo(message);
            }
        }
    }

    /** Allows for values larger than any sample, which damage can produce. */
    private static byte[] reencode(SequenceCodec codec, int[] values) {
        if (!(codec instanceof SequenceCodec.PrefixCodec prefix)) {
            return codec.encode(values);
        }
        long bits = 0;
        for (int value : values) {
            bits += prefix.code().bits(value);
        }
        BitWriter writer = new BitWriter();
        byte[] out = new byte[(int) ((bits + 7) / 8)];
        writer.wrap(out, 0, out.length);
        for (int value : values) {
            prefix.code().write(value, writer);
        }
        assertThat(writer.bitLength()).as("declared size").isEqualTo(bits);
        assertThat(writer.finish()).isEqualTo(out.length);
        return out;
    }
}
