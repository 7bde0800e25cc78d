package org.tersegrad.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows of PyTorch from a file, and what else a file may hold. */
class TorchTest {
    private final Path file;

    TorchTest(@TempDir Path folder) {
        file = folder.resolve("torch.csv");
    }

    @Test
    void rowsAndWhatIsSaidOfThem() throws IOException {
        Files.writeString(file, """
                # PyTorch: 2.0 on Python 3
                jdk,benchmark,parameter,elements,ns_per_element,error,over_read,bytes_per_element
                ,Torch.sign,,4096,1.5,0.1,,
                """);
        Measured rows = Torch.read(file);
        assertThat(rows.about("PyTorch")).isEqualTo("2.0 on Python 3");
        assertThat(rows.rows()).hasSize(1);
    }

    @Test
    void anotherFileIsRefused() throws IOException {
        Files.writeString(file, "# A readme\n");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Torch.read(file))
                .withMessageContainingAll(file.toString(), "no rows of PyTorch");
    }
}
