package org.tersegrad.notebooks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The check that {@code notebooks/run} makes of a notebook that Jupyter has executed. */
public final class Check {
    private Check() {}

    /**
     * Compares, or replaces.
     *
     * @param arguments {@code compare} or {@code replace}, the notebook, and the same after it was executed
     */
    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[1]);
        Notebook executed = Notebook.read(Path.of(arguments[2]));
        List<String> complaints = failures(executed);
        if (arguments[0].equals("compare")) {
            complaints.addAll(differences(Notebook.read(file), executed));
        } else if (complaints.isEmpty()) {
            Files.writeString(file, executed.cleaned());
        }
        complaints.forEach(complaint -> System.err.println(executed.name() + ", " + complaint));
        System.exit(complaints.isEmpty() ? 0 : 1);
    }

    /** Cells that a reader should not see as they are. */
    static List<String> failures(Notebook notebook) {
        List<String> failures = new ArrayList<>();
        for (Notebook.Cell cell : notebook.code()) {
            for (String error : cell.errors()) {
                failures.add("cell [" + cell.number() + "]: " + error);
            }
            if (cell.count() != cell.number()) {
                failures.add("cell [" + cell.number() + "]: not executed, or not from top to bottom");
            }
        }
        return failures;
    }

    /** Cells that no longer print what is committed. */
    static List<String> differences(Notebook committed, Notebook executed) {
        List<String> differences = new ArrayList<>();
        List<Notebook.Cell> before = committed.code();
        List<Notebook.Cell> after = executed.code();
        for (int i = 0; i < before.size(); i++) {
            String now = i < after.size() ? after.get(i).text() : "";
            difference(before.get(i), now).ifPresent(differences::add);
        }
        return differences;
    }

    /** The first line in which a cell's text is another one, if it is. */
    static Optional<String> difference(Notebook.Cell committed, String now) {
        if (committed.text().equals(now)) {
            return Optional.empty();
        }
        List<String> before = committed.text().lines().toList();
        List<String> after = now.lines().toList();
        int line = 0;
        while (line < before.size() && line < after.size() && before.get(line).equals(after.get(line))) {
            line++;
        }
        return Optional.of("cell [" + committed.number() + "]: line " + (line + 1)
                + " of what it prints is not as committed\n    committed: " + line(before, line)
                + "\n    now:       " + line(after, line));
    }

    private static String line(List<String> lines, int line) {
        return line < lines.size() ? lines.get(line) : "(nothing)";
    }
}
