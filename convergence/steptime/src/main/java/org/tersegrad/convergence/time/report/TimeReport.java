package org.tersegrad.convergence.time.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The output of a command about the model of time: a table, sentences on it, and files. */
public interface TimeReport {
    /** The subject of the table. */
    String subtitle();

    /** The numbers, rounded. */
    Cells table();

    /** The conclusions from the numbers, in sentences. */
    List<String> findings();

    /** Notes on which numbers were measured, and which are modelled. */
    List<String> notes();

    /** The same for programs. */
    Map<String, Object> members();

    /**
     * Writes all files, each as a whole.
     *
     * @return sentences on what could not be made; usually none
     */
    List<String> write(Path folder) throws IOException;
}
