package org.tersegrad.codecs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SqueezedBytesTest {
    /** With any bits after it, so no word begins another one. */
    @Test
    void everyWordIsReadBackWhateverFollows() {
        for (int value = 0; value < 256; value++) {
            int length = SqueezedBytes.length(value);
            for (long after : new long[] {0, -1, 0x5555_5555_5555_5555L}) {
                int read = SqueezedBytes.read(SqueezedBytes.word(value) | after << length);
                assertThat(read & 0xff).as("byte").isEqualTo(value);
                assertThat(read >>> 8 & 0xff)
                        .as("bits of the word of %d", value)
                        .isEqualTo(length);
                assertThat(read >>> 16).as("ones of %d", value).isEqualTo(Integer.bitCount(value));
            }
        }
    }

    @Test
    void fewerOnesAreNeverLongerAndNoWordIsMissing() {
        int[] words = new int[SqueezedBytes.LONGEST + 1];
        int share = 0;
        for (int value = 0; value < 256; value++) {
            words[SqueezedBytes.length(value)]++;
            share += 1 << (SqueezedBytes.LONGEST - SqueezedBytes.length(value));
            for (int other = 0; other < 256; other++) {
                if (Integer.bitCount(value) < Integer.bitCount(other)) {
                    assertThat(SqueezedBytes.length(value)).isLessThanOrEqualTo(SqueezedBytes.length(other));
                }
            }
        }
        assertThat(words).containsExactly(0, 0, 0, 0, 0, 1, 8, 28, 122, 60, 28, 7, 2);
        assertThat(share).as("of all bit strings").isEqualTo(1 << SqueezedBytes.LONGEST);
    }

    @Test
    void theFirstWordsAndTheLastAreThoseOfTheWireFormat() {
        assertThat(word(0)).isEqualTo("00000");
        assertThat(word(1)).isEqualTo("000010");
        assertThat(word(2)).isEqualTo("000011");
        assertThat(word(255)).isEqualTo("111111111111");
    }

    private static String word(int value) {
        StringBuilder bits = new StringBuilder();
        for (int i = 0; i < SqueezedBytes.length(value); i++) {
            bits.append(SqueezedBytes.word(value) >>> i & 1);
        }
        return bits.toString();
    }
}
