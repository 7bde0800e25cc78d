package org.tersegrad.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordsTest {
    @Test
    void aSecondRecordOfADayDoesNotReplaceTheFirst(@TempDir Path folder) throws IOException {
        Records records = new Records(folder);
        assertThat(records.unused("2026-01-02", "")).hasFileName("2026-01-02.csv");
        Files.createFile(folder.resolve("2026-01-02.csv"));
        assertThat(records.unused("2026-01-02", "")).hasFileName("2026-01-02-2.csv");
    }

    @Test
    void olderOnesFromTheOldest(@TempDir Path folder) throws IOException {
        for (String name : List.of(
                "2026-01-02-10.csv",
                "2026-01-02-9.csv",
                "2026-01-02.csv",
                "2026-01-02-scaling.csv",
                "2026-01-02-signs.csv",
                "2025-12-31.csv",
                "2026-01-02.png")) {
            Files.createFile(folder.resolve(name));
        }
        assertThat(new Records(folder).before(List.of(folder.resolve("2026-01-02-10.csv"))))
                .extracting(Records::stem)
                .containsExactly("2025-12-31", "2026-01-02-signs", "2026-01-02", "2026-01-02-9");
    }

    @Test
    void noFolderNoRecords(@TempDir Path folder) throws IOException {
        Path none = folder.resolve("none");
        assertThat(new Records(none).before(List.of(none.resolve("2026-01-02.csv"))))
                .isEmpty();
    }
}
