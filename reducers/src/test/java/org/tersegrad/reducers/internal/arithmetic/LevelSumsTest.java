package org.tersegrad.reducers.internal.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tersegrad.codecs.FixedWidth;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.Trits;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.levels.LevelsFormat;
import org.tersegrad.compressors.levels.Qsgd;
import org.tersegrad.compressors.levels.Quantizer;
import org.tersegrad.compressors.levels.QuantizerPlan;
import org.tersegrad.compressors.levels.TernGrad;
import org.tersegrad.reducers.group.LocalGroup;

/** Eight messages that are added together give the integers that one after the other gives. */
class LevelSumsTest {
    private static final int ELEMENTS = 20_000;

    @ParameterizedTest
    @CsvSource({
        "0, 1",
        "0, 8",
        "0, 9",
        "0, 19",
        "1, 9",
        "2, 9",
        "7, 1",
        "7, 19",
        "127, 3",
        "127, 8",
        "127, 20",
        "32767, 9"
    })
    void sumsAreThoseOfIntegers(int levels, int workers) {
        Quantizer quantizer = levels == 0 ? new TernGrad() : Qsgd.levels(levels);
        QuantizerPlan plan = quantizer.plan(Shape.vector(ELEMENTS));
        LocalGroup.run(workers, group -> {
            Shards parts = new Shards(ELEMENTS, group.size(), group::partStart);
            int length = parts.length(group.rank());
            LevelSums sums = new LevelSums(plan, parts, group.rank());
            for (int step = 0; step < 2; step++) {
                int[] expected = new int[length];
                sums.open();
                for (int worker = 0; worker < workers; worker++) {
                    int[] levelsOfIt = levels(length, plan.levels(), 100 * step + worker);
                    for (int i = 0; i < length; i++) {
                        expected[i] += levelsOfIt[i] + plan.levels();
                    }
                    sums.add(message(plan, levelsOfIt));
                }
                int width = LevelsFormat.width(plan.levels() * workers);
                int[] total = new int[length];
                byte[] packed = sums.total().array();
                FixedWidth.unpack(packed, 0, packed.length, width, total, 0, length);
                assertThat(total).isEqualTo(expected);
            }
            return 0;
        });
    }

    private static int[] levels(int count, int most, int salt) {
        int[] levels = new int[count];
        for (int i = 0; i < count; i++) {
            levels[i] = Math.floorMod((i + 1) * 0x9e3779b9 + salt * 0x85ebca6b, 2 * most + 1) - most;
        }
        return levels;
    }

    private static ByteBuffer message(QuantizerPlan plan, int[] levels) {
        if (plan.code() == LevelsFormat.TRITS) {
            byte[] packed = new byte[Trits.byteLength(levels.length)];
            Trits.pack(levels, 0, levels.length, packed, 0);
            return ByteBuffer.wrap(packed);
        }
        int width = LevelsFormat.width(plan.levels());
        int[] fields = new int[levels.length];
        for (int i = 0; i < fields.length; i++) {
            fields[i] = levels[i] + plan.levels();
        }
        byte[] packed = new byte[FixedWidth.byteLength(fields.length, width)];
        FixedWidth.pack(fields, 0, fields.length, width, packed, 0);
        return ByteBuffer.wrap(packed);
    }

    /** In a block that is looked at packed, and in the rest, which is not. */
    @Test
    void aLevelAboveTheTopIsRefusedWhenItsMessageComes() {
        QuantizerPlan plan = Qsgd.levels(127).plan(Shape.vector(ELEMENTS));
        LocalGroup.run(1, group -> {
            for (int element : new int[] {0, 5119, 5120, 19_999}) {
                LevelSums sums = new LevelSums(plan, new Shards(ELEMENTS, group.size(), group::partStart), 0);
                int[] levels = levels(ELEMENTS, 127, 1);
                levels[element] = 128;
                sums.open();
                assertThatThrownBy(() -> sums.add(message(plan, levels)))
                        .as("element %d", element)
                        .isInstanceOf(MalformedInputException.class)
                        .hasMessageContaining("a level 255 of 0 to 254");
            }
            return 0;
        });
    }
}
