package org.tersegrad.convergence.cli.time;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tersegrad.convergence.cli.shared.CommandFailed;
import org.tersegrad.convergence.cli.shared.Failure;
import org.tersegrad.convergence.cli.shared.JsonOption;
import org.tersegrad.convergence.cli.shared.ModelCommand;
import org.tersegrad.convergence.cli.shared.TypedCommand;
import org.tersegrad.convergence.time.Costs;
import org.tersegrad.convergence.time.Dense;
import org.tersegrad.convergence.time.Profile;
import org.tersegrad.convergence.time.calibration.CalibratedTimes;
import org.tersegrad.convergence.time.collectives.Collectives;
import org.tersegrad.convergence.time.collectives.Interconnect;
import org.tersegrad.convergence.time.collectives.NetworkSource;
import org.tersegrad.convergence.time.networks.Networks;
import org.tersegrad.convergence.time.parallel.ParallelStep;
import org.tersegrad.convergence.time.parallel.StepGraph;
import org.tersegrad.convergence.time.payoff.RecipeBook;
import org.tersegrad.convergence.time.report.ScheduledStep;
import org.tersegrad.convergence.time.report.TimelineReport;
import org.tersegrad.convergence.time.schedules.Schedule;
import org.tersegrad.convergence.time.schedules.Step;
import org.tersegrad.convergence.time.traces.FlightRecording;
import org.tersegrad.convergence.time.traces.RecordedStep;
import org.tersegrad.reducers.model.Policy;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** One step of training as bars: what the device does, what the network does, and who waits. */
@Command(
        name = "timeline",
        description =
                "Draws one step of training, modelled or measured: what is computed, what is on the wire, what waits.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "A schedule is none, wfbp, fuse(25), mg, omgs, best, dear(25), server(4) or local(8). A network is wan, 1gbe,"
                    + " 10gbe, 25gbe, 100gbe, 100gib or alpha=50us,bandwidth=100Mbit, perhaps with pernode=4; or cluster.yml of calibrate.",
            "A topology is switch(16), ring(16), torus(4x8,bandwidth=25GB/s,alpha=1us), fat-tree(4,8,over=4), rails(4,8) or a"
                    + " network.yml of ASTRA-sim; it has workers of its own.",
            "",
            "Examples:",
            "  tersegrad timeline --profile bert-base --workers 16",
            "  tersegrad timeline --profile bert-base --schedule 'dear(25MB)' --workers 16",
            "  tersegrad timeline --profile resnet-50 --schedule none --schedule best",
            "  tersegrad timeline --profile resnet-50 --network 'torus(4x8)'",
            "  tersegrad timeline --profile resnet-50 --recipe int8+twoshot --speed 20",
            "  tersegrad timeline --profile 'transformer(l=48,h=8192)' --parallel tp=8,pp=4",
            "  tersegrad timeline --jfr recording.jfr,rank=0 --network 1gbe"
        })
public final class Timeline implements Runnable {
    private static final int USUAL_WORKERS = 16;
    private static final Pattern RANKED = Pattern.compile("(.*),rank=(\\d{1,9})");

    @Spec
    private CommandSpec spec;

    @Mixin
    private ProfileOption profile;

    @Option(
            names = "--jfr",
            paramLabel = "FILE",
            description =
                    "Draws a measured step, from a recording of JDK Flight Recorder with a JfrListener, above predictions"
                            + " of it on the network. Of several workers: FILE,rank=0.")
    private Optional<String> jfr = Optional.empty();

    @Mixin
    private ParallelOptions parallel;

