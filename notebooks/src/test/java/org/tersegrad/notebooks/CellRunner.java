package org.tersegrad.notebooks;

import java.util.Locale;
import java.util.Optional;
import jdk.jshell.Diag;
import jdk.jshell.EvalException;
import jdk.jshell.JShell;
import jdk.jshell.JShellException;
import jdk.jshell.Snippet;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis.Completeness;
import jdk.jshell.SourceCodeAnalysis.CompletionInfo;

/** Runs the code of a cell statement by statement, as the kernel does. */
final class CellRunner {
    private final JShell shell;

    CellRunner(JShell shell) {
        this.shell = shell;
    }

    /** Runs it to its end or to the first failure, which is returned with its line and the source of that line. */
    Optional<String> run(String source) {
        int at = 0;
        while (true) {
            String rest = source.substring(at);
            CompletionInfo next = shell.sourceCodeAnalysis().analyzeCompletion(rest);
            if (next.completeness() == Completeness.EMPTY) {
                return Optional.empty();
            }
            int blank = rest.length() - rest.stripLeading().length();
            if (!next.completeness().isComplete()) {
                return Optional.of(place(source, at + blank) + "this does not end");
            }
            for (SnippetEvent event : shell.eval(
                    rest.substring(blank, rest.length() - next.remaining().length()))) {
                Optional<String> failure = failure(event, source, at + blank);
                if (failure.isPresent()) {
                    return failure;
                }
            }
            at = source.length() - next.remaining().length();
        }
    }

    private Optional<String> failure(SnippetEvent event, String source, int start) {
        if (event.causeSnippet() != null) {
            return Optional.empty(); // what an earlier snippet makes of this one
        }
        JShellException thrown = event.exception();
        if (thrown != null) {
            String name = thrown instanceof EvalException eval ? eval.getExceptionClassName() : "";
            return Optional.of(place(source, lineStart(source, start, line(thrown, event.snippet()))) + name + ": "
                    + thrown.getMessage());
        }
        if (!event.status().isDefined()) {
            Optional<Diag> error =
                    shell.diagnostics(event.snippet()).filter(Diag::isError).findFirst();
            int position =
                    error.map(diagnostic -> (int) diagnostic.getStartPosition()).orElse(0);
            String message = error.map(diagnostic -> diagnostic.getMessage(Locale.ROOT))
                    .orElse("this refers to something that is not there");
            return Optional.of(place(source, start + position) + message);
        }
        return Optional.empty();
    }

    /** The line of a snippet, from 0 on, in which it threw. */
    private static int line(JShellException thrown, Snippet snippet) {
        for (StackTraceElement element : thrown.getStackTrace()) {
            if (("#" + snippet.id()).equals(element.getFileName())) {
                return element.getLineNumber() - 1;
            }
        }
        return 0;
    }

    private static int lineStart(String source, int start, int lines) {
        int at = start;
        for (int i = 0; i < lines && source.indexOf('\n', at) >= 0; i++) {
            at = source.indexOf('\n', at) + 1;
        }
        return at;
    }

    private static String place(String source, int position) {
        int at = Math.min(position, source.length());
        int line = (int) source.substring(0, at).chars().filter(c -> c == '\n').count();
        return "line " + (line + 1) + ", "
                + source.lines().skip(line).findFirst().orElse("").strip() + "\n    ";
    }
}
