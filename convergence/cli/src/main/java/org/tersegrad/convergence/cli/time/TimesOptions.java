package org.tersegrad.convergence.cli.time;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.convergence.cli.shared.CommandFailed;
import org.tersegrad.convergence.cli.shared.Failure;
import org.tersegrad.convergence.time.payoff.CodingTimesCsv;
import org.tersegrad.convergence.time.payoff.RecipeBook;
import picocli.CommandLine.Option;

/** The options for the coding times of workers: measured here, scaled, or read from a user's file. */
final class TimesOptions {
    private static final double MOST_SPEED = 1e6;

    @Option(
            names = "--speed",
            paramLabel = "X",
            description = "The workers encode and add X times as fast as was measured. Default: ${DEFAULT-VALUE}.",
            defaultValue = "1")
    private double speed;

    @Option(
            names = "--times",
            paramLabel = "FILE",
            description =
                    "Times of encoding and adding from the times.csv of another run, perhaps on one of your workers;"
                            + " nothing is measured then.")
    private Optional<Path> times = Optional.empty();

    RecipeBook book() {
        if (!(speed >= 1 / MOST_SPEED && speed <= MOST_SPEED)) {
            throw new IllegalArgumentException("--speed is 0.000001 to 1000000, this is " + speed);
        }
        if (times.isEmpty()) {
            // A long training runs on vector kernels, so these are measured, without the work that the library gives to
            // scalar ones first.
            System.setProperty("tersegrad.kernels", System.getProperty("tersegrad.kernels", "vector"));
            return RecipeBook.measuring(speed);
        }
        if (!Files.isRegularFile(times.get())) {
            throw new CommandFailed(CommandFailed.FAILED, times.get() + " does not exist.");
        }
        try {
            return RecipeBook.of(CodingTimesCsv.read(times.get()), speed);
        } catch (IOException e) {
            throw new CommandFailed(
                    CommandFailed.FAILED, times.get() + " cannot be read: " + Failure.words(e) + ".", e);
        }
    }

    /** The source of the times, for readers of the results. */
    String source() {
        return times.map(file -> "Times of encoding and adding are those of " + file)
                        .orElse(
                                "Times of encoding and adding were measured on this machine, in CPU time of one core a worker, with tensors of up to"
                                        + " 65,536 elements and up to 8 workers, and go along straight lines beyond")
                + (speed == 1
                        ? "."
                        : "; the workers are taken to be " + Recipe.number((float) speed) + " times as fast.");
    }
}
