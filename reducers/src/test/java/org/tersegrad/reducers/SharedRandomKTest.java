package org.tersegrad.reducers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.sparse.Keep;
import org.tersegrad.reducers.group.LocalGroup;

class SharedRandomKTest {
    private static final int SIZE = 10;
    private static final int COUNT = 4;

    /** A block is contiguous, the first element follows the last, and it begins everywhere once steps are many. */
    @Test
    void aBlockWrapsAround() {
        SharedRandomK recipe = new SharedRandomK(new Keep.Count(COUNT), SharedRandomK.Choice.BLOCK, false);
        BitSet starts = LocalGroup.run(2, group -> {
                    Reduction reduction = recipe.reduction(Shape.vector(SIZE), Seed.of(7), group);
                    BitSet seen = new BitSet();
                    for (int step = 0; step < 100; step++) {
                        float[] mean = new float[SIZE];
                        for (int i = 0; i < SIZE; i++) {
                            mean[i] = 1 + i + 2 * group.rank();
                        }
                        reduction.reduce(FloatSlice.of(mean));
                        int start = 0;
                        while (mean[start] == 0 || mean[(start + SIZE - 1) % SIZE] != 0) {
                            start++;
                        }
                        for (int i = 0; i < SIZE; i++) {
                            int element = (start + i) % SIZE;
                            assertThat(mean[element]).isEqualTo(i < COUNT ? 2 + element : 0);
                        }
                        seen.set(start);
                    }
                    return seen;
                })
                .get(0);
        assertThat(starts.cardinality()).isEqualTo(SIZE);
    }
}
