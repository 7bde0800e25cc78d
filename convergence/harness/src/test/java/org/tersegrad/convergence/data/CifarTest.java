package org.tersegrad.convergence.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.Seed;

class CifarTest {
    private static final int PIXELS = 32 * 32;

    private Path cache;
    private Path folder;

    /** Files of two images each, and of one for the test: pixel p of image i is (i, p / 4, 255 - p % 256). */
    @BeforeEach
    void write(@TempDir Path temporary) throws IOException {
        cache = temporary;
        folder = Files.createDirectory(cache.resolve("cifar10"));
        for (int file = 0; file < 5; file++) {
            write("data_batch_" + (file + 1) + ".png", 2 * file, 2);
        }
        write("test_batch.png", 100, 1);
        Files.writeString(folder.resolve("train_lables.json"), "[6,9,0,1,2,3,4,5,7,8]");
        Files.writeString(folder.resolve("test_lables.json"), "[3]\n");
    }

    private void write(String name, int first, int images) throws IOException {
        BufferedImage image = new BufferedImage(PIXELS, images, BufferedImage.TYPE_3BYTE_BGR);
        for (int i = 0; i < images; i++) {
            for (int p = 0; p < PIXELS; p++) {
                image.setRGB(p, i, ((first + i) << 16) | ((p / 4) << 8) | (255 - p % 256));
            }
        }
        ImageIO.write(image, "png", folder.resolve(name).toFile());
    }

    private LabelledVectors load(String text) {
        return (LabelledVectors) DataSets.load(text, cache);
    }

    @Test
    void rowsAreImagesAndChannelsAreNormalized() {
        LabelledVectors images = load("cifar10(training=9,test=1)");
        assertThat(images.length()).isEqualTo(3 * PIXELS);
        assertThat(images.classNames()).hasSize(10).startsWith("airplane").endsWith("truck");
        assertThat(images.training().labels()).containsExactly(6, 9, 0, 1, 2, 3, 4, 5, 7);
        assertThat(images.test().labels()).containsExactly(3);
        float[] values = images.training().values();
        for (int i = 0; i < 9; i++) {
            for (int p = 0; p < PIXELS; p += 37) {
                int at = i * 3 * PIXELS + p;
                assertThat(values[at]).isEqualTo((i / 255f - 0.4914f) / 0.2470f);
                assertThat(values[at + PIXELS]).isEqualTo((Math.floorDiv(p, 4) / 255f - 0.4822f) / 0.2435f);
                assertThat(values[at + 2 * PIXELS]).isEqualTo(((255 - p % 256) / 255f - 0.4465f) / 0.2616f);
            }
        }
    }

    @Test
    void whatIsMissingIsNamed() throws IOException {
        assertThatThrownBy(() -> load("cifar10"))
                .isInstanceOf(DataUnavailableException.class)
                .hasMessageContaining("train_lables.json has 10 labels; 50000 are expected");
        Files.writeString(folder.resolve("train_lables.json"), "[6,9,0,1,2,3,4,5,7,8,1]");
        assertThatThrownBy(() -> load("cifar10(training=11,test=1)"))
                .hasMessageContaining("data_batch_5.png ends after image 10; 11 are expected");
        Files.writeString(folder.resolve("test_lables.json"), "[10]");
        assertThatThrownBy(() -> load("cifar10(training=2,test=1)"))
                .hasMessageContaining("test_lables.json has 10 as label 0; 0 to 9 is expected");
        ImageIO.write(
                new BufferedImage(32, 32, BufferedImage.TYPE_3BYTE_BGR),
                "png",
                folder.resolve("data_batch_1.png").toFile());
        assertThatThrownBy(() -> load("cifar10(training=2,test=1)"))
                .hasMessageContaining("data_batch_1.png is 32 pixels wide");
        Files.delete(folder.resolve("train_lables.json"));
        assertThatThrownBy(() -> load("cifar10(training=2)"))
                .isInstanceOf(DataUnavailableException.class)
                .hasMessageContaining("train_lables.json");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> load("cifar10(training=50001)"))
                .withMessageContaining("50001");
    }

    /** Beside a padded image that is cut out and mirrored. */
    @Test
    void variantsAreCropsAndFlips() {
        LabelledVectors images = load("cifar10(training=5,test=1)");
        float[] copy = new float[3 * PIXELS * 2];
        Seed seed = Seed.of(4);
        int flips = 0;
        for (int image = 0; image < 5; image++) {
            int word = CounterRandom.word(seed.value(), image);
            int right = (int) ((word & 0xffffL) * 9 / 65_536);
            int down = (int) ((word >>> 16 & 0x7fffL) * 9 / 32_768);
            flips += word < 0 ? 1 : 0;
            int number = images.draw(image, seed);
            assertThat(number % 5).isEqualTo(image);
            Arrays.fill(copy, Float.NaN);
            images.load(number, copy, 1, 2);
            for (int i = 0; i < 3 * PIXELS; i++) {
                int x = (word < 0 ? 31 - i % 32 : i % 32) + right - 4;
                int y = i / 32 % 32 + down - 4;
                boolean inside = x >= 0 && x < 32 && y >= 0 && y < 32;
                int source = (image * 3 + i / PIXELS) * PIXELS + y * 32 + x;
                assertThat(copy[2 * i + 1])
                        .as("pixel %d of image %d", i, image)
                        .isEqualTo(inside ? images.training().values()[source] : 0f);
            }
        }
        assertThat(flips).isBetween(1, 4);
    }

    @Test
    void allVariantsAreDrawnAndTheFirstIsTheImage() {
        LabelledVectors images = load("cifar10(training=5,test=1)");
        assertThat(Crops.variant(4, 4, false)).isZero();
        long variants = IntStream.range(0, 5000)
                .map(epoch -> images.draw(3, Seed.of(1).fork(epoch)) / 5)
                .peek(variant -> assertThat(variant).isBetween(0, 161))
                .distinct()
                .count();
        assertThat(variants).isEqualTo(162);
        float[] copy = new float[3 * PIXELS];
        images.load(3, copy, 0, 1);
        assertThat(copy).isEqualTo(Arrays.copyOfRange(images.training().values(), 9 * PIXELS, 12 * PIXELS));
        Crops.copy(images, 3, 0, copy, 0, 1);
        assertThat(copy).isEqualTo(Arrays.copyOfRange(images.training().values(), 9 * PIXELS, 12 * PIXELS));
        assertThat(load("cifar10(training=5,test=1,augment=false)").draw(3, Seed.of(1)))
                .isEqualTo(3);
    }
}
