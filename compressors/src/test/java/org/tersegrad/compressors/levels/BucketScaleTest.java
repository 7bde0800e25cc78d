package org.tersegrad.compressors.levels;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tersegrad.codecs.CounterRandom;

class BucketScaleTest {
    /**
     * The largest element of a bucket, times the factor, is the top level at most: a bit above it, and one draw in many would
     * be rounded to a level that no reader accepts.
     */
    @Test
    void theLargestElementIsNotAboveTheTopLevel() {
        int moved = 0;
        for (int levels : new int[] {1, 2, 3, 7, 15, 127, 1000, 32767}) {
            QuantizerPlan plan =
                    new QuantizerPlan(levels, 4, false, BlockInteger.Rounding.STOCHASTIC, LevelsFormat.FIXED, 0f);
            BucketScale scale = new BucketScale(plan);
            float top = levels << plan.fraction();
            for (int i = 0; i < 2000; i++) {
                int key = CounterRandom.word(levels, i) >>> 1;
                float largest = Float.intBitsToFloat(key);
                if (Float.isFinite(largest)) {
                    float[] bucket = {-largest, 0, largest / 2, largest};
                    scale.look(bucket, 0, 4, key);
                    scale.use(scale.step());
                    float[] adjusted = scale.adjusted(bucket, 0, 4);
                    assertThat(adjusted[3] * scale.factor()).isLessThanOrEqualTo(top);
                    assertThat(-adjusted[0] * scale.factor()).isLessThanOrEqualTo(top);
                    moved += adjusted[3] * Math.nextUp(scale.factor()) > top ? 1 : 0;
                }
            }
        }
        assertThat(moved).as("factors as large as they can be").isGreaterThan(1000);
    }

    @Test
    void aLargestElementThatIsTheTopLevelKeepsItsFactor() {
        for (int levels : new int[] {1, 7, 127, 32767}) {
            QuantizerPlan plan =
                    new QuantizerPlan(levels, 4, false, BlockInteger.Rounding.STOCHASTIC, LevelsFormat.FIXED, 0f);
            BucketScale scale = new BucketScale(plan);
            scale.look(new float[] {0, -levels, 0, 0}, 0, 4, Float.floatToIntBits(levels));
            scale.use(1f);
            assertThat(scale.factor()).isEqualTo(Math.scalb(1f, plan.fraction()));
        }
    }
}
