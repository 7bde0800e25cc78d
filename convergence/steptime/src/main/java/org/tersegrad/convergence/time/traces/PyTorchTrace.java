package org.tersegrad.convergence.time.traces;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * A trace of the profiler of PyTorch, in Chrome's format: steps of one worker, with what its device did and which collectives it called.
 *
 * <p>A kernel belongs to the operator with its {@code External id}, and was launched when that began. Kernels of NCCL are calls and take no part
 * in computing. Without kernels, as on a CPU, operators count in their place.
 */
public final class PyTorchTrace {
    private static final String BACKWARD = "autograd::engine::evaluate_function";
    private static final String GRADIENT = BACKWARD + ": torch::autograd::AccumulateGrad";
    private static final double MICROSECOND = 1e-6;

    private static final Map<String, Integer> BYTES =
            Map.of("float", 4, "half", 2, "bfloat16", 2, "double", 8, "byte", 1, "char", 1, "int", 4, "long", 8);

    private final String name;
    private final List<Event> operators = new ArrayList<>();
    private final List<Event> device = new ArrayList<>();
    private final List<Event> annotations = new ArrayList<>();
    private final List<TracedCall> calls = new ArrayList<>();
    private final List<HostCopy> copies = new ArrayList<>();

    /** Something with a start and an end, in microseconds; {@code launched} is when the operator that it belongs to began. */
    private record Event(String name, double start, double end, double launched, JsonNode args) {
        boolean isIn(Event other) {
            return start >= other.start && start < other.end;
        }
    }

    /**
     * Reads a trace.
     *
     * @param name for messages
     * @throws IllegalArgumentException if it is none
     */
    public PyTorchTrace(String name, JsonNode json) {
        this.name = name;
        if (!isLike(json)) {
            throw new IllegalArgumentException(name + " is no trace of PyTorch: it has no traceEvents");
        }
        Map<String, Event> byId = new HashMap<>();
        List<JsonNode> kernels = new ArrayList<>();
        for (JsonNode each : json.path("traceEvents")) {
            if (!each.path("ph").asString("").equals("X")) {
                continue;
            }
            switch (each.path("cat").asString("").toLowerCase(Locale.ROOT)) {
                case "cpu_op", "operator" -> {
                    Event operator = event(each, Double.NaN);
                    operators.add(operator);
                    byId.merge(id(each), operator, (one, other) -> one.start <= other.start ? one : other);
                }
                case "gpu_memcpy" -> {
                    kernels.add(each);
                    HostCopy.of(each).ifPresent(copies::add);
                }
                case "kernel" -> kernels.add(each);
                case "user_annotation" -> annotations.add(event(each, Double.NaN));
                default -> {}
            }
        }
        for (JsonNode each : kernels) {
            Optional<Event> owner =
                    Optional.of(id(each)).filter(id -> !id.isEmpty()).map(byId::get);
            Event kernel = event(each, owner.map(Event::start).orElse(Double.NaN));
            if (kernel.name.toLowerCase(Locale.ROOT).contains("nccl")) {
                call(kernel, owner).ifPresent(calls::add);
            } else {
                device.add(kernel);
            }
        }
        if (device.isEmpty()) {
            operators.stream().filter(each -> !each.name.startsWith(GRADIENT)).forEach(device::add);
        }
        operators.sort(Comparator.comparingDouble(Event::start));
        device.sort(Comparator.comparingDouble(Event::launched));
    }

    /** Whether a file is a trace in Chrome's format. */
    public static boolean isLike(JsonNode json) {
        return json.path("traceEvents").isArray();
    }

    private static String id(JsonNode event) {
        return event.path("args").path("External id").asString("");
    }

    private static Event event(JsonNode node, double launched) {
        double start = node.path("ts").asDouble(0);
        double end = start + node.path("dur").asDouble(0);
        return new Event(
                node.path("name").asString(""),
                start,
                end,
                Double.isNaN(launched) ? start : launched,
                node.path("args"));
    }

    /** A kernel of NCCL; older versions of PyTorch do not say how long its message is. */
    private static Optional<TracedCall> call(Event kernel, Optional<Event> owner) {
        JsonNode args = kernel.args.has("In msg nelems") ? kernel.args : owner.orElse(kernel).args;
        Integer bytes = BYTES.get(args.path("dtype").asString("").toLowerCase(Locale.ROOT));
        double seconds = (kernel.end - kernel.start) * MICROSECOND;
        if (!args.has("In msg nelems") || bytes == null || !(seconds > 0)) {
            return Optional.empty();
        }
        int workers = args.path("Group size").asInt(0);
        return Optional.of(new TracedCall(
                args.path("Collective name").asString(""),
                workers > 0 ? OptionalInt.of(workers) : OptionalInt.empty(),
                bytes * args.path("In msg nelems").asDouble(0),
                seconds));
    }

