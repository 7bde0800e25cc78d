package org.tersegrad.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.tersegrad.convergence.report.drawing.Drawing;
import org.tersegrad.convergence.report.drawing.Png;

/** Draws a picture into a file. */
final class Picture {
    private Picture() {}

    /**
     * Returns Markdown for a page of this module: a link to the picture, or a sentence where there are no fonts to draw it with.
     *
     * @param drawing makes it
     */
    static String draw(Path file, String title, Supplier<Drawing> drawing) throws IOException {
        byte[] png;
        try {
            png = Png.of(drawing.get());
        } catch (RuntimeException | LinkageError | InternalError e) {
            // What it throws for want of fonts differs from JDK to JDK, an Error for the most part.
            return "There is no picture: drawing it failed (" + e
                    + "). It needs fonts, such as fontconfig with DejaVu.";
        }
        Files.write(file, png);
        return "![" + title + "](" + Bench.link(file) + ")";
    }
}
