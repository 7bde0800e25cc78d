package org.tersegrad.convergence.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class MainTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        CommandLine commandLine = Main.commandLine();
        return commandLine
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }

    @Test
    void versionIsFilledInByTheBuild() {
        assertThat(run("--version")).isZero();
        assertThat(out.toString()).matches("tersegrad \\d+\\.\\d+\\.\\d+\\S*\\R");
    }

    @Test
    void infoNamesTheJdk() {
        assertThat(run("info")).isZero();
        assertThat(out.toString()).contains(System.getProperty("java.version"), System.getProperty("java.home"));
    }

    /** In one line, without the help. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "inof | there is no command inof; did you mean info? (./tersegrad -h explains it)",
                "data lst | there is no command lst; did you mean list? (./tersegrad data -h explains it)",
                "data | list or fetch? (./tersegrad data -h explains it)",
                "-x | there is no option -x (./tersegrad -h explains it)",
                "compare --wokers=3 | there is no option --wokers; did you mean --workers? (./tersegrad compare -h",
                "compare --workers many | Invalid value for option '--workers' (N): 'many' is not an int (./tersegrad compare",
                "compare --workers | Missing required parameter for option '--workers' (N) (./tersegrad compare -h",
                "info 1 2 | 1 is one argument too many (./tersegrad info -h explains it)",
                "inspect | Missing required parameter: 'FILE' (./tersegrad inspect -h explains it)",
                "help copmare | Unknown subcommand 'copmare'. (./tersegrad"
            })
    void aMistypedCommandIsExplainedInOneLine(String command, String line) {
        assertThat(run(command.split(" ", -1))).isEqualTo(2);
        assertThat(err.toString()).startsWith(line).hasLineCount(1);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void noCommandIsToldWhatExists() {
        assertThat(run()).isEqualTo(2);
        assertThat(err.toString()).contains("help", "info", "schemes", "inspect", "bench", "Examples");
    }

    @Test
    void examplesOfTheHelpFitIntoEightyColumns() {
        List<CommandLine> commands = new ArrayList<>(
                List.of(Main.commandLine().setUsageHelpAutoWidth(false).setUsageHelpWidth(80)));
        int examples = 0;
        for (int i = 0; i < commands.size(); i++) {
            commands.addAll(commands.get(i).getSubcommands().values());
            String help = commands.get(i).getUsageMessage();
            for (String line : commands.get(i).getCommandSpec().usageMessage().footer()) {
                if (line.startsWith("  ")) {
                    assertThat(help.lines()).contains(line);
                    examples++;
                }
            }
        }
        assertThat(examples).isGreaterThan(10);
    }

    @Test
    void helpIsAsWideAsTheTerminal() {
        assertThat(Main.commandLine().getSubcommands().values())
                .allMatch(command -> command.getCommandSpec().usageMessage().autoWidth());
    }
}
