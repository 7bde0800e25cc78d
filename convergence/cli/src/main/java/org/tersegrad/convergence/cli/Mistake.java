package org.tersegrad.convergence.cli;

import java.util.List;
import org.tersegrad.compressors.internal.Suggestion;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** A mistake on a command line, reported in one line: picocli would print the whole help below it and hide it. */
final class Mistake {
    private Mistake() {}

    static String words(ParameterException mistake) {
        CommandLine where = mistake.getCommandLine();
        String help = " (./" + where.getCommandSpec().qualifiedName() + " -h explains it)";
        if (mistake instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            return unmatched(unmatched.getUnmatched().get(0), where) + help;
        }
        return mistake.getMessage() + help;
    }

    private static String unmatched(String word, CommandLine where) {
        if (word.startsWith("-")) {
            String option = word.replaceFirst("=.*", "");
            List<String> known = where.getCommandSpec().optionsMap().keySet().stream()
                    .filter(name -> name.startsWith("--"))
                    .toList();
            return "there is no option " + option + Suggestion.question(option, known);
        }
        List<String> commands = List.copyOf(where.getSubcommands().keySet());
        return commands.isEmpty()
                ? word + " is one argument too many"
                : "there is no command " + word + Suggestion.question(word, commands);
    }
}
