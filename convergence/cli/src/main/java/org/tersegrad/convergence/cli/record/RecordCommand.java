package org.tersegrad.convergence.cli.record;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.zip.CRC32C;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.cli.record.Ledger.Result;
import org.tersegrad.convergence.cli.record.Ledger.Standing;
import org.tersegrad.convergence.cli.schemes.Sample;
import org.tersegrad.convergence.cli.schemes.SampleGradient;
import org.tersegrad.convergence.cli.schemes.Schemes;
import org.tersegrad.convergence.cli.shared.CommandFailed;
import org.tersegrad.convergence.cli.shared.Failure;
import org.tersegrad.convergence.cli.shared.FolderLock;
import org.tersegrad.convergence.cli.shared.Machine;
import org.tersegrad.convergence.cli.shared.StatusLine;
import org.tersegrad.convergence.data.DataUnavailableException;
import org.tersegrad.convergence.report.Report;
import org.tersegrad.convergence.report.drawing.Png;
import org.tersegrad.convergence.time.recorded.Stopwatch;
import org.tersegrad.testkit.process.ProcessCompressor;
import org.tersegrad.testkit.process.ProcessFailure;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Measures recipes and processes on the same gradients, into files that a later run continues. */
@Command(
        name = "record",
        description = "Measures compressors of all libraries side by side: bytes, errors, time, memory.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "A contestant that is in the folder already is not measured again; one that failed is. Contestants of",
            "other libraries are processes, as for judge; docs/reference/record.md has their list, adapters and the results.",
            "",
            "Examples:",
            "  tersegrad record --out record",
            "  tersegrad record --contestants theirs.csv --set grace=../grace --out record",
            "  tersegrad record --check bench/results/record --out record"
        })
public final class RecordCommand implements Runnable {
    static final String ERRORS_PICTURE = "errors.png";
    static final String TIMES_PICTURE = "times.png";

    @Spec
    private CommandSpec spec;

    @Option(names = "--out", paramLabel = "FOLDER", required = true, description = "Folder of the record.")
    private Path out = Path.of("record");

    @Option(
            names = "--corpus",
            paramLabel = "PATH",
            description = "Recorded gradients, in the format safetensors. Default: none, synthetic gradients only.")
    private Optional<Path> corpus = Optional.empty();

