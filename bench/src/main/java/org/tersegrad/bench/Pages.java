package org.tersegrad.bench;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.tersegrad.bench.report.ReportCommand;
import org.tersegrad.bench.report.ScalingCommand;

/** The two commands that are not JMH's. */
final class Pages {
    private Pages() {}

    /** Returns whether {@code words} were such a command. */
    static boolean write(List<String> words) throws Exception {
        String command = words.isEmpty() ? "" : words.get(0);
        if (!command.equals("--report") && !command.equals("--scaling")) {
            return false;
        }
        List<String> rest = words.subList(1, words.size());
        try {
            if (command.equals("--report")) {
                ReportCommand.run(rest);
            } else {
                ScalingCommand.run(rest);
            }
        } catch (NoSuchFileException e) {
            System.err.println(command + ": there is no file " + e.getFile());
            System.exit(2);
        } catch (IOException | IllegalArgumentException e) {
            System.err.println(command + ": " + e.getMessage());
            System.exit(2);
        }
        return true;
    }
}
