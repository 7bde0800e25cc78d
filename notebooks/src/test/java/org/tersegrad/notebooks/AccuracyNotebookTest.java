package org.tersegrad.notebooks;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The notebook that trains longest, in a class of its own so that the others run beside it. */
class AccuracyNotebookTest {
    static final Path FILE = Path.of("3-accuracy-against-bits.ipynb");

    @Test
    void cellsRunAndPrintWhatIsCommitted() throws IOException {
        NotebookCells.check(FILE);
    }
}
