package org.tersegrad.convergence.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextsTest {
    private Path folder;

    @BeforeEach
    void set(@TempDir Path temporary) {
        folder = temporary;
    }

    private Text load(Path files) {
        return (Text) DataSets.open(files.toString(), files);
    }

    @Test
    void alphabetIsSortedAndTheLastTenthIsTheTest() throws IOException {
        Path file = Files.writeString(folder.resolve("any.name"), "\ufeffcab\nbaccab\ncaba é");
        Text text = load(file);
        assertThat(text.name()).isEqualTo("any.name");
        assertThat(text.alphabet()).isEqualTo("\n abcé");
        assertThat(text.training()).containsExactly(4, 2, 3, 0, 3, 2, 4, 4, 2, 3, 0, 4, 2, 3, 2, 1);
        assertThat(text.test()).containsExactly(5);
    }

    @Test
    void folderIsReadInTheOrderOfNames() throws IOException {
        Files.writeString(folder.resolve("2.txt"), "bbbbb");
        Files.writeString(folder.resolve("1.txt"), "aaaaa");
        Files.writeString(folder.resolve("SOURCE"), "not this");
        Text text = load(folder);
        assertThat(text.alphabet()).isEqualTo("\nab");
        assertThat(text.training()).containsExactly(1, 1, 1, 1, 1, 0, 2, 2, 2, 2);
        assertThat(text.test()).containsExactly(2);
    }

    @Test
    void whatIsNoTextIsRefused() throws IOException {
        Path absent = folder.resolve("absent.txt");
        refused(absent, "there is no file or folder " + absent);
        refused(
                folder,
                folder + " has no data that can be read; accepted are a CSV file (with --label), a text in UTF-8,");
        Path bytes = Files.write(folder.resolve("bytes.txt"), new byte[] {(byte) 0xff, 1, 2});
        refused(
                bytes,
                bytes + " is no text; accepted are a CSV file (with --label), a text in UTF-8, a folder of texts");
        Path zeros = Files.write(folder.resolve("zeros.bin"), new byte[100]);
        refused(zeros, zeros + " is no text; accepted are ");
        Path latin = Files.write(folder.resolve("latin.txt"), new byte[] {'a', '\n', (byte) 0xe9, 'b'});
        refused(latin, latin + " is not in UTF-8: line 2 has the byte 0xe9.");
        refused(Files.writeString(folder.resolve("short.txt"), "abcdefghi"), "9 characters; 10 is the least");
        String all = IntStream.range(32, 32 + 129).mapToObj(Character::toString).collect(Collectors.joining());
        refused(Files.writeString(folder.resolve("all.txt"), all), "129 different characters; 128 is the most");
        assertThat(load(Files.writeString(folder.resolve("most.txt"), all.substring(1)))
                        .test())
                .endsWith(127);
    }

    private void refused(Path files, String words) {
        assertThatThrownBy(() -> load(files))
                .isInstanceOf(DataUnavailableException.class)
                .hasMessageContaining(words);
    }
}
