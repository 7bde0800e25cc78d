package org.tersegrad.convergence.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DigitsTest {
    private static LabelledVectors load(String text) {
        return (LabelledVectors) DataSets.load(text, Path.of("nowhere"));
    }

    @Test
    void countsAreThoseOfTheOriginal() {
        LabelledVectors digits = load("digits");
        assertThat(digits.name()).isEqualTo("digits");
        assertThat(digits.training().size()).isEqualTo(1437);
        assertThat(digits.test().size()).isEqualTo(360);
        assertThat(digits.length()).isEqualTo(64);
        assertThat(digits.width()).isEqualTo(8);
        assertThat(digits.classes()).isEqualTo(10);
        int[] classes = new int[10];
        Arrays.stream(digits.training().labels()).forEach(label -> classes[label]++);
        Arrays.stream(digits.test().labels()).forEach(label -> classes[label]++);
        assertThat(classes).containsExactly(178, 182, 177, 183, 181, 182, 181, 179, 174, 180);
    }

    @Test
    void examplesAreInTheOrderOfTheirPositions() {
        LabelledVectors digits = load("digits");
        // Row 1052 of the file is the first to learn from, row 1398 the first after the 1152, row 360 the first test.
        assertThat(digits.training().labels()[0]).isEqualTo(3);
        assertThat(pixels(digits.training(), 0)).containsExactly(0, 0, 6, 14, 16, 11, 0, 0, 0, 6, 14, 7, 4, 16, 4, 0);
        assertThat(digits.training().labels()[1152]).isEqualTo(4);
        assertThat(pixels(digits.training(), 1152)).containsExactly(0, 0, 0, 3, 14, 9, 0, 0, 0, 0, 0, 13, 11, 1, 0, 0);
        assertThat(digits.test().labels()[0]).isEqualTo(6);
        assertThat(pixels(digits.test(), 0)).containsExactly(0, 0, 1, 13, 7, 0, 0, 0, 0, 0, 7, 14, 2, 0, 0, 0);
    }

    /** The first two rows of an image, in the units of the file. */
    private static float[] pixels(LabelledVectors.Part part, int example) {
        float[] pixels = Arrays.copyOfRange(part.values(), example * 64, example * 64 + 16);
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] *= 16;
        }
        return pixels;
    }

    @Test
    void tuningLeavesTheTestPartAlone() {
        LabelledVectors tuning = load("digits(tuning=true)");
        LabelledVectors digits = load("digits");
        assertThat(tuning.training().size()).isEqualTo(1152);
        assertThat(tuning.test().size()).isEqualTo(285);
        assertThat(tuning.test().labels())
                .isEqualTo(Arrays.copyOfRange(digits.training().labels(), 1152, 1437));
    }

    @Test
    void buildLeavesTheFileAsItIs(@TempDir Path folder) throws IOException {
        Path copy = folder.resolve("digits.csv");
        try (InputStream in = Digits.class.getResourceAsStream("digits.csv")) {
            Files.copy(in, copy);
        }
        assertThat(Sha256.of(copy)).isEqualTo("97b5066acc040b52b5792b4e302e5ceab36ffd7c73e76d11878245267d810db4");
        assertThat(Digits.class.getResource("digits.txt"))
                .as("the credit beside it")
                .isNotNull();
    }
}
