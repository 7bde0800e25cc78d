package org.tersegrad.convergence.time.traces;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * A recording of JDK Flight Recorder with the events of {@code JfrListener}, of integrations/jfr.
 *
 * <pre>
 *   tersegrad.Step       from the first tensor of a step to the last mean
 *   tersegrad.Wait       the trainer waits for exchanges in another thread
 *   tersegrad.Encode     makes the first message of a tensor
 *   tersegrad.Exchange   a call of the group, which contains the Adds of messages
 *   tersegrad.Add        adds a message, or makes the mean
 * </pre>
 */
public final class FlightRecording {
    private static final byte[] MAGIC = {'F', 'L', 'R', 0};
    private static final String PREFIX = "tersegrad.";
    private static final double NANOSECOND = 1e-9;
    /** An activity comes before those inside it. */
    private static final Comparator<Activity> ORDER = Comparator.comparingLong(Activity::start)
            .thenComparing(Comparator.comparingLong(Activity::end).reversed());

    private final String name;
    private final Map<Integer, List<Activity>> byRank = new TreeMap<>();

    /**
     * One activity of one worker.
     *
     * @param kind the name of its event, without what is before the dot
     * @param start in nanoseconds
     * @param end in nanoseconds
     * @param tensors names; none of a step
     * @param call of the group; empty if it is no exchange
     */
    record Activity(
            String kind,
            long start,
            long end,
            long thread,
            int workers,
            List<String> tensors,
            String recipe,
            long bytes,
            String call) {
        boolean is(String other) {
            return kind.equals(other);
        }

        /** Whether it is inside another one. */
        boolean isIn(Activity other) {
            return thread == other.thread && start >= other.start && end <= other.end;
        }

        double seconds() {
            return (end - start) * NANOSECOND;
        }
    }

    private FlightRecording(String name) {
        this.name = name;
    }

    /** Whether a file begins like a recording. */
    public static boolean isLike(byte[] start) {
        return start.length >= MAGIC.length && Arrays.equals(start, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
    }

    /**
     * Reads a recording.
     *
     * @throws IOException if the file cannot be read
     * @throws IllegalArgumentException if it is no recording, is damaged, or has no step in it
     */
    public static FlightRecording read(Path file) throws IOException {
        FlightRecording read = new FlightRecording(String.valueOf(file.getFileName()));
        try (InputStream in = Files.newInputStream(file)) {
            if (!isLike(in.readNBytes(MAGIC.length))) {
                throw new IllegalArgumentException(read.name + " is no recording of JDK Flight Recorder");
            }
        }
        try (RecordingFile events = new RecordingFile(file)) {
            while (events.hasMoreEvents()) {
                read.add(events.readEvent());
            }
        } catch (IOException | RuntimeException e) { // the JDK's reader throws either for bytes that make no sense
            throw new IllegalArgumentException(
                    read.name + " is a damaged or unfinished recording: " + e.getMessage(), e);
        }
        read.byRank.values().forEach(its -> its.sort(ORDER));
        read.byRank.values().removeIf(its -> its.stream().noneMatch(each -> each.is("Step")));
        if (read.byRank.isEmpty()) {
            throw new IllegalArgumentException(
                    read.name + " has no step of a group: train with a JfrListener, and with java"
                            + " -XX:StartFlightRecording:filename=" + read.name);
        }
        return read;
    }

    private void add(RecordedEvent event) {
        String type = event.getEventType().getName();
        if (!type.startsWith(PREFIX) || !event.hasField("tensor")) {
            return;
        }
        String tensors = event.getString("tensor");
        byRank.computeIfAbsent(event.getInt("rank"), rank -> new ArrayList<>())
                .add(new Activity(
                        type.substring(PREFIX.length()),
                        nanos(event.getStartTime()),
                        nanos(event.getEndTime()),
                        event.getThread().getId(),
                        event.getInt("workers"),
                        tensors.isEmpty() ? List.of() : List.of(tensors.split(", ", -1)),
                        event.getString("recipe"),
                        event.getLong("bytes"),
                        event.hasField("call") ? event.getString("call") : ""));
    }

    private static long nanos(Instant time) {
        return time.getEpochSecond() * 1_000_000_000L + time.getNano();
    }

    /**
     * The step of a worker that takes the median time, from the end of the step before it to its own end.
     *
     * @param rank of the worker; empty if the recording is of one worker only
     * @throws IllegalArgumentException if there is no such worker, or several
     */
    public RecordedStep step(OptionalInt rank) {
        String ranks = byRank.keySet().stream().map(String::valueOf).collect(Collectors.joining(", "));
        if (rank.isEmpty() && byRank.size() > 1) {
            throw new IllegalArgumentException(name + " has steps of the ranks " + ranks + "; choose one: " + name
                    + ",rank=" + byRank.keySet().iterator().next());
        }
        int chosen = rank.orElse(byRank.keySet().iterator().next());
        List<Activity> its = byRank.get(chosen);
        if (its == null) {
            throw new IllegalArgumentException(name + " has no step of rank " + chosen + ", only of " + ranks);
        }
        List<Activity> steps = its.stream().filter(each -> each.is("Step")).toList();
        List<long[]> spans = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            if (i > 0 || steps.size() == 1) {
                long before = i == 0 ? steps.get(i).start : steps.get(i - 1).end;
                spans.add(new long[] {i, before, steps.get(i).end});
            }
        }
        spans.sort(Comparator.comparingLong(each -> each[2] - each[1]));
        long[] median = spans.get((spans.size() - 1) / 2);
        int number = (int) median[0];
        List<Activity> within = its.stream()
                .filter(each -> each.start >= median[1] && each.end <= median[2] && !each.is("Step"))
                .toList();
        String title = "measured, rank " + chosen + ", step " + (number + 1) + " of " + steps.size();
        return new RecordedStep(name, title, steps.get(number), median[1], within);
    }

    /**
     * The calls of all steps but the first, whose code is not compiled yet. Of a call that several workers have recorded the
     * shortest counts: it is that of the last worker to come, which has waited for none.
     */
    public List<TracedCall> calls() {
        List<List<TracedCall>> workers =
                byRank.values().stream().map(FlightRecording::calls).toList();
        List<TracedCall> shortest = new ArrayList<>(workers.get(0));
        for (List<TracedCall> its : workers) {
            for (int i = 0; i < Math.min(its.size(), shortest.size()); i++) {
                if (its.get(i).seconds() < shortest.get(i).seconds()
                        && its.get(i).collective().equals(shortest.get(i).collective())) {
                    shortest.set(i, its.get(i));
                }
            }
        }
        return shortest;
    }

    private static List<TracedCall> calls(List<Activity> its) {
        long warm = its.stream().filter(each -> each.is("Step")).findFirst().orElseThrow().end;
        List<TracedCall> calls = new ArrayList<>();
        List<Activity> adds = its.stream().filter(each -> each.is("Add")).toList();
        int next = 0;
        for (Activity each : its) {
            if (!each.is("Exchange") || each.start < warm) {
                continue;
            }
            double seconds = each.seconds();
            while (next < adds.size() && adds.get(next).start < each.start) {
                next++;
            }
            for (int i = next; i < adds.size() && adds.get(i).start < each.end; i++) {
                seconds -= adds.get(i).isIn(each) ? adds.get(i).seconds() : 0;
            }
            if (seconds > 0) {
                calls.add(new TracedCall(each.call, OptionalInt.of(each.workers), each.bytes, seconds));
            }
        }
        return calls;
    }
}
