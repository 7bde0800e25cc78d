package org.tersegrad.compressors;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The description that a payload gives of itself, for every kind of body. */
class PayloadDescriptionsTest {
    private static final Shape SHAPE = new Shape(30, 50);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "dense | 1500 elements in 6016 bytes, 32.085 bits each: dense, every element as a 32-bit float",
                "half | 1500 elements in 3016 bytes, 16.085 bits each: every element as a 16-bit float, FP16",
                "lossless | 1500 elements in 4975 bytes, 26.533 bits each: every element as a 32-bit float, exponents entropy-coded",
                "topk(0.1) | 1500 elements in 702 bytes, 3.744 bits each: 150 elements with their values as fp32, indices in 81 bytes, all others 0",
                "topk(k=9,values=fp16) | 1500 elements in 49 bytes, 0.261 bits each: 9 elements with their values as fp16, indices in 10 bytes, all others 0",
                "randomk(0.1) | 1500 elements in 628 bytes, 3.349 bits each: 150 elements chosen at random by a seed, times 10.0, all others 0",
                "sign | 1500 elements in 208 bytes, 1.107 bits each: the sign of every element, times 0.39472917",
                "onebit | 1500 elements in 212 bytes, 1.128 bits each: the sign of every element: 0.3909557 where positive, -0.3985635 where negative",
                "qsgd(levels=7) | 1500 elements in 785 bytes, 4.187 bits each: levels from -7 to 7, 4 bits each, 3 buckets of 512 with a step each",
                "qsgd(levels=7,code=entropy) | 1500 elements in 271 bytes, 1.445 bits each: levels from -7 to 7, entropy-coded, 3 buckets of 512 with a step each",
                "terngrad | 1500 elements in 327 bytes, 1.744 bits each: levels from -1 to 1, five to a byte, one step for all",
                "natural | 1500 elements in 1704 bytes, 9.085 bits each: the sign of every element and a power of two",
                "int8 | 1500 elements in 1527 bytes, 8.144 bits each: levels from -127 to 127, 8 bits each, one step for all",
                "int8(affine=true) | 1500 elements in 1529 bytes, 8.155 bits each: integers of 8 bits, a minimum and a step for each 4096",
                "fourmeans | 1500 elements in 875 bytes, 4.667 bits each: four values for each row of 50",
                "lowrank(2) | 1500 elements in 664 bytes, 3.541 bits each: a matrix of 30 x 50 of rank 2",
                "eden(1) | 1500 elements in 225 bytes, 1.200 bits each: levels of 1 bit in a random basis, 2 blocks",
                "eden(4) | 1500 elements in 801 bytes, 4.272 bits each: levels of 4 bits in a random basis, 2 blocks",
                "mxfp8 | 1500 elements in 1564 bytes, 8.341 bits each: floats of 8 bits, E4M3, a scale for each 32",
                "nvfp4 | 1500 elements in 865 bytes, 4.613 bits each: floats of 4 bits, E2M1, a scale for each 16 and one for all",
                "strom(0.25) | 1500 elements in 281 bytes, 1.495 bits each: 1011 elements of plus or minus 0.25, all others 0",
                "dct(0.1) | 1500 elements in 717 bytes, 3.824 bits each: 150 cosine coefficients of a matrix of 50 columns in chunks of 64 x 64, all others 0",
                "sign+chunked(700) | 1500 elements in 236 bytes, 1.256 bits each: 3 chunks of 700 elements; the first: the sign of every element, times 0.39504465"
            })
    void aMessageInWords(String recipe, String words) {
        Compressor compressor = Recipe.parse(recipe);
        Payload payload = Payload.allocate(compressor.maxBytes(SHAPE));
        float[] gradient = new float[SHAPE.size()];
        for (int i = 0; i < gradient.length; i++) {
            gradient[i] = (i * 37 % 101 - 50) / 64f;
        }
        compressor.encoder(SHAPE, Seed.of(1)).encode(FloatSlice.of(gradient), payload);
        assertThat(payload).hasToString(words);
    }
}
