package org.tersegrad.convergence.time.traces;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.convergence.time.Cost;
import org.tersegrad.convergence.time.Costs;
import org.tersegrad.convergence.time.Event;
import org.tersegrad.convergence.time.Event.Kind;
import org.tersegrad.convergence.time.Profile;
import org.tersegrad.convergence.time.ProfileTensor;
import org.tersegrad.convergence.time.Timeline;
import org.tersegrad.convergence.time.traces.FlightRecording.Activity;

/**
 * A step of one worker in a {@link FlightRecording}. What the trainer's thread does between the recorded activities is computing. Other
 * threads encode and add as a host does beside its device.
 */
public final class RecordedStep {
    private static final double NANOSECOND = 1e-9;

    private final String recording;
    private final String title;
    private final Activity step;
    private final long begin;
    private final List<Activity> within;
    private final List<Event> events = new ArrayList<>();

    /** Innermost activity of a thread for some time. */
    private record Piece(Activity activity, long start, long end) {}

    RecordedStep(String recording, String title, Activity step, long begin, List<Activity> within) {
        this.recording = recording;
        this.title = title;
        this.step = step;
        this.begin = begin;
        this.within = within;
        if (encodes().isEmpty()) {
            throw new IllegalArgumentException(recording + " has no tensor in its " + title);
        }
        long idle = begin;
        for (Piece piece : pieces(
                within.stream().filter(each -> each.thread() == step.thread()).toList())) {
            add(Kind.COMPUTE, idle, piece.start, "");
            switch (piece.activity.kind()) {
                case "Encode" -> add(Kind.ENCODE, piece);
                case "Add" -> add(Kind.ADD, piece);
                case "Exchange" -> {
                    add(Kind.WAIT, piece);
                    add(Kind.WIRE, piece);
                }
                default -> add(Kind.WAIT, piece);
            }
            idle = piece.end;
        }
        add(Kind.COMPUTE, idle, step.end(), "");
        for (Piece piece : pieces(
                within.stream().filter(each -> each.thread() != step.thread()).toList())) {
            switch (piece.activity.kind()) {
                case "Encode" -> add(Kind.HOST_ENCODE, piece);
                case "Add" -> add(Kind.HOST_ADD, piece);
                case "Exchange" -> add(Kind.WIRE, piece);
                default -> {
                    // Only the trainer waits.
                }
            }
        }
        events.sort(Comparator.comparingDouble(Event::start));
    }

    /** Cuts nested activities of one thread into pieces that follow each other. */
    private static List<Piece> pieces(List<Activity> nested) {
        List<Piece> pieces = new ArrayList<>();
        Deque<Activity> open = new ArrayDeque<>();
        long at = 0;
        for (Activity each : nested) {
            at = close(open, each.start(), at, pieces);
            if (!open.isEmpty() && each.start() > at) {
                pieces.add(new Piece(open.element(), at, each.start()));
            }
            at = each.start();
            open.push(each);
        }
        close(open, Long.MAX_VALUE, at, pieces);
        return pieces;
    }

    /** Ends what has ended before a moment; returns up to when there are pieces. */
    private static long close(Deque<Activity> open, long moment, long from, List<Piece> pieces) {
        long at = from;
        while (!open.isEmpty() && open.element().end() <= moment) {
            Activity ended = open.pop();
            if (ended.end() > at) {
                pieces.add(new Piece(ended, at, ended.end()));
                at = ended.end();
            }
        }
        return at;
    }

    private void add(Kind kind, Piece piece) {
        List<String> tensors = piece.activity.tensors();
        String label = tensors.size() < 2 ? String.join("", tensors) : tensors.get(0) + " + " + (tensors.size() - 1);
        add(kind, piece.start, piece.end, label);
    }

    private void add(Kind kind, long start, long end, String label) {
        if (end > start) {
            events.add(new Event(kind, (start - begin) * NANOSECOND, (end - begin) * NANOSECOND, label));
        }
    }

