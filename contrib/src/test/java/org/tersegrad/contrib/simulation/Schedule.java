package org.tersegrad.contrib.simulation;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.group.GroupFailedException;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.reducers.group.RefusedException;
import org.tersegrad.reducers.group.TcpGroup;
import org.tersegrad.reducers.group.TcpOptions;
import org.tersegrad.reducers.group.TcpPlace;
import org.tersegrad.reducers.model.ModelReduction;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.Policy;
import org.tersegrad.testkit.simulation.SimulatedProcess;
import org.tersegrad.testkit.simulation.Simulation;
import org.tersegrad.testkit.simulation.Weather;

/**
 * One training of a {@link TcpGroup} on a simulated cluster, with the faults that a seed gives. Its steps are compared with those of threads
 * of one process, to which nothing happens.
 */
final class Schedule {
    static final Duration SILENCE = Duration.ofSeconds(20);
    static final Duration JOIN = Duration.ofSeconds(60);

    /** Time to give a reason, to wait for one, and for what is under way. */
    private static final Duration FAREWELL = Duration.ofSeconds(6);

    private static final int STEPS = 3;
    private static final int PORT = 29_500;
    private static final List<String> RECIPES = List.of(
            "dense",
            "topk(0.2)+ef",
            "sign+ef",
            "powersgd(1)+ef",
            "int8+sharedscale",
            "vote",
            "sign+ef+twoshot",
            "permk");
    private static final List<NamedTensor> TENSORS =
            List.of(new NamedTensor("weights", new Shape(4, 6)), new NamedTensor("bias", Shape.vector(5)));

    /** The program of the workers, apart from how they come together. */
    record Training(String recipe, int workers, boolean fused, int rejectedStep, int rejectedBy) {
        /** Whether all tensors of a bucket get their means in the same round; those of PowerSGD that are vectors get theirs earlier. */
        boolean tensorsEndTogether() {
            return !fused || !recipe.startsWith("powersgd");
        }
    }

    /** A line for each step, and the state after it; the state is that of the last line after a failure, too. */
    private static final class Course {
        private final List<String> lines = new ArrayList<>();
        private boolean joined;
        private long callBegan;
        private Optional<Throwable> failure = Optional.empty();
        private String stateInTheEnd = "";
    }

    /** A kind of fault. */
    private enum Fault {
        KILL,
        SWITCH_OFF,
        RESTART,
        FREEZE_BRIEFLY,
        FREEZE,
        CUT_BRIEFLY,
        CUT,
        RESET,
        LOSE_NAMES,
        THROW,
        CALL_ANOTHER
    }

    private static final Map<Training, List<Course>> UNDISTURBED = new ConcurrentHashMap<>();

    private final long seed;
    private final SplittableRandom random;
    private final Simulation simulation;
    private final Training training;
    private final TcpOptions options;
    private final boolean collected;
    private final boolean named;
    private final Course[] courses;
    private final SimulatedProcess[] processes;
    private final BitSet started = new BitSet();
    private final TreeSet<Integer> suspects = new TreeSet<>();
    private final List<Fault> faults = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private Duration frozen = Duration.ZERO;
    private int throwing = -1;
    private int callingAnother = -1;
    /** The worker that starts late, and when; before it no other can have joined. */
    private final int late;

    private final Duration lateStart;

    Schedule(long seed) {
        this(seed, 2 + (int) Long.remainderUnsigned((seed * 31) >>> 7, 4));
    }

