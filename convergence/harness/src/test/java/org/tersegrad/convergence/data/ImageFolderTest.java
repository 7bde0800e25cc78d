package org.tersegrad.convergence.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImageFolderTest {
    private Path folder;

    @BeforeEach
    void set(@TempDir Path temporary) {
        folder = temporary;
    }

    private Path image(String name, int type, int width, int grey) throws IOException {
        BufferedImage image = new BufferedImage(width, 3, type);
        for (int x = 0; x < width; x++) {
            for (int y = 0; y < 3; y++) {
                if (type == BufferedImage.TYPE_BYTE_GRAY) {
                    image.getRaster().setSample(x, y, 0, grey);
                } else {
                    image.setRGB(x, y, 0xff000000 | grey * 0x010101);
                }
            }
        }
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        ImageIO.write(image, "png", file.toFile());
        return file;
    }

    private LabelledVectors load() {
        return (LabelledVectors) DataSets.open(folder.toString(), folder);
    }

    private void rejected(String message) {
        assertThatThrownBy(this::load)
                .isInstanceOf(DataUnavailableException.class)
                .hasMessage(message);
    }

    @Test
    void aSubfolderIsAClassAndColoursAreGrey() throws IOException {
        for (int i = 0; i < 5; i++) {
            image("dog/" + i + ".PNG", BufferedImage.TYPE_BYTE_GRAY, 2, 60 + i);
            image("cat/" + i + ".png", BufferedImage.TYPE_INT_RGB, 2, 100 + i);
            image("ant/" + i + ".png", BufferedImage.TYPE_INT_ARGB, 2, 200 + i);
        }
        Files.writeString(folder.resolve("cat/notes.txt"), "no image");
        Files.createDirectory(folder.resolve(".hidden"));
        LabelledVectors data = load();
        assertThat(data.classNames()).containsExactly("ant", "cat", "dog");
        assertThat(data.width()).isEqualTo(2);
        assertThat(data.height()).isEqualTo(3);
        assertThat(data.training().size()).isEqualTo(12);
        assertThat(data.test().size()).isEqualTo(3);
        int[] darkest = {200, 100, 60};
        for (int i = 0; i < 12; i++) {
            float grey = 255 * data.training().values()[6 * i];
            assertThat(grey - darkest[data.training().label(i)]).isBetween(-0.001f, 4.001f);
            assertThat(grey).isCloseTo(Math.round(grey), within(1e-3f));
        }
        assertThat(load().contentHash()).isEqualTo(data.contentHash());
    }

    @Test
    void whatDoesNotFitIsNamed() throws IOException {
        Path first = image("a/0.png", BufferedImage.TYPE_INT_RGB, 2, 1);
        rejected(folder + " has one class only, a; there is nothing to predict.");
        for (int i = 1; i < 5; i++) {
            image("b/" + i + ".png", BufferedImage.TYPE_INT_RGB, 2, 1);
        }
        Path wide = image("b/5.png", BufferedImage.TYPE_INT_RGB, 4, 1);
        rejected(wide + " is an image of 4 x 3, and " + first + " one of 2 x 3; all have to be of one size.");
        Files.writeString(wide, "no image at all");
        rejected(wide + " is no PNG image.");
        Files.delete(wide);
        Path empty = Files.createDirectory(folder.resolve("c"));
        rejected(empty + " has no file that ends in .png.");
    }
}
