package org.tersegrad.convergence.cli.compare;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.tersegrad.convergence.cli.shared.TypedCommand;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * The comparison that a command asks for, whatever the order of its options: the recipes, and the value of every option that
 * changes what is trained. Two commands with the same values train the same models.
 *
 * @param values by the name of the option
 */
record ComparedOptions(Map<String, Object> values) {
    /** Options that change where results go, how they are shown and how far they are counted, not what is trained. */
    private static final Set<String> BESIDE = Set.of(
            "--out",
            "--cache",
            "--target",
            "--force",
            "--resume",
            "--quiet",
            "--json",
            "--plan",
            "--help",
            "--version");

    /** The options of a command; empty if it is not a comparison, or one of a version that had other options. */
    static Optional<ComparedOptions> of(TypedCommand command) {
        List<String> words = command.words();
        CommandLine compare = new CommandLine(new Compare());
        if (words.isEmpty() || !words.get(0).equals(compare.getCommandName())) {
            return Optional.empty();
        }
        try {
            compare.parseArgs(words.subList(1, words.size()).toArray(String[]::new));
            return Optional.of(of(compare.getCommandSpec()));
        } catch (ParameterException e) {
            return Optional.empty();
        }
    }

    private static ComparedOptions of(CommandSpec compare) {
        Map<String, Object> values = new TreeMap<>();
        compare.options().stream()
                .filter(option -> !BESIDE.contains(option.longestName()))
                .forEach(option -> put(values, option.longestName(), option));
        compare.positionalParameters().forEach(recipes -> put(values, recipes.paramLabel(), recipes));
        return new ComparedOptions(values);
    }

    private static void put(Map<String, Object> values, String name, ArgSpec argument) {
        Object value = argument.getValue();
        if (value != null) {
            values.put(name, value);
        }
    }
}