    Schedule(long seed, int workers) {
        this.seed = seed;
        random = new SplittableRandom(seed);
        simulation = new Simulation(seed, random.nextInt(4) == 0 ? Weather.FAIR : Weather.of(seed));
        String recipe = RECIPES.get(random.nextInt(RECIPES.size()));
        boolean rejects = random.nextInt(8) == 0;
        training = new Training(
                recipe,
                workers,
                random.nextBoolean(),
                rejects ? random.nextInt(STEPS) : -1,
                rejects ? random.nextInt(workers) : -1);
        options = TcpOptions.usual()
                .withSilenceLimit(SILENCE)
                .withJoinLimit(JOIN)
                .withSecret(random.nextInt(8) == 0 ? "sesame" : "");
        collected = random.nextBoolean();
        named = random.nextBoolean();
        late = random.nextInt(3) == 0 ? random.nextInt(workers) : -1;
        lateStart = late < 0 ? Duration.ZERO : Duration.ofMillis(random.nextLong(1, 500));
        courses = new Course[workers];
        processes = new SimulatedProcess[workers];
    }

    Schedule logging() {
        simulation.logging();
        return this;
    }

    Simulation simulation() {
        return simulation;
    }

    /** Runs to the end; returns the laws that were broken. */
    List<String> run() {
        Arrays.setAll(courses, rank -> new Course());
        for (int rank = 0; rank < courses.length; rank++) {
            if (rank != late) {
                start(rank);
            }
        }
        if (late >= 0) {
            simulation.after(lateStart, () -> start(late));
        }
        for (int left = random.nextInt(4); left > 0; left--) {
            // From the first handshakes to the last step, whatever the weather.
            Duration when = Duration.ofNanos((long) (20_000 * Math.pow(2, 14 * random.nextDouble())));
            plan(Fault.values()[random.nextInt(Fault.values().length)], when);
        }
        try {
            simulation.run(Duration.ofMinutes(10));
            check();
        } catch (IllegalStateException e) {
            violations.add(String.valueOf(e.getMessage()));
        }
        return violations;
    }

    private static String name(int rank) {
        return "worker " + rank;
    }

    private void start(int rank) {
        courses[rank] = new Course();
        started.set(rank);
        processes[rank] = simulation.start(name(rank), rank, process -> work(rank, process, courses[rank]));
    }

    private InetSocketAddress address(int rank) {
        return named
                ? InetSocketAddress.createUnresolved("host-" + rank, PORT)
                : new InetSocketAddress("10.0." + (rank >> 8) + "." + (rank & 255), PORT);
    }

    private void work(int rank, SimulatedProcess process, Course course) throws Exception {
        TcpOptions its = options.withHost(process);
        course.callBegan = simulation.now();
        try (TcpGroup group = collected
                ? TcpGroup.join(TcpPlace.of(rank, courses.length, address(0)), its)
                : TcpGroup.join(
                        rank,
                        IntStream.range(0, courses.length)
                                .mapToObj(this::address)
                                .toList(),
                        its)) {
            course.joined = true;
            simulation.log(() -> name(rank) + " has joined");
            train(training, group, course, () -> {
                process.sleep(Duration.ofNanos(random.nextLong(2_000_000)));
                if (throwing == rank) {
                    IllegalStateException why = new IllegalStateException("disk full");
                    group.fail(why);
                    throw why;
                }
                if (callingAnother == rank) {
                    group.barrier();
                }
                course.callBegan = simulation.now();
            });
        } catch (Exception e) {
            course.failure = Optional.of(e);
            simulation.log(() -> name(rank) + " fails: " + e.getMessage());
            requireInTime(rank, course, e instanceof IOException ? JOIN : SILENCE);
        }
    }

    private void requireInTime(int rank, Course course, Duration limit) {
        long nanos = simulation.now() - course.callBegan;
        long most = limit.plus(FAREWELL).plus(frozen).toNanos();
        if (nanos > most) {
            violations.add(name(rank) + " took " + nanos / 1_000_000 + " ms to fail, " + most / 1_000_000
                    + " ms are the limit: " + course.failure);
        }
    }

    // The training.

    private static void train(Training training, Collective group, Course course, Runnable beforeStep) {
        ModelReduction model = new ModelReduction(
                Policy.parse((training.fused() ? "fuse(1MB); *: " : "*: ") + training.recipe()),
                TENSORS,
                Seed.of(42),
                group);
        try {
            for (int step = 0; step < STEPS; step++) {
                beforeStep.run();
                step(training, group, model, step, course);
            }
        } finally {
            course.stateInTheEnd = state(model);
        }
    }