    @Option(
            names = "--contestants",
            paramLabel = "FILE",
            description = "Processes: CSV with the columns name,version,command. May be repeated.")
    private List<Path> lists = List.of();

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "A value for {NAME} in commands, such as the folder of a checkout. May be repeated.")
    private Map<String, String> values = Map.of();

    @Option(
            names = "--elements",
            paramLabel = "N",
            description = "Elements of synthetic gradients, a square number. Default: ${DEFAULT-VALUE}.",
            defaultValue = "1048576")
    private int elements;

    @Option(
            names = "--limit",
            paramLabel = "SECONDS",
            description = "Time for one reply of a process. Default: ${DEFAULT-VALUE}.",
            defaultValue = "60")
    private int limit;

    @Option(
            names = "--check",
            paramLabel = "FOLDER",
            description = "Compares the record with another one: all but times, memory and versions agree within 5 %%.")
    private Optional<Path> other = Optional.empty();

    @Option(
            names = {"-q", "--quiet"},
            description = "Prints no progress.")
    private boolean quiet;

    @Parameters(paramLabel = "RECIPE", arity = "0..*", description = "Recipes. Default: those of schemes.")
    private List<String> recipes = List.of();

    @Override
    public void run() {
        int side = (int) Math.sqrt(elements);
        if (side < 8 || side * side != elements || limit < 1) {
            throw new CommandFailed(
                    CommandFailed.MISUSED,
                    "--elements is a square number from 64 on and --limit at least 1, these are " + elements + " and "
                            + limit);
        }
        try {
            List<Sample> gradients = new ArrayList<>(synthetic(new Shape(side, side)));
            corpus.ifPresent(path -> gradients.addAll(Sample.of(path)));
            Optional<Ledger> expected = expected();
            Files.createDirectories(out);
            FolderLock lock = FolderLock.of(out);
            try (StatusLine status = StatusLine.of(quiet, spec.commandLine().getErr())) {
                measure(gradients, status);
            } finally {
                lock.close();
            }
            if (expected.isPresent()) {
                check(expected.get(), Ledger.read(out));
            }
        } catch (IllegalArgumentException | DataUnavailableException e) {
            throw new CommandFailed(CommandFailed.MISUSED, String.valueOf(e.getMessage()), e);
        } catch (IOException | UncheckedIOException e) {
            throw new CommandFailed(CommandFailed.FAILED, Failure.words(e) + ".", e);
        }
    }

    /** A Gaussian gradient first; recorded ones are the corpus. */
    private static List<Sample> synthetic(Shape shape) {
        return Arrays.stream(SampleGradient.values())
                .filter(kind -> kind != SampleGradient.RECORDED)
                .map(kind -> kind.sample(shape))
                .toList();
    }

    /** A text that differs for other gradients. */
    private static String digest(List<Sample> gradients) {
        CRC32C crc = new CRC32C();
        for (Sample each : gradients) {
            crc.update((each.label() + each.shapes()).getBytes(StandardCharsets.UTF_8));
            float[] values = each.values();
            ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * values.length).order(ByteOrder.LITTLE_ENDIAN);
            bytes.asFloatBuffer().put(values);
            crc.update(bytes);
        }
        return String.format(Locale.ROOT, "%d, crc32c %08x", gradients.size(), crc.getValue());
    }

    private void measure(List<Sample> gradients, StatusLine status) throws IOException {
        Map<String, String> about = new LinkedHashMap<>(Machine.describe());
        about.put(Ledger.GRADIENTS, digest(gradients));
        Ledger before = Ledger.read(out);
        String measured = before.about().getOrDefault(Ledger.GRADIENTS, about.get(Ledger.GRADIENTS));
        if (!measured.equals(about.get(Ledger.GRADIENTS))) {
            throw new IllegalArgumentException(out + " is a record of other gradients (" + measured + "), not of "
                    + about.get(Ledger.GRADIENTS) + "; --out takes another folder");
        }
        Ledger ledger = before.results().isEmpty() ? new Ledger(about, List.of()) : before;
        for (Contender each : contenders()) {
            Optional<Result> known = before.complete(each.name());
            Result result = known.orElseGet(() -> result(each, gradients, status));
            status.say(line(result, known.isPresent()));
            if (known.isEmpty()) {
                ledger = new Ledger(about, ledger.with(result).results());
                ledger.write(out);
            }
        }
        List<String> remarks = new ArrayList<>();
        Ledger whole = ledger;
        if (whole.results().stream().anyMatch(Result::isComplete)) {
            Report.paint(out.resolve(ERRORS_PICTURE), () -> Png.of(RecordPictures.errors(whole)), remarks);
            Report.paint(out.resolve(TIMES_PICTURE), () -> Png.of(RecordPictures.times(whole)), remarks);
        }
        remarks.forEach(status::warn);
        spec.commandLine().getOut().println(RecordPage.of(out));
        spec.commandLine().getOut().flush();
    }

    /** A contestant that is not started yet. */
    private record Contender(String name, String version, Supplier<Entrant> start) {}

    private List<Contender> contenders() throws IOException {
        List<Contender> all = new ArrayList<>();
        String commit = Machine.describe().getOrDefault("commit", "");
        for (String recipe : recipes.isEmpty() && lists.isEmpty() ? Schemes.typical() : recipes) {
            String name = "tersegrad " + recipe;
            Entrant own = new Entrant.Own(name, commit, Recipe.parse(recipe), new Stopwatch());
            all.add(new Contender(name, commit, () -> own));
        }
        for (Path list : lists) {
            for (EntrantFile.Line line : EntrantFile.read(list)) {
                all.add(new Contender(line.name(), line.version(), () -> started(line)));
            }
        }
        return all;
    }

    private Entrant started(EntrantFile.Line line) {
        Map<String, String> all = new LinkedHashMap<>(Map.of("python", "python3"));
        all.putAll(values);
        ProcessCompressor process = ProcessCompressor.start(line.command(all), Duration.ofSeconds(limit));
        try {
            return new Entrant.Foreign(
                    line.name(), line.version().isEmpty() ? process.version() : line.version(), process);
        } catch (ProcessFailure e) {
            process.close();
            throw e;
        }
    }

    private static Result result(Contender contender, List<Sample> gradients, StatusLine status) {
        try (Entrant entrant = contender.start().get()) {
            return Examination.of(
                    entrant,
                    gradients,
                    (done, next) -> status.status(
                            contender.name() + ": " + done + " of " + gradients.size() + " gradients, " + next));
        } catch (ProcessFailure | IllegalArgumentException | UncheckedIOException e) {
            return new Result(
                    new Standing(
                            contender.name(),
                            contender.version(),
                            "",
                            "",
                            "",
                            Entrant.Costs.UNKNOWN,
                            String.valueOf(e.getMessage())),
                    List.of());
        }
    }

    private static String line(Result result, boolean known) {
        return result.standing().contestant()
                + (known
                        ? ": is there already"
                        : result.isComplete()
                                ? ": measured"
                                : ": " + result.standing().note());
    }

    /** The record of --check, read before anything is measured. */
    private Optional<Ledger> expected() throws IOException {
        if (other.isEmpty()) {
            return Optional.empty();
        }
        Ledger expected = Ledger.read(other.get());
        if (expected.results().isEmpty()) {
            throw new IllegalArgumentException("--check takes the folder of a record; there is none in " + other.get());
        }
        return Optional.of(expected);
    }

    private void check(Ledger expected, Ledger found) {
        List<String> differences = RecordCheck.differences(expected, found);
        PrintWriter terminal = spec.commandLine().getOut();
        differences.forEach(terminal::println);
        terminal.println(RecordCheck.shared(expected, found).size() + " contestants compared with "
                + other.orElseThrow() + ", " + differences.size() + " differences.");
        terminal.flush();
        if (!differences.isEmpty()) {
            throw new CommandFailed(CommandFailed.FAILED, "The record differs from " + other.orElseThrow() + ".");
        }
    }
}