    /** The worker, and which of its steps this is. */
    public String title() {
        return title;
    }

    /** Number of workers of the group. */
    public int workers() {
        return step.workers();
    }

    /** The activities as they were. */
    public Timeline timeline() {
        return new Timeline(events, 1);
    }

    private List<Activity> encodes() {
        return within.stream().filter(each -> each.is("Encode")).toList();
    }

    /** The recipe of all tensors; empty if they have several. */
    public Optional<String> recipe() {
        List<String> recipes =
                encodes().stream().map(Activity::recipe).distinct().toList();
        return recipes.size() == 1 ? Optional.of(recipes.get(0)) : Optional.empty();
    }

    /**
     * The tensors and the computing of the step. That before the first tensor counts as a forward pass, that before each other one
     * as its backward pass, and that after the last one as the optimizer's.
     */
    public Profile profile() {
        List<ProfileTensor> tensors = new ArrayList<>();
        double forward = computing(begin, encodes().get(0).start());
        long before = encodes().get(0).start();
        for (Activity each : encodes()) {
            tensors.add(0, new ProfileTensor(name(each), shape(each), computing(before, each.start())));
            before = each.start();
        }
        return new Profile(recording, tensors, forward, computing(before, step.end()));
    }

    private double computing(long from, long to) {
        double start = (from - begin) * NANOSECOND;
        double end = (to - begin) * NANOSECOND;
        return events.stream()
                .filter(each -> each.kind() == Kind.COMPUTE)
                .mapToDouble(each -> Math.max(0, Math.min(end, each.end()) - Math.max(start, each.start())))
                .sum();
    }

    private static String name(Activity encode) {
        return String.join(", ", encode.tensors());
    }

    private static Shape shape(Activity encode) {
        return Shape.vector((int) Math.max(1, encode.bytes() / Float.BYTES));
    }

    /** The costs of the tensors in this step: its calls with their bytes, and its times of encoding and adding. */
    public Costs costs() {
        Map<String, Cost> costs = new LinkedHashMap<>();
        for (Activity each : encodes()) {
            costs.put(name(each), new Cost(shape(each).size(), List.of(), each.seconds(), 0));
        }
        for (Activity each : within) {
            Optional<Call.Kind> call = each.is("Exchange") ? kind(each.call()) : Optional.empty();
            long all = each.tensors().stream()
                    .map(costs::get)
                    .filter(Objects::nonNull)
                    .mapToLong(Cost::elements)
                    .sum();
            for (String tensor : each.tensors()) {
                Cost its = costs.get(tensor);
                if (its == null) {
                    continue;
                }
                double share = (double) its.elements() / all;
                List<Call> calls = new ArrayList<>(its.calls());
                call.ifPresent(kind -> calls.add(new Call(kind, share * each.bytes())));
                double adding = each.is("Add") ? share * each.seconds() : 0;
                costs.put(tensor, new Cost(its.elements(), calls, its.encodeSeconds(), its.addSeconds() + adding));
            }
        }
        return tensor -> Optional.ofNullable(costs.get(tensor.name()))
                .orElseThrow(() -> new IllegalArgumentException(
                        recording + " has no tensor " + tensor.name() + "; leave --profile out, or name a --recipe"));
    }

    private static Optional<Call.Kind> kind(String call) {
        return switch (call) {
            case "ALL_REDUCE", "ALL_REDUCE_MAX" -> Optional.of(Call.Kind.ALL_REDUCE);
            case "REDUCE_SCATTER" -> Optional.of(Call.Kind.REDUCE_SCATTER);
            case "BROADCAST" -> Optional.of(Call.Kind.BROADCAST);
            case "ALL_GATHER" -> Optional.of(Call.Kind.ALL_GATHER);
            case "ALL_TO_ALL" -> Optional.of(Call.Kind.ALL_TO_ALL);
            default -> Optional.empty();
        };
    }
}
