package org.tersegrad.convergence.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A part of a page in Markdown that a program writes: the text between {@code <!-- NAME -->} and {@code <!-- end of NAME -->}.
 *
 * @param page a file that has both lines
 * @param name of the section
 */
public record ComputedSection(Path page, String name) {
    /** The text on the page. */
    public String text() throws IOException {
        String whole = Files.readString(page);
        return whole.substring(begin(whole), end(whole));
    }

    /** Replaces the text on the page. */
    public void write(String text) throws IOException {
        String whole = Files.readString(page);
        Files.writeString(page, whole.substring(0, begin(whole)) + text + whole.substring(end(whole)));
    }

    private int begin(String whole) throws IOException {
        String line = "<!-- " + name + " -->\n";
        return find(whole, line, 0) + line.length();
    }

    private int end(String whole) throws IOException {
        return find(whole, "<!-- end of " + name + " -->", begin(whole));
    }

    private int find(String whole, String line, int from) throws IOException {
        int at = whole.indexOf(line, from);
        if (at < 0) {
            throw new IOException(page + " has no line " + line.strip());
        }
        return at;
    }
}
