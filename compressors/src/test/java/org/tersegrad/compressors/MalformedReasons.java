package org.tersegrad.compressors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.tersegrad.codecs.MalformedInputException;

/** Bytes that a reader must reject, each with the place and the reason that it must name. */
final class MalformedReasons {
    private static final Pattern THROWS = Pattern.compile("throw .*(new MalformedInputException|malformed)\\(");

    private final Set<String> provoked = new TreeSet<>();

    /** Reads malformed input, records the line that rejects it, and checks the message. */
    void refused(long offset, String reason, Runnable read) {
        MalformedInputException refusal = catchThrowableOfType(MalformedInputException.class, read::run);
        assertThat(refusal).as("accepted instead of: " + reason).isNotNull();
        assertThat(refusal.reason()).isEqualTo(reason);
        assertThat(refusal.offset()).as(reason).isEqualTo(offset);
        for (StackTraceElement frame : refusal.getStackTrace()) {
            if (!frame.getMethodName().equals("malformed")) {
                provoked.add(frame.getFileName() + ":" + frame.getLineNumber());
                return;
            }
        }
    }

    /** Checks that every line of {@code sources} that can reject input has done so. */
    void requireAll(List<Path> sources) throws IOException {
        List<String> missing = new ArrayList<>();
        int found = 0;
        for (Path source : sources) {
            List<String> text = Files.readAllLines(source);
            for (int i = 0; i < text.size(); i++) {
                if (THROWS.matcher(text.get(i)).find()) {
                    found++;
                    if (!isProvoked(source, text, i)) {
                        missing.add(source.getFileName() + ":" + (i + 1));
                    }
                }
            }
        }
        assertThat(found).isPositive();
        assertThat(missing).as("lines whose reason no row provokes").isEmpty();
    }

    /** The compiler may note any line of a statement. */
    private boolean isProvoked(Path source, List<String> text, int first) {
        int line = first;
        while (!provoked.contains(source.getFileName() + ":" + (line + 1))) {
            if (text.get(line).endsWith(";")) {
                return false;
            }
            line++;
        }
        return true;
    }
}