    /** The collectives, in the order of the file. */
    public List<TracedCall> calls() {
        return List.copyOf(calls);
    }

    /** The copies between device and host, in the order of the file. */
    public List<HostCopy> copies() {
        return List.copyOf(copies);
    }

    /**
     * The times of a step: medians over all steps.
     *
     * @throws IllegalArgumentException if there is no backward pass, or the steps differ in their gradients
     */
    public TracedStep step() {
        List<Event> spans = annotations.stream()
                .filter(each -> each.name.startsWith("ProfilerStep#"))
                .toList();
        List<Event> steps = spans.isEmpty()
                ? List.of(new Event("all", Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 0, nothing()))
                : spans;
        List<TracedStep> read =
                steps.stream().map(this::step).flatMap(Optional::stream).toList();
        if (read.isEmpty()) {
            throw new IllegalArgumentException(name + " has no backward pass: no event " + GRADIENT);
        }
        return TracedStep.median(name, read);
    }

    private static JsonNode nothing() {
        return JsonNodeFactory.instance.objectNode();
    }

    private Optional<TracedStep> step(Event span) {
        List<Event> own = operators.stream().filter(each -> each.isIn(span)).toList();
        List<Event> gradients =
                own.stream().filter(each -> each.name.startsWith(GRADIENT)).toList();
        List<Event> work = device.stream()
                .filter(each -> each.launched >= span.start && each.launched < span.end)
                .toList();
        if (gradients.isEmpty() || work.isEmpty()) {
            return Optional.empty();
        }
        double backward = own.stream()
                .filter(each -> each.name.startsWith(BACKWARD))
                .findFirst()
                .orElseThrow()
                .start;
        double begin = work.stream().mapToDouble(Event::start).min().orElse(0);
        double[] ends = new double[gradients.size() + 1];
        ends[0] = end(work, backward, begin);
        List<List<Integer>> dimensions = new ArrayList<>();
        for (int i = 0; i < gradients.size(); i++) {
            ends[i + 1] = end(work, gradients.get(i).start, ends[i]);
            dimensions.add(dimensions(gradients.get(i), own));
        }
        List<Double> seconds = new ArrayList<>();
        for (int i = 0; i < gradients.size(); i++) {
            seconds.add((ends[i + 1] - ends[i]) * MICROSECOND);
        }
        return Optional.of(new TracedStep(
                (ends[0] - begin) * MICROSECOND, seconds, optimizer(span, work) * MICROSECOND, dimensions));
    }

    /** The end of the last kernel launched before a moment, not before {@code least}. */
    private static double end(List<Event> work, double moment, double least) {
        double end = least;
        for (Event each : work) {
            if (each.launched >= moment) {
                break; // they are in this order
            }
            end = Math.max(end, each.end);
        }
        return end;
    }

    /** From the first kernel that the optimizer launched to the end of its last one. */
    private double optimizer(Event span, List<Event> work) {
        double all = 0;
        for (Event each : annotations) {
            if (each.name.startsWith("Optimizer.step") && each.isIn(span)) {
                List<Event> its = work.stream()
                        .filter(kernel -> kernel.launched >= each.start && kernel.launched < each.end)
                        .toList();
                all += its.stream().mapToDouble(Event::end).max().orElse(0)
                        - its.stream().mapToDouble(Event::start).min().orElse(0);
            }
        }
        return all;
    }

    /** The dimensions of a gradient, if the trace was recorded with shapes; they may be at an operator inside. */
    private static List<Integer> dimensions(Event gradient, List<Event> operators) {
        List<Event> places = new ArrayList<>(List.of(gradient));
        operators.stream()
                .filter(each -> each.isIn(gradient) && each.name.contains("AccumulateGrad"))
                .forEach(places::add);
        for (Event place : places) {
            for (JsonNode input : place.args.path("Input Dims")) {
                List<Integer> dimensions = new ArrayList<>();
                input.forEach(each -> dimensions.add(each.asInt(0)));
                if (!dimensions.isEmpty() && dimensions.stream().allMatch(each -> each > 0)) {
                    return dimensions;
                }
            }
        }
        return List.of();
    }
}
