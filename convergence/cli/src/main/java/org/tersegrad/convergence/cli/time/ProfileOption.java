package org.tersegrad.convergence.cli.time;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.tersegrad.convergence.cli.shared.CommandFailed;
import org.tersegrad.convergence.cli.shared.Failure;
import org.tersegrad.convergence.time.Profile;
import org.tersegrad.convergence.time.parallel.Transformer;
import org.tersegrad.convergence.time.profiles.Profiles;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option {@code --profile}: whose gradients are exchanged, and how long they take to compute. */
final class ProfileOption {
    @Option(
            names = "--profile",
            paramLabel = "MODEL",
            description =
                    "resnet-50, densenet-201, bert-base, bert-large or googlenet, as in 'bert-base(batch=32)'; a table"
                            + " of your own with the columns tensor, elements, backward_us and, if known, forward_us and"
                            + " optimizer_us: MODEL.csv; or a trace of PyTorch's profiler: MODEL.json.gz, and if it has no shapes"
                            + " MODEL.json.gz,parameters=MODEL.csv.")
    private Optional<String> profile = Optional.empty();

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    boolean isGiven() {
        return profile.isPresent();
    }

    /** The text of the option. */
    String text() {
        return profile.orElseThrow(() -> {
            OptionSpec option = command.findOption("--profile");
            return new MissingParameterException(
                    command.commandLine(), option, "Missing required option: '--profile=" + option.paramLabel() + "'");
        });
    }

    /**
     * @throws IllegalArgumentException if there is no such profile, or its table has a mistake
     */
    Profile load() {
        String text = text();
        if (Transformer.isMeantBy(text)) {
            throw new IllegalArgumentException(
                    text + " is a profile of timeline --parallel alone, as in --parallel tp=8,pp=4,dp=32");
        }
        Path file = Path.of(text.replaceFirst(",parameters=.*", ""));
        String lower = text.toLowerCase(Locale.ROOT).replaceFirst(",parameters=.*", "");
        boolean table = lower.endsWith(".csv") || lower.endsWith(".json") || lower.endsWith(".json.gz");
        if (table && !Files.isRegularFile(file)) {
            throw new CommandFailed(
                    CommandFailed.FAILED,
                    file + (Files.isDirectory(file) ? " is a folder, not a profile." : " does not exist."));
        }
        try {
            return table ? Profiles.load(text) : Profiles.load(hyphenated(text));
        } catch (IOException e) {
            throw new CommandFailed(CommandFailed.FAILED, text + " cannot be read: " + Failure.words(e) + ".", e);
        }
    }

    /** Many write resnet50 for resnet-50. */
    private static String hyphenated(String text) {
        for (String name : Profiles.names()) {
            String together = name.replace("-", "");
            String start = text.strip().replaceFirst("\\(.*", "");
            if (start.equalsIgnoreCase(together)) {
                return name + text.strip().substring(start.length());
            }
        }
        return text;
    }
}
