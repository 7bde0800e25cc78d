package org.tersegrad.convergence.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImagesTest {
    private Path cache;
    private Path folder;

    /** Three images of 2 x 3 pixels to learn from, and one for the test. */
    @BeforeEach
    void write(@TempDir Path temporary) throws IOException {
        cache = temporary;
        folder = Files.createDirectory(cache.resolve("mnist"));
        byte[] pixels = new byte[18];
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = (byte) (15 * i);
        }
        write("train-images-idx3-ubyte", idx(pixels, 3, 2, 3));
        write("train-labels-idx1-ubyte", idx(new byte[] {7, 0, 9}, 3));
        write("t10k-images-idx3-ubyte", idx(new byte[] {(byte) 255, 0, 0, 0, 0, 51}, 1, 2, 3));
        write("t10k-labels-idx1-ubyte", idx(new byte[] {4}, 1));
    }

    private void write(String name, byte[] bytes) throws IOException {
        Files.write(folder.resolve(name), bytes);
    }

    private static byte[] idx(byte[] bytes, int... sizes) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(file);
        out.writeInt(0x800 + sizes.length);
        for (int size : sizes) {
            out.writeInt(size);
        }
        out.write(bytes);
        return file.toByteArray();
    }

    private LabelledVectors load() {
        return (LabelledVectors) DataSets.open(folder.toString(), folder);
    }

    private void refused(String... words) {
        assertThatThrownBy(this::load)
                .isInstanceOf(DataUnavailableException.class)
                .satisfies(e -> assertThat(e.getMessage()).contains(words));
    }

    private void check(LabelledVectors images) {
        assertThat(images.name()).isEqualTo("mnist");
        assertThat(images.height()).isEqualTo(2);
        assertThat(images.width()).isEqualTo(3);
        assertThat(images.classes()).isEqualTo(10);
        assertThat(images.training().labels()).containsExactly(7, 0, 9);
        assertThat(images.training().values())
                .hasSize(18)
                .startsWith(0, 15 / 255f)
                .endsWith(1);
        assertThat(images.test().labels()).containsExactly(4);
        assertThat(images.test().values()).containsExactly(1, 0, 0, 0, 0, 0.2f);
    }

    @Test
    void whatWasWrittenIsRead() {
        check(load());
    }

    @Test
    void namesWithDotsAndPackedFilesAreReadToo() throws IOException {
        for (String name : new String[] {"train-images-idx3", "train-labels-idx1", "t10k-images-idx3"}) {
            Path plain = folder.resolve(name + "-ubyte");
            ByteArrayOutputStream packed = new ByteArrayOutputStream();
            try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
                Files.copy(plain, gzip);
            }
            Files.delete(plain);
            write(name.replace("-idx", ".idx") + "-ubyte.gz", packed.toByteArray());
        }
        check(load());
    }

    @Test
    void fetchedFolderIsFoundInTheCache() {
        check((LabelledVectors) DataSets.load("mnist", cache));
    }

    @Test
    void missingFileIsNamed() throws IOException {
        Files.delete(folder.resolve("t10k-labels-idx1-ubyte"));
        refused("t10k-labels-idx1-ubyte", "t10k-labels.idx1-ubyte.gz", folder.toString());
    }

    @Test
    void wrongMagicIsRefused() throws IOException {
        write("train-labels-idx1-ubyte", idx(new byte[3], 3, 1));
        refused("train-labels-idx1-ubyte", "at byte 0", "0x00000801 is expected, not 0x00000802");
    }

    @Test
    void everyTruncationIsRefused() throws IOException {
        byte[] whole = Files.readAllBytes(folder.resolve("train-images-idx3-ubyte"));
        for (int length = 0; length < whole.length; length++) {
            write("train-images-idx3-ubyte", Arrays.copyOf(whole, length));
            refused("train-images-idx3-ubyte", length < 16 ? "ends too early" : "at byte " + length);
        }
        refused("1 more bytes are expected");
    }

    @Test
    void truncatedPackedFileIsRefused() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(idx(new byte[18], 3, 2, 3));
        }
        byte[] whole = packed.toByteArray();
        for (int length = 2; length < whole.length; length++) {
            write("train-images-idx3-ubyte", Arrays.copyOf(whole, length));
            refused("train-images-idx3-ubyte");
        }
    }

    @Test
    void surplusIsRefused() throws IOException {
        write("train-images-idx3-ubyte", idx(new byte[19], 3, 2, 3));
        refused("train-images-idx3-ubyte", "at byte 34", "the end is expected");
    }

    @Test
    void sizesThatMakeNoSenseAreRefused() throws IOException {
        write("train-images-idx3-ubyte", idx(new byte[18], 3, 0, 3));
        refused("train-images-idx3-ubyte", "at byte 8", "not 0");
        write("train-images-idx3-ubyte", idx(new byte[18], 1 << 20, 1 << 10, 1 << 10));
        refused("train-images-idx3-ubyte", "at byte 12", "2 GB", "not 1024");
        write("train-images-idx3-ubyte", idx(new byte[18], 1 << 30, 1 << 30, 1 << 30));
        refused("train-images-idx3-ubyte", "at byte 8");
    }

    @Test
    void countsThatDifferAreRefused() throws IOException {
        write("train-labels-idx1-ubyte", idx(new byte[2], 2));
        refused("train-labels-idx1-ubyte", "at byte 4", "3 labels are expected", "train-images-idx3-ubyte", "not 2");
    }

    @Test
    void imagesOfDifferentSizesAreRefused() throws IOException {
        write("t10k-images-idx3-ubyte", idx(new byte[6], 1, 3, 2));
        refused("t10k-images-idx3-ubyte", "at byte 8", "2 x 3", "3 x 2");
    }

    @Test
    void unknownClassIsRefused() throws IOException {
        write("train-labels-idx1-ubyte", idx(new byte[] {1, 10, 2}, 3));
        refused("train-labels-idx1-ubyte", "at byte 9", "0 to 9", "not 10");
    }
}
