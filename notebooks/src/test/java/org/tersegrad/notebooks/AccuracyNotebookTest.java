package org.tersegrad.notebooks;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The notebook that trains longest, in a class of its own so that the others run beside it. */
@Tag("slow")
class AccuracyNotebookTest {
    static final Path FILE = Path.of("3-accuracy-against-bits.ipynb");

    @Test
    void cellsRunAndPrintWhatIsCommitted() throws IOException {
        NotebookCells.check(FILE);
    }
}
