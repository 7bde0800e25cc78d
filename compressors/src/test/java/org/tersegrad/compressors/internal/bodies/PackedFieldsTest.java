package org.tersegrad.compressors.internal.bodies;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.codecs.FixedWidth;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.compressors.internal.PackedFields;

class PackedFieldsTest {
    /** Fields up to the limit, and one that is above it by one or is all ones, at each place of two groups. */
    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8})
    void oneFieldAboveTheLimitIsSeenWhereverItStands(int width) {
        int ones = (1 << width) - 1;
        for (int limit : new int[] {0, 1, ones / 2, ones - 1, ones}) {
            int[] fields = new int[1024];
            for (int i = 0; i < fields.length; i++) {
                fields[i] = i % 3 == 0 ? limit : i * 7 % (limit + 1);
            }
            assertThat(areAtMost(limit, fields, width)).isTrue();
            if (limit == ones) {
                continue;
            }
            for (int i = 0; i < fields.length; i++) {
                int field = fields[i];
                fields[i] = i % 2 == 0 ? ones : limit + 1;
                assertThat(areAtMost(limit, fields, width)).as("field %d", i).isFalse();
                fields[i] = field;
            }
        }
    }

    private static boolean areAtMost(int limit, int[] fields, int width) {
        byte[] packed = new byte[3 + FixedWidth.byteLength(fields.length, width)];
        FixedWidth.pack(fields, 0, fields.length, width, packed, 3);
        return PackedFields.areAtMost(limit, packed, 3, fields.length, width);
    }

    /** Both halves of a word, with and without the sign. */
    @Test
    void oneMagnitudeAboveTheLimitIsSeenWhereverItStands() {
        for (int limit : new int[] {0x7bff, 0x7f7f}) {
            byte[] bytes = new byte[3 + 4 * 150];
            for (int i = 0; i < 300; i++) {
                LittleEndian.putShort(bytes, 3 + 2 * i, i % 3 == 0 ? limit | 0x8000 : i % 3 == 1 ? limit : 0x8000);
            }
            assertThat(PackedFields.magnitudesAreAtMost(limit, bytes, 3, 150)).isTrue();
            for (int i = 0; i < 300; i++) {
                int before = LittleEndian.getShort(bytes, 3 + 2 * i);
                LittleEndian.putShort(bytes, 3 + 2 * i, (limit + 1) | ((i & 2) << 14));
                assertThat(PackedFields.magnitudesAreAtMost(limit, bytes, 3, 150))
                        .as("number %d", i)
                        .isFalse();
                LittleEndian.putShort(bytes, 3 + 2 * i, before);
            }
        }
    }

    @Test
    void aRestAndOtherWidthsHaveToBeUnpacked() {
        assertThat(PackedFields.areAtMost(254, new byte[511], 0, 511, 8)).isFalse();
        assertThat(PackedFields.areAtMost(6, new byte[192], 0, 512, 3)).isFalse();
        assertThat(PackedFields.areAtMost(254, new byte[512], 0, 512, 8)).isTrue();
    }
}
