package org.tersegrad.convergence.cli.shared;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;

/**
 * A command as typed by the user. Reports tell it, so that a reader can repeat the comparison.
 *
 * @param words what follows {@code ./tersegrad}, without the shell's quotes
 */
public record TypedCommand(List<String> words) {
    private static final String LAUNCHER = "./tersegrad";
    private static final Pattern WORD = Pattern.compile("(?:[^\\s'\\\\]++|'[^']*+'|\\\\.)++");
    private static final Pattern QUOTES = Pattern.compile("'([^']*+)'|\\\\(.)");

    public TypedCommand {
        words = List.copyOf(words);
    }

    /** The command that is running. */
    public static TypedCommand of(CommandSpec running) {
        return new TypedCommand(running.commandLine().getParseResult().originalArgs());
    }

    /** Reads what {@link #toString} wrote. */
    public static TypedCommand parse(String text) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(text);
        while (word.find()) {
            words.add(QUOTES.matcher(word.group())
                    .replaceAll(quoted ->
                            Matcher.quoteReplacement(quoted.group(1) == null ? quoted.group(2) : quoted.group(1))));
        }
        if (!words.isEmpty() && words.get(0).equals(LAUNCHER)) {
            words.remove(0);
        }
        return new TypedCommand(words);
    }

    /** The same command with an option, if it does not have it yet. */
    public TypedCommand with(String option) {
        if (words.contains(option)) {
            return this;
        }
        List<String> more = new ArrayList<>(words);
        more.add(option);
        return new TypedCommand(more);
    }

    /** The command line for a shell. */
    @Override
    public String toString() {
        return LAUNCHER + " " + words.stream().map(TypedCommand::quoted).collect(joining(" "));
    }

    private static String quoted(String word) {
        return word.matches("[\\w./:=@+,-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
