package org.tersegrad.convergence.training.checkpoints;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that a comparison did not write are left alone. */
class CheckpointFolderTest {
    private Path folder;
    private CheckpointFolder checkpoints;

    @BeforeEach
    void make(@TempDir Path temporary) {
        folder = temporary.resolve("checkpoints");
        checkpoints = new CheckpointFolder(folder);
    }

    private Path own(String name) throws IOException {
        Files.createDirectories(folder);
        return Files.writeString(folder.resolve(name), "somebody's own");
    }

    @Test
    void whatWasWrittenIsDeletedAndTheFolderWithIt() throws IOException {
        assertThat(checkpoints.isInUse()).isFalse();
        checkpoints.delete();
        checkpoints.claim(2);
        assertThat(checkpoints.isInUse()).isTrue();
        Files.writeString(checkpoints.file(0), "0");
        Files.writeString(folder.resolve("run-1.checkpoint.part"), "killed here");
        checkpoints.claim(3);
        assertThat(folder.resolve("run-1.checkpoint.part")).doesNotExist();
        Files.writeString(checkpoints.file(2), "2");
        checkpoints.delete();
        assertThat(folder).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"run-42.pt", "run-", "run-7.checkpoint", "tersegrad-checkpoints.txt.part", "notes"})
    void otherFilesStay(String name) throws IOException {
        Path own = own(name);
        checkpoints.delete();
        checkpoints.claim(2);
        Files.writeString(checkpoints.file(1), "1");
        checkpoints.delete();
        assertThat(own).hasContent("somebody's own");
        assertThat(folder.toFile().list()).containsExactly(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"run-1.checkpoint", "run-0.checkpoint.part", "tersegrad-checkpoints.txt"})
    void aFileInTheWayIsRefusedBeforeAnythingIsWritten(String name) throws IOException {
        Path own = own(name);
        assertThatThrownBy(() -> checkpoints.claim(2))
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessageContaining(own + ": is not from this comparison");
        assertThat(own).hasContent("somebody's own");
        assertThat(folder.toFile().list()).containsExactly(name);
    }

    /** The folder, the list, a file: what a link points to stays as it is. */
    @Test
    void linksAreNotFollowed() throws IOException {
        Path elsewhere = Files.createDirectory(folder.resolveSibling("elsewhere"));
        Path own = Files.writeString(elsewhere.resolve("run-42.pt"), "somebody's own");
        Files.createSymbolicLink(folder, elsewhere);
        checkpoints.claim(1);
        Files.createSymbolicLink(checkpoints.file(0), own);
        checkpoints.delete();
        assertThat(own).hasContent("somebody's own");
        assertThat(elsewhere.toFile().list()).containsExactly("run-42.pt");
        assertThat(Files.isSymbolicLink(folder)).isTrue();
        Files.createSymbolicLink(folder.resolve(CheckpointFolder.LIST), own);
        assertThatThrownBy(() -> checkpoints.claim(1)).isInstanceOf(FileAlreadyExistsException.class);
        assertThatThrownBy(checkpoints::delete).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(own).hasContent("somebody's own");
    }

    /** A list that was changed by hand names nothing outside, and nothing of another kind. */
    @Test
    void onlyNamesOfCheckpointsAreBelieved() throws IOException {
        Path own = own("own");
        checkpoints.claim(1);
        Path list = folder.resolve(CheckpointFolder.LIST);
        Files.writeString(
                list, Files.readString(list) + "own\n../checkpoints/own\n" + own + "\nrun-9.checkpoint/../own\n");
        checkpoints.delete();
        assertThat(own).hasContent("somebody's own");
    }
}
