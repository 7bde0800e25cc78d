package org.tersegrad.convergence.cli.shared;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.tersegrad.convergence.time.collectives.CallTimes;
import org.tersegrad.convergence.time.collectives.Interconnect;
import org.tersegrad.convergence.time.collectives.NetworkSource;
import org.tersegrad.convergence.time.networks.Networks;
import org.tersegrad.reducers.group.GroupFailedException;
import picocli.CommandLine.Model.CommandSpec;

/** Base of the commands about the model of time: one line for each mistake, and a note on the command and the machine. */
public final class ModelCommand {
    static final int MOST_WORKERS = 100_000;

    private ModelCommand() {}

    /** Computes, writes and prints. */
    @FunctionalInterface
    public interface Work {
        /** Does all of it. */
        void run() throws IOException;
    }

    /** Runs a command that writes into a folder. */
    public static void run(Work work, Path out) {
        try {
            work.run();
        } catch (IllegalArgumentException e) {
            throw new CommandFailed(CommandFailed.MISUSED, String.valueOf(e.getMessage()), e);
        } catch (GroupFailedException e) {
            if (e.getCause() instanceof IllegalArgumentException cause) { // as a recipe that a group is too large for
                throw new CommandFailed(CommandFailed.MISUSED, String.valueOf(cause.getMessage()), e);
            }
            throw e;
        } catch (OutOfMemoryError e) {
            throw CommandFailed.outOfMemory("this model", e);
        } catch (IOException | UncheckedIOException e) {
            throw new CommandFailed(CommandFailed.FAILED, "Cannot write to " + out + ": " + Failure.words(e) + ".", e);
        }
    }

    /**
     * The networks between groups of workers.
     *
     * @param workers sizes of groups; if there are none, that of the text counts
     * @param usual if the text has none either
     * @param formulas for the durations of calls, where the text has none of its own
     * @throws IllegalArgumentException if text and groups contradict each other
     */
    public static List<Interconnect> networks(
            String text, List<Integer> workers, List<Integer> usual, CallTimes formulas) {
        NetworkSource source = Networks.of(text);
        OptionalInt named = source.workers();
        List<Integer> groups = !workers.isEmpty() ? workers : named.isPresent() ? List.of(named.getAsInt()) : usual;
        List<Interconnect> networks = new ArrayList<>();
        for (int count : groups.stream().distinct().toList()) {
            if (count < 1 || count > MOST_WORKERS) {
                throw new IllegalArgumentException("--workers is 1 to " + MOST_WORKERS + ", this is " + count);
            }
            networks.add(source.between(count, formulas));
        }
        return networks;
    }

    /** Sentences on constants that were fitted, and on copies between device and host. */
    public static List<String> assumptions(List<Interconnect> networks) {
        List<String> facts = new ArrayList<>();
        networks.stream().flatMap(each -> each.facts().stream()).distinct().forEach(facts::add);
        if (networks.stream().anyMatch(each -> Double.isFinite(each.network().copyBandwidth()))) {
            facts.add(
                    "Recipes are encoded and added up on the host: every gradient is copied there as floats of 32 bits, and its mean"
                            + " back. Floats as they are leave the device without a copy.");
        }
        return facts;
    }

    /** The command and the machine that made something. */
    public static Map<String, String> about(CommandSpec spec) {
        Map<String, String> about = new LinkedHashMap<>();
        about.put("command", TypedCommand.of(spec).toString());
        about.putAll(Machine.describe());
        return about;
    }
}
