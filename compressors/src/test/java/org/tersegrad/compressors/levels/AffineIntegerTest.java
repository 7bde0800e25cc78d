package org.tersegrad.compressors.levels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Shape;

/** Integers between the least and the greatest of a block. */
class AffineIntegerTest {
    /** Three fields of four bits take two bytes, of which four bits say nothing. */
    @Test
    void paddingIsNotCounted() {
        Payload payload = AffineInteger.int4().compress(1, 2, 3);
        assertThat(payload.bits()).isEqualTo(8L * payload.byteLength() - 4);
    }

    @Test
    void integersOfOneTo256AreExact() {
        float[] numbers = new float[256];
        for (int i = 0; i < 256; i++) {
            numbers[i] = 1000 + 0.5f * i;
        }
        assertThat(AffineInteger.int8().compress(numbers).decompress()).isEqualTo(numbers);
        assertThat(AffineInteger.int8().nearest().compress(numbers).decompress())
                .isEqualTo(numbers);
    }

    @Test
    void everyElementIsRoundedToTheNearestOfItsBlock() {
        float[] decoded = new AffineInteger(4, 3, BlockInteger.Rounding.NEAREST)
                .compress(0f, 7.4f, 15f, -30f, 0f, -10.9f)
                .decompress();
        assertThat(decoded).containsExactly(0f, 7f, 15f, -30f, 0f, -10f); // steps of 1 and of 2
    }

    @Test
    void aBlockMaySpanMoreThanTheLargestFloat() {
        float max = Float.MAX_VALUE;
        float[] decoded = AffineInteger.int8().nearest().compress(-max, 0f, max).decompress();
        assertThat(decoded[0]).isEqualTo(-max);
        assertThat(decoded[1]).isCloseTo(0f, within(max / 255));
        assertThat(decoded[2]).isCloseTo(max, within(max * 1e-6f));
    }

    @Test
    void smallestFloatsKeepTheirOrder() {
        float tiny = Float.MIN_VALUE;
        float[] numbers = {-tiny, 0f, tiny, 5 * tiny};
        assertThat(AffineInteger.int8().compress(numbers).decompress()).isEqualTo(numbers);
    }

    /** For numbers of one sign the step is half of what integers around 0 have, and the error a quarter. */
    @Test
    void positiveNumbersLoseAQuarterOfTheSquare() {
        float[] numbers = CounterRandom.gaussians(1 << 14, 5);
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = Math.abs(numbers[i]);
        }
        double affine = squaredError(
                numbers, AffineInteger.int8().nearest().compress(numbers).decompress());
        double symmetric = squaredError(
                numbers, BlockInteger.int8().nearest().compress(numbers).decompress());
        assertThat(affine / symmetric).isCloseTo(0.25, within(0.01));
    }

    private static double squaredError(float[] expected, float[] decoded) {
        double sum = 0;
        for (int i = 0; i < expected.length; i++) {
            sum += Math.pow((double) decoded[i] - expected[i], 2);
        }
        return sum;
    }

    @Test
    void aBlockTooLongForItsStepsHasNoGuarantee() {
        AffineInteger four = AffineInteger.int4().nearest();
        assertThat(four.withBlock(449).traits(Shape.vector(1000)).guarantee())
                .isInstanceOf(Guarantee.Contractive.class);
        assertThat(four.withBlock(450).traits(Shape.vector(1000)).guarantee()).isEqualTo(Guarantee.NONE);
        assertThat(four.withBlock(450).traits(Shape.vector(100)).guarantee()).isInstanceOf(Guarantee.Contractive.class);
    }
}
