package org.tersegrad.convergence.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.convergence.cli.shared.CommandFailed;
import org.tersegrad.convergence.data.DataSets;
import org.tersegrad.convergence.documents.Documents;
import picocli.CommandLine.ParseResult;

/** Every command in the documents is one: its options exist, and what it names can be had. Nothing is trained. */
@Tag("slow")
class DocumentedCommandsTest {
    /** In a line of its own, where two spaces end it, or between back quotes. */
    private static final Pattern COMMAND = Pattern.compile("(?m)^\\./tersegrad(.*?)(?:  .*)?$|`\\./tersegrad ([^`]*)`");

    private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");

    record Command(Path document, List<String> words) {
        @Override
        public String toString() {
            return document.getFileName() + ": " + String.join(" ", words);
        }
    }

    static List<Command> commands() throws IOException {
        List<Command> commands = new ArrayList<>();
        for (Path document : Documents.files()) {
            // A line that ends with a backslash goes on.
            Matcher command = COMMAND.matcher(Files.readString(document).replaceAll("\\\\\n *", ""));
            while (command.find()) {
                String text = command.group(1) == null ? command.group(2) : command.group(1);
                commands.add(new Command(document, words(text.strip())));
            }
        }
        // The benchmarks are another program, with JMH's options.
        commands.removeIf(command -> command.words.get(0).equals("bench"));
        return commands;
    }

    /** As a shell splits them. */
    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(text);
        while (word.find()) {
            for (int group = 1; group <= word.groupCount(); group++) {
                if (word.group(group) != null) {
                    words.add(word.group(group));
                }
            }
        }
        return words;
    }

    @ParameterizedTest
    @MethodSource("commands")
    void canBeCalled(Command command, @TempDir Path folder) {
        ParseResult parsed = Main.commandLine().parseArgs(command.words.toArray(String[]::new));
        while (parsed.hasSubcommand()) {
            parsed = parsed.subcommand();
        }
        switch (parsed.commandSpec().name()) {
            case "compare" -> rehearse(command, folder);
            case "schemes" -> positional(parsed).forEach(Recipe::parse);
            case "fetch" -> positional(parsed).forEach(DataSets::find);
            default -> {}
        }
    }

    private static List<String> positional(ParseResult parsed) {
        return parsed.matchedPositionals().stream()
                .flatMap(each -> each.originalStringValues().stream())
                .toList();
    }

    /** Everything but the training: recipes, model, settings. The data may not be here; then that is said. */
    private static void rehearse(Command command, Path folder) {
        List<String> words = new ArrayList<>(command.words);
        if (words.contains("--help")) {
            return;
        }
        if (!words.contains("--plan")) {
            words.add("--plan");
        }
        if (!words.contains("--cache")) {
            words.addAll(List.of("--cache", folder.toString()));
        }
        CommandRun run = CommandRun.of(words.toArray(String[]::new));
        if (run.exitCode() == CommandFailed.FAILED) {
            assertThat(run.err()).containsAnyOf("./tersegrad data fetch", "there is no file");
        } else {
            assertThat(run.exitCode()).as(run.err()).isZero();
        }
    }

    @Test
    void thereAreSome() throws IOException {
        assertThat(commands()).hasSizeGreaterThan(10);
    }

    @Test
    void anOptionThatDoesNotExistIsFound() {
        assertThat(CommandRun.of("compare", "--no-such-option").exitCode()).isEqualTo(CommandFailed.MISUSED);
    }
}
