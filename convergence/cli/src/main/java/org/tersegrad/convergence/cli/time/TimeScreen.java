package org.tersegrad.convergence.cli.time;

import java.io.PrintWriter;
import java.util.List;
import org.tersegrad.convergence.cli.shared.JsonOption;
import org.tersegrad.convergence.report.tables.Sentences;
import org.tersegrad.convergence.time.report.TimeReport;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The printer of a report about the model of time.
 *
 * @param spec of the command
 * @param json whether the report is for programs
 */
record TimeScreen(CommandSpec spec, JsonOption json) {
    /**
     * Prints.
     *
     * @param remarks on the files that were written
     * @param where these files are, in a sentence
     */
    void print(TimeReport report, List<String> remarks, String where) {
        PrintWriter screen = spec.commandLine().getOut();
        if (json.isGiven()) {
            JsonOption.print(report.members(), screen);
            remarks.forEach(spec.commandLine().getErr()::println);
            return;
        }
        StringBuilder text =
                new StringBuilder(report.subtitle() + "\n\n" + report.table().text() + "\n");
        report.findings().forEach(sentence -> Sentences.wrap(sentence, text));
        text.append('\n');
        report.notes().forEach(sentence -> Sentences.wrap(sentence, text));
        remarks.forEach(sentence -> Sentences.wrap(sentence, text));
        screen.print(text);
        screen.println(where);
    }
}