    private static void step(Training training, Collective group, ModelReduction model, int step, Course course) {
        List<FloatSlice> gradients = new ArrayList<>();
        for (NamedTensor tensor : TENSORS) {
            float[] values = new float[tensor.shape().size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = ((i * 7 + step * 3 + group.rank() * 5) % 11 - 5) / (float) (3 + group.rank());
            }
            gradients.add(FloatSlice.of(values));
        }
        if (training.rejectedStep() == step && training.rejectedBy() == group.rank()) {
            gradients.get(1).array()[2] = Float.NaN;
        }
        List<float[]> before =
                gradients.stream().map(each -> each.array().clone()).toList();
        int means = 0;
        try {
            if (training.fused()) {
                for (int i = TENSORS.size() - 1; i >= 0; i--) {
                    model.begin(i, gradients.get(i));
                }
                model.finish();
                course.lines.add(line(gradients, model));
            } else {
                for (int i = 0; i < TENSORS.size(); i++) {
                    model.reduce(i, gradients.get(i));
                    means++;
                    course.lines.add(line(gradients.subList(i, i + 1), model));
                }
            }
        } catch (RefusedException e) {
            course.lines.add("rejected: " + e.getMessage() + ", " + state(model));
        } catch (GroupFailedException e) {
            for (int i = means; i < TENSORS.size() && training.tensorsEndTogether(); i++) {
                if (!Arrays.equals(before.get(i), gradients.get(i).array())) {
                    throw new IllegalStateException("the gradient has changed in a step that failed", e);
                }
            }
            throw e;
        }
    }

    private static String line(List<FloatSlice> means, ModelReduction model) {
        StringBuilder line = new StringBuilder();
        means.forEach(mean -> line.append(Arrays.hashCode(mean.array())).append(' '));
        return line.append(state(model)).toString();
    }

    private static String state(ModelReduction model) {
        ByteBuffer state = ByteBuffer.allocate(model.stateBytes());
        model.save(state);
        return "state " + Arrays.hashCode(state.array());
    }

    private static List<Course> undisturbed(Training training) {
        return UNDISTURBED.computeIfAbsent(
                training,
                its -> LocalGroup.run(its.workers(), group -> {
                    Course course = new Course();
                    train(its, group, course, () -> {});
                    return course;
                }));
    }

    // Faults.

    private void plan(Fault fault, Duration when) {
        int one = random.nextInt(courses.length);
        int other = (one + 1 + random.nextInt(courses.length - 1)) % courses.length;
        Duration brief = Duration.ofMillis(random.nextLong(1, 3000));
        Duration endless = Duration.ofSeconds(60 + random.nextInt(60));
        simulation.after(when, () -> {
            if (!hasStarted(one) || !hasStarted(other) || processes[one].hasEnded()) {
                return;
            }
            faults.add(fault);
            switch (fault) {
                case KILL -> suspect(one).kill();
                case SWITCH_OFF -> suspect(one).switchOff();
                case RESTART -> {
                    suspectUnlessEarly(one).kill();
                    simulation.after(brief.dividedBy(10), () -> restart(one));
                }
                case FREEZE_BRIEFLY -> freeze(processes[one], brief);
                case FREEZE -> freeze(suspect(one), endless);
                case CUT_BRIEFLY -> simulation.cut(name(one), name(other), brief);
                case CUT -> {
                    suspect(other);
                    suspect(one);
                    simulation.cut(name(one), name(other), endless);
                }
                case RESET -> {
                    suspectUnlessEarly(other);
                    suspectUnlessEarly(one);
                    simulation.reset(name(one), name(other));
                }
                case LOSE_NAMES -> simulation.loseNames(brief);
                case THROW -> {
                    suspect(one);
                    throwing = one;
                }
                case CALL_ANOTHER -> {
                    suspect(one);
                    callingAnother = one;
                }
            }
        });
    }

