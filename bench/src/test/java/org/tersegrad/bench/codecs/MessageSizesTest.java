package org.tersegrad.bench.codecs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The table of lengths has the names of the tables of times. */
class MessageSizesTest {
    @Test
    void everyCoderOfIndicesIsToldForEveryDensity() {
        assertThat(MessageSizes.of("Index"))
                .containsOnlyKeys(
                        "Index, bits per index, density 0.001",
                        "Index, bits per index, density 0.01",
                        "Index, bits per index, density 0.03",
                        "Index, bits per index, density 0.1",
                        "Index, bits per index, density 0.2")
                .allSatisfy((about, sizes) -> assertThat(sizes).contains("Tersegrad ", "RoaringBitmap "));
    }

    @Test
    void everyLosslessCoderIsToldForEveryRecipe() {
        assertThat(MessageSizes.of("Lossless"))
                .hasSize(3)
                .allSatisfy((about, sizes) -> assertThat(sizes).contains("packed ", "rans ", "zstd-1 ", "lz4-1 "));
    }

    @Test
    void thereIsNothingToSayOfOthers() {
        assertThat(MessageSizes.of("Packing")).isEmpty();
    }
}
