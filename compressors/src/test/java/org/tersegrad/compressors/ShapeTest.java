package org.tersegrad.compressors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ShapeTest {
    @Test
    void aVectorIsOneRow() {
        assertThat(Shape.vector(7)).isEqualTo(new Shape(1, 7));
        assertThat(new Shape(512, 256).size()).isEqualTo(131_072);
        assertThat(new Shape(0, 5).size()).isZero();
    }

    /** rows * columns as an int would wrap around to something harmless. */
    @Test
    void aShapeWithMoreElementsThanAnArrayHoldsIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Shape(65_536, 65_536))
                .withMessageContaining("65536 x 65536")
                .withMessageContaining("2147418112");
        assertThatIllegalArgumentException().isThrownBy(() -> new Shape(-1, 5));
        assertThatIllegalArgumentException().isThrownBy(() -> new Shape(5, -1));
        assertThat(new Shape(1 << 16, (1 << 15) - 1).size()).isEqualTo(Shape.MAX_SIZE);
        assertThatIllegalArgumentException().isThrownBy(() -> Shape.vector(Shape.MAX_SIZE + 1));
    }

    @Test
    void aSliceIsCheckedOnce() {
        float[] array = {1, 2, 3};
        assertThat(FloatSlice.of(array)).isEqualTo(new FloatSlice(array, 0, 3));
        assertThat(new FloatSlice(array, 3, 0).length()).isZero();
        assertThatThrownBy(() -> new FloatSlice(array, 2, 2)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> new FloatSlice(array, -1, 2)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> new FloatSlice(array, 1, Integer.MAX_VALUE))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    /** Same seed for all tensors or all workers makes noise that does not average out. */
    @Test
    void workersAndTensorsGetSeedsOfTheirOwn() {
        Seed run = Seed.of(42);
        Set<Seed> seeds = new HashSet<>();
        for (int worker = 0; worker < 64; worker++) {
            for (int tensor = 0; tensor < 64; tensor++) {
                seeds.add(run.fork(worker).fork(tensor));
            }
        }
        assertThat(seeds).hasSize(64 * 64);
        assertThat(run.fork(1).fork(2))
                .isEqualTo(Seed.of(42).fork(1).fork(2))
                .isNotEqualTo(run.fork(2).fork(1));
    }
}
