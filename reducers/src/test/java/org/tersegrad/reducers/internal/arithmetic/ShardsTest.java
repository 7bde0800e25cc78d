package org.tersegrad.reducers.internal.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShardsTest {
    /** Groups of 512 are dealt as elements would be; only the last group may be smaller, and there is none without elements. */
    @ParameterizedTest
    @CsvSource({
        "0, 2, 0 0 0",
        "511, 2, 0 0 511",
        "512, 2, 0 0 512",
        "513, 2, 0 512 513",
        "1024, 3, 0 0 512 1024",
        "1536, 2, 0 512 1536",
        "2100, 4, 0 512 1024 1536 2100"
    })
    void partsAreWholeGroups(int size, int workers, String starts) {
        Shards shards = new Shards(size, workers, (groups, worker) -> (int) ((long) groups * worker / workers));
        assertThat(shards.workers()).isEqualTo(workers);
        assertThat(IntStream.rangeClosed(0, workers).map(shards::start))
                .containsExactly(IntStream.of(parsed(starts)).boxed().toArray(Integer[]::new));
        assertThat(IntStream.range(0, workers).map(shards::length).sum()).isEqualTo(size);
    }

    private static int[] parsed(String numbers) {
        return java.util.Arrays.stream(numbers.split(" "))
                .mapToInt(Integer::parseInt)
                .toArray();
    }
}
