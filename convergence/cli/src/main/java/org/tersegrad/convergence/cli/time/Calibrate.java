package org.tersegrad.convergence.cli.time;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tersegrad.convergence.cli.shared.CommandFailed;
import org.tersegrad.convergence.cli.shared.Failure;
import org.tersegrad.convergence.cli.shared.JsonOption;
import org.tersegrad.convergence.cli.shared.ModelCommand;
import org.tersegrad.convergence.internal.WholeFile;
import org.tersegrad.convergence.report.tables.Sentences;
import org.tersegrad.convergence.time.CsvTable;
import org.tersegrad.convergence.time.calibration.Cluster;
import org.tersegrad.convergence.time.calibration.ClusterYaml;
import org.tersegrad.convergence.time.calibration.MeasuredFile;
import org.tersegrad.convergence.time.calibration.MeasuredStep;
import org.tersegrad.convergence.time.calibration.Measurements;
import org.tersegrad.convergence.time.calibration.StepCheck;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Measured times of collectives and of steps, as constants of a network that the other commands read. */
@Command(
        name = "calibrate",
        description = "Fits delays and bandwidths of your network to measurements, for --network cluster.yml.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "A FILE is the output of nccl-tests, of OSU, of iperf3 -J, of the profiler of PyTorch or of scripts/slow-network,"
                    + " a Chakra trace (.et), a recording of JDK Flight Recorder (.jfr) with a JfrListener, or a table with the columns collective, workers, bytes, time_us or profile, schedule,"
                    + " workers, step_us. The collective copy is a copy between device and host. Behind a FILE is what it does not say:"
                    + " FILE,workers=8,link=10gbe,rate=10Gbit.",
            "",
            "Examples:",
            "  tersegrad calibrate all_reduce.txt",
            "  tersegrad calibrate osu4.txt,workers=4 osu8.txt,workers=8",
            "  tersegrad calibrate iperf.json,rate=10Gbit --out lan.yml",
            "  tersegrad calibrate rank0.et,workers=8",
            "  tersegrad calibrate recording.jfr",
            "  tersegrad pays --profile resnet-50 --network cluster.yml"
        })
public final class Calibrate implements Runnable {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Files of measurements.")
    private List<String> files = List.of();

    @Option(
            names = "--check",
            paramLabel = "STEPS.csv",
            description = "Measured steps to predict with the constants, which are not fitted to them.")
    private Optional<Path> check = Optional.empty();

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "File for the constants. Default: ${DEFAULT-VALUE}.",
            defaultValue = "cluster.yml")
    private Path out;

    @Option(names = "--force", description = "Overwrites that file.")
    private boolean force;

    @Mixin
    private JsonOption json;

    @Override
    public void run() {
        ModelCommand.run(this::calibrate, out);
    }

    private void calibrate() throws IOException {
        if (Files.exists(out) && !force) {
            throw new CommandFailed(
                    CommandFailed.FAILED, out + " is there already; --force replaces it, --out chooses another file.");
        }
        Measurements measurements = new Measurements();
        for (String file : files) {
            MeasuredFile measured = MeasuredFile.parse(file);
            try {
                measurements.add(measured);
            } catch (IOException e) {
                throw unreadable(measured.path(), e);
            }
        }
        Optional<List<MeasuredStep>> held = check.map(Calibrate::steps);
        Cluster cluster = measurements.fit();
        String text = ClusterYaml.print(cluster);
        Optional<StepCheck> checked = held.map(steps -> StepCheck.of(cluster, steps));
        WholeFile.write(out, text);
        List<String> facts = cluster.facts();
        PrintWriter screen = spec.commandLine().getOut();
        if (json.isGiven()) {
            JsonOption.print(members(facts, checked), screen);
            return;
        }
        StringBuilder lines = new StringBuilder();
        facts.forEach(sentence -> Sentences.wrap(sentence, lines));
        checked.ifPresent(rows -> lines.append('\n').append(rows.text()));
        screen.print(lines);
        screen.println("Fitted to " + measurements.count() + " times; use them with --network " + out + ".");
    }

    private static List<MeasuredStep> steps(Path file) {
        try {
            return MeasuredStep.read(CsvTable.read(file));
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private static CommandFailed unreadable(Path file, IOException e) {
        String why =
                e instanceof NoSuchFileException ? " does not exist." : " cannot be read: " + Failure.words(e) + ".";
        return new CommandFailed(CommandFailed.FAILED, file + why, e);
    }

    private Map<String, Object> members(List<String> facts, Optional<StepCheck> checked) {
        List<Map<String, Object>> rows = new ArrayList<>();
        checked.ifPresent(check -> check.rows()
                .forEach(row -> rows.add(Map.of(
                        "link", row.step().link(),
                        "profile", row.step().profile(),
                        "schedule", row.step().schedule(),
                        "workers", row.step().workers(),
                        "measured_seconds", row.step().seconds(),
                        "predicted_seconds", row.seconds()))));
        return Map.of("about", ModelCommand.about(spec), "file", out.toString(), "constants", facts, "check", rows);
    }
}
