package org.tersegrad.convergence.time.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What a command about the model of time shows: a table, sentences on it, and files. */
public interface TimeReport {
    /** What the table is about. */
    String subtitle();

    /** The numbers, rounded. */
    Cells table();

    /** What the numbers say, in sentences. */
    List<String> findings();

    /** What was measured, and what is a model. */
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