    @Option(names = "--network", paramLabel = "NET", description = "Default: ${DEFAULT-VALUE}.", defaultValue = "10gbe")
    private String network;

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "Default: those of the network, or " + USUAL_WORKERS + ".")
    private Optional<Integer> asked = Optional.empty();

    @Option(
            names = "--schedule",
            paramLabel = "HOW",
            description = "Schedule of the exchanges; several are drawn one below the other. Default: none, wfbp and"
                    + " fuse(25).")
    private List<String> schedules = List.of("none", "wfbp", "fuse(25)");

    @Option(
            names = "--recipe",
            paramLabel = "RECIPE",
            description = "Recipe for averaging gradients. Default: ${DEFAULT-VALUE}.",
            defaultValue = "dense")
    private String recipe;

    @Option(
            names = "--all-reduce",
            paramLabel = "HOW",
            description =
                    "All-reduce algorithm: ring, halving, doubling, tree, double-tree(16), hierarchical, or the fastest for"
                            + " each call. Default: ${DEFAULT-VALUE}.",
            defaultValue = "ring")
    private String allReduce;

    @Mixin
    private TimesOptions times;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for the pictures. Default: ${DEFAULT-VALUE}.",
            defaultValue = "timeline")
    private Path out;

    @Option(names = "--force", description = "Overwrites the output of another command in that folder.")
    private boolean force;

    @Mixin
    private JsonOption json;

    @Override
    public void run() {
        ModelCommand.run(parallel.isGiven() ? this::drawStages : this::draw, out);
    }

    private void drawStages() throws IOException {
        if (jfr.isPresent()) {
            throw new IllegalArgumentException(
                    "--jfr does not go with --parallel: a recording is of data parallelism alone");
        }
        for (String other : List.of("--schedule", "--workers")) {
            if (isAsked(other)) {
                throw new IllegalArgumentException(other + " does not go with --parallel, which says it itself: "
                        + (other.equals("--workers") ? "tp, pp and dp" : "schedule=gpipe or 1f1b"));
            }
        }
        int devices = parallel.devices();
        NetworkSource source = Networks.of(network);
        int named = source.workers().orElse(devices);
        if (named != devices) {
            throw new IllegalArgumentException(
                    "network " + network + ": workers=" + named + ", and --parallel has " + devices + " devices");
        }
        Interconnect between = source.between(devices, Collectives.parse(allReduce));
        if (!between.facts().isEmpty()) { // whose times are of all workers together
            throw new IllegalArgumentException(
                    "--parallel takes a network of delays and bandwidths, as 100gib,pernode=8, not " + network);
        }
        RecipeBook book = times.book();
        ParallelStep step = parallel.step(profile.text(), between.network(), between.times(), recipe, book);
        folder().claim(TypedCommand.of(spec), force);
        StepGraph graph = step.graph();
        List<String> notes = new ArrayList<>(ParallelOptions.summary(step, graph));
        notes.add("All times but those of encoding and adding are a model: work counted by shape on " + step.device()
                + ", and alpha + bytes beta a message on " + between.network()
                + ". Calls inside layers are drawn behind the layers of a chunk.");
        if (!step.recipes().policies().isEmpty()) {
            notes.add("Bytes are those that the real recipes send. " + times.source());
            notes.addAll(book.times().doubts());
        }
        print(step.model() + ", " + step.cut(), notes, ParallelOptions.rows(step, graph));
    }

    private boolean isAsked(String option) {
        return spec.commandLine().getParseResult().hasMatchedOption(option);
    }

    private ModelFolder folder() {
        return new ModelFolder(
                out,
                TimelineReport.NAME,
                List.of(TimelineReport.NAME + ".csv", TimelineReport.NAME + ".html", TimelineReport.NAME + ".png"));
    }

    private void print(String subtitle, List<String> notes, List<ScheduledStep> steps) throws IOException {
        TimelineReport report = new TimelineReport(subtitle, notes, ModelCommand.about(spec), steps);
        String where = "Open " + out.resolve(TimelineReport.NAME + ".html") + "; every event is in "
                + out.resolve(TimelineReport.NAME + ".csv") + ".";
        new TimeScreen(spec, json).print(report, report.write(out), where);
    }

    private void draw() throws IOException {
        Optional<RecordedStep> measured = jfr.map(Timeline::recorded);
        Interconnect between = ModelCommand.networks(
                        network,
                        asked.stream().toList(),
                        List.of(measured.map(RecordedStep::workers).orElse(USUAL_WORKERS)),
                        Collectives.parse(allReduce))
                .get(0);
        if (between.times() instanceof CalibratedTimes && isAsked("--all-reduce")) {
            throw new IllegalArgumentException("--all-reduce " + allReduce
                    + " chooses a formula, and the calls on network " + network + " have measured times; leave it out");
        }
        int workers = between.workers();
        boolean asRecorded = measured.isPresent() && !isAsked("--recipe");
        if (asRecorded && workers != measured.get().workers()) {
            throw new IllegalArgumentException(
                    "the recording is of " + measured.get().workers() + " workers, and messages of " + workers
                            + " are others; name a --recipe to predict those");
        }
        Policy policy = Policy.parse(recipe);
        List<Schedule> parsed = schedules.stream().map(Timeline::schedule).toList();
        Profile model =
                measured.isPresent() && !profile.isGiven() ? measured.get().profile() : profile.load();
        RecipeBook book = times.book();
        folder().claim(TypedCommand.of(spec), force);
        Costs costs = asRecorded
                ? measured.get().costs()
                : recipe.equals("dense") ? new Dense(Float.BYTES) : book.costs(policy, workers);
        Step step = new Step(between.whole(model), costs, between.network(), between.times());
        List<ScheduledStep> steps = new ArrayList<>();
        measured.ifPresent(each -> steps.add(new ScheduledStep(each.title(), each.timeline())));
        for (Schedule schedule : parsed) {
            steps.add(
                    new ScheduledStep((measured.isPresent() ? "predicted, " : "") + schedule, schedule.timeline(step)));
        }
        List<String> notes = new ArrayList<>();
        if (measured.isPresent()) {
            notes.add(
                    "Computing of the measured step is all that the trainer's thread does between the recorded activities,"
                            + " since the end of the step before; its wire includes waiting for workers that come later.");
        }
        if (measured.isPresent() && !profile.isGiven()) {
            notes.add(
                    "Predictions have its times of computing: that before the first gradient as a forward pass, although it"
                            + " may contain gradients that came early, and that before each other one as its backward pass.");
        }
        String calls =
                "a model: alpha + bytes beta a message, on " + between.network() + ", one message after the other.";
        notes.add(
                asRecorded
                        ? "Their bytes and times of encoding and adding are measured. Their calls are " + calls
                        : "All times but those of encoding and adding are " + calls
                                + " The times of the model's layers are those of its profile.");
        notes.addAll(ModelCommand.assumptions(List.of(between)));
        if (!asRecorded && !recipe.equals("dense")) {
            notes.add("Bytes are those that the real recipe sends. " + times.source());
            notes.addAll(book.times().doubts());
        }
        String averaged = asRecorded ? measured.get().recipe().orElse("several recipes") : policy.toString();
        String subtitle = model.name() + ", " + averaged + ", " + network + ", " + workers
                + (workers == 1 ? " worker" : " workers");
        print(subtitle, notes, steps);
    }

    /** The step that {@code recording.jfr,rank=0} names. */
    private static RecordedStep recorded(String text) {
        Matcher parts = RANKED.matcher(text);
        boolean ranked = parts.matches();
        Path file = Path.of(ranked ? parts.group(1) : text);
        if (!Files.isRegularFile(file)) {
            throw new CommandFailed(
                    CommandFailed.FAILED,
                    file + (Files.isDirectory(file) ? " is a folder, not a recording." : " does not exist."));
        }
        try {
            return FlightRecording.read(file)
                    .step(ranked ? OptionalInt.of(Integer.parseInt(parts.group(2))) : OptionalInt.empty());
        } catch (IOException e) {
            throw new CommandFailed(CommandFailed.FAILED, file + " cannot be read: " + Failure.words(e) + ".", e);
        }
    }

    /** A size may have its unit, as in dear(25MB). */
    private static Schedule schedule(String text) {
        return Schedule.parse(text.replaceAll("(?i)(\\d)\\s*MB\\b", "$1"));
    }
}
