package org.tersegrad.convergence.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tersegrad.compressors.Seed;
import org.tersegrad.reducers.internal.Shuffle;

class MailsTest {
    private Path folder;

    @BeforeEach
    void set(@TempDir Path temporary) {
        folder = temporary;
    }

    private void mail(String name, String body) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "From: header\nSubject: header\n\n" + body, StandardCharsets.ISO_8859_1);
    }

    private static SparseVectors load(Path files) {
        return (SparseVectors) DataSets.read("spam", DataSets.entries(), entry -> files);
    }

    private SparseVectors load() {
        return load(folder);
    }

    @Test
    void wordsOfFiveMailsCount() throws IOException {
        for (int i = 0; i < 6; i++) {
            mail("easy-ham-1/" + i + ".txt", "Dear friend,\n\nfriend! a 1 x2y caf\u00e9 header" + i);
        }
        for (int i = 0; i < 4; i++) {
            mail("spam-2/" + i + ".txt", "DEAR offer4you\r\n");
        }
        mail("spam-2/cmds", "not a mail");
        SparseVectors mails = load();
        // By alphabet: caf, dear, friend, header; in ham all of them, in spam dear only. offer is in four mails, a too
        // short.
        assertThat(mails.length()).isEqualTo(4);
        assertThat(mails.training().size()).isEqualTo(8);
        assertThat(mails.test().size()).isEqualTo(2);
        int spam = 0;
        for (SparseVectors.Part part : new SparseVectors.Part[] {mails.training(), mails.test()}) {
            for (int i = 0; i < part.size(); i++) {
                int from = part.starts()[i];
                int to = part.starts()[i + 1];
                int[] words = Arrays.copyOfRange(part.indices(), from, to);
                float[] values = Arrays.copyOfRange(part.values(), from, to);
                spam += part.labels()[i];
                if (part.labels()[i] == 1) {
                    assertThat(words).containsExactly(1);
                    assertThat(values).containsExactly(1);
                } else {
                    assertThat(words).containsExactly(0, 1, 2, 3);
                    assertThat(values).containsExactly(0.5f, 0.5f, 0.5f, 0.5f);
                }
            }
        }
        assertThat(spam).isEqualTo(4);
    }

    @Test
    void splitIsAlwaysTheSame() throws IOException {
        for (int i = 0; i < 20; i++) {
            mail((i % 2 == 0 ? "spam/" : "ham/") + i + ".txt", "word");
        }
        assertThat(load().test().labels()).isEqualTo(load().test().labels());
        assertThat(Shuffle.of(10, Seed.of(1)))
                .containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
                .isNotEqualTo(new int[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
    }

    @Test
    void folderWithoutMailsIsRefused() throws IOException {
        Files.writeString(folder.resolve("stray.txt"), "not in a folder");
        assertThatThrownBy(this::load)
                .isInstanceOf(DataUnavailableException.class)
                .hasMessageContaining("There are 0 files that end in .txt in the folders in " + folder);
        assertThatThrownBy(() -> load(folder.resolve("absent")))
                .isInstanceOf(DataUnavailableException.class)
                .hasMessageContaining("absent cannot be read");
    }
}
