package org.tersegrad.bench.cli;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.tersegrad.bench.coldstart.ColdStartCommand;
import org.tersegrad.bench.jmh.Jmh;
import org.tersegrad.bench.report.ReportCommand;
import org.tersegrad.bench.report.ScalingCommand;

/** The command line: JMH's own, and {@code --report} and {@code --scaling}, which write pages of its results. */
public final class Main {
    private Main() {}

    public static void main(String[] args) throws Exception {
        List<String> words = List.of(args);
        if (words.contains("--help")) {
            System.out.print(Help.TEXT);
        } else if (!words.isEmpty() && words.get(0).equals("--cold-start")) {
            ColdStartCommand.run(words.subList(1, words.size()));
        } else if (!writePages(words)) {
            Jmh.run(words, Help.TEXT);
        }
    }

    /** Returns whether {@code words} were such a command. */
    private static boolean writePages(List<String> words) throws Exception {
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