    private boolean hasStarted(int rank) {
        return started.get(rank);
    }

    private SimulatedProcess suspect(int rank) {
        suspects.add(rank);
        return processes[rank];
    }

    /** As long as one has not started, no worker has joined, and the others can join again. */
    private SimulatedProcess suspectUnlessEarly(int rank) {
        return late >= 0 && simulation.now() < lateStart.toNanos() ? processes[rank] : suspect(rank);
    }

    private void freeze(SimulatedProcess process, Duration time) {
        frozen = frozen.plus(time);
        process.freeze(time);
    }

    private void restart(int rank) {
        if (processes[rank].hasEnded()) {
            start(rank);
        }
    }

    // Laws.

    private void check() {
        boolean harmless = suspects.isEmpty();
        List<Course> expected = undisturbed(training);
        for (int rank = started.nextSetBit(0); rank >= 0; rank = started.nextSetBit(rank + 1)) {
            Course course = courses[rank];
            Course its = expected.get(rank);
            SimulatedProcess process = processes[rank];
            int steps = course.lines.size();
            if (steps > its.lines.size() || !course.lines.equals(its.lines.subList(0, steps))) {
                violations.add(name(rank) + " got other means or residuals than a group to which nothing happens: "
                        + course.lines + ", not " + its.lines);
            }
            if (!process.isKilled()) {
                checkEnd(rank, course, its, harmless);
            }
            process.failure().ifPresent(e -> violations.add(process + " throws " + e));
        }
    }

    private void checkEnd(int rank, Course course, Course its, boolean harmless) {
        boolean complete = course.lines.size() == its.lines.size();
        if (course.failure.isEmpty()) {
            if (!complete) {
                violations.add(name(rank) + " ends after " + course.lines);
            }
            return;
        }
        String why = String.valueOf(course.failure.get().getMessage());
        if (why.startsWith("the gradient has changed")) {
            violations.add(name(rank) + ": " + why);
        }
        if (harmless) {
            violations.add(name(rank) + " fails without a reason: " + why);
        }
        if (!course.joined) {
            return;
        }
        boolean blamed = suspects.stream().anyMatch(each -> why.contains(name(each)));
        if (!blamed && !suspects.contains(rank) && !hasGivenUpOneThatWaited(why)) {
            violations.add(name(rank) + " blames none of " + suspects + ": " + why);
        }
        if (throwing != rank && !why.contains("worker ")) {
            violations.add(name(rank) + " names no worker: " + why);
        }
        if (faults.equals(List.of(Fault.CALL_ANOTHER)) && !why.endsWith("workers make different calls")) {
            violations.add(name(rank) + " does not say that workers make different calls: " + why);
        }
        if (faults.equals(List.of(Fault.THROW)) && !why.endsWith("disk full")) {
            violations.add(name(rank) + " has not heard the reason: " + why);
        }
        List<String> taken = course.lines;
        boolean atStart = taken.isEmpty();
        if (!atStart
                && training.tensorsEndTogether()
                && !taken.get(taken.size() - 1).endsWith(course.stateInTheEnd)) {
            violations.add(name(rank) + " has changed its residuals in a step that failed: " + course.stateInTheEnd
                    + " after " + taken);
        }
    }

    /**
     * Two workers may lose their patience at the same time, one with the worker that is lost, the other with the one that waited for it: its
     * reason is still under way.
     */
    private boolean hasGivenUpOneThatWaited(String why) {
        return why.contains("it has moved")
                && IntStream.range(0, courses.length)
                        .filter(each -> why.contains(name(each)))
                        .allMatch(each -> courses[each].failure.isPresent());
    }

    @Override
    public String toString() {
        return "seed " + seed + ": " + training + (late < 0 ? "" : ", " + name(late) + " comes late") + ", "
                + (collected ? "addresses collected" : "addresses given") + (named ? " by name, " : ", ")
                + simulation.weather() + ", faults " + faults;
    }
}
