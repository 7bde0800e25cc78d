package org.tersegrad.convergence.time.calibration;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.tersegrad.convergence.time.CsvTable;
import org.tersegrad.convergence.time.Quantities;
import org.tersegrad.convergence.time.traces.ChakraTrace;
import org.tersegrad.convergence.time.traces.FlightRecording;
import org.tersegrad.convergence.time.traces.HostCopy;
import org.tersegrad.convergence.time.traces.PyTorchTrace;
import org.tersegrad.convergence.time.traces.TracedCall;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Measurements of a cluster from files of any known format, link by link.
 *
 * <pre>
 *   collective,workers,bytes,time_us      a CSV of calls and copies, perhaps with a column link
 * </pre>
 */
public final class Measurements {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final double MICROSECOND = 1e-6;

    /** The bytes from which on a copy in a trace counts; that of a loss, or of a few labels, takes hardly more than its delay. */
    private static final double LEAST_COPY = 1 << 16;

    /** A line of a table that has no cells; an empty one in its place keeps the numbers of lines. */
    private static final java.util.regex.Pattern COMMENT = java.util.regex.Pattern.compile("(?m)^#.*$");

    private final Map<String, List<Observation>> calls = new LinkedHashMap<>();
    private final Map<String, Double> rates = new LinkedHashMap<>();
    private final List<MeasuredStep> steps = new ArrayList<>();
    private final List<HostCopy> copies = new ArrayList<>();

    /**
     * Adds the measurements of a file.
     *
     * @throws IOException if it cannot be read
     * @throws IllegalArgumentException if it is of no known format, or has a mistake; names the file
     */
    public void add(MeasuredFile file) throws IOException {
        byte[] bytes = file.bytes();
        String text = MeasuredFile.text(bytes);
        String start = text.stripLeading();
        double most = file.rate();
        if (FlightRecording.isLike(bytes)) {
            add(
                    file,
                    FlightRecording.read(file.path()).calls(),
                    List.of(),
                    "has no call of a group after its first step");
        } else if (ChakraTrace.isLike(file.name(), bytes)) {
            add(
                    file,
                    new ChakraTrace(file.name(), bytes).calls(),
                    List.of(),
                    "has no collective with a duration, comm_type and comm_size");
        } else if (start.startsWith("{")) {
            JsonNode json = json(file, text);
            if (IperfJson.isLike(json)) {
                most *= IperfJson.TCP_SHARE;
                add(file.link(), IperfJson.read(file, json));
            } else if (PyTorchTrace.isLike(json)) {
                PyTorchTrace trace = new PyTorchTrace(file.name(), json);
                add(
                        file,
                        trace.calls(),
                        trace.copies(),
                        "has no collective whose message has a size; older versions of PyTorch record none");
            } else {
                throw file.wrong("is JSON, but neither of iperf3 -J nor of PyTorch's profiler");
            }
        } else if (NcclTests.isLike(text)) {
            add(file.link(), NcclTests.read(file, text));
        } else if (OsuOutput.isLike(text)) {
            add(file.link(), OsuOutput.read(file, text));
        } else {
            addTable(
                    file,
                    CsvTable.read(
                            file.name(), new StringReader(COMMENT.matcher(text).replaceAll(""))));
        }
        rates.merge(file.link(), most, Math::min);
    }

    /** Adds the calls and the long copies of a trace, which has at least one of them. */
    private void add(MeasuredFile file, List<TracedCall> calls, List<HostCopy> copied, String nothing) {
        List<Observation> observations = TracedCalls.read(file, calls);
        List<HostCopy> large =
                copied.stream().filter(copy -> copy.bytes() >= LEAST_COPY).toList();
        if (observations.isEmpty() && large.isEmpty()) {
            throw file.wrong(nothing);
        }
        copies.addAll(large);
        if (!observations.isEmpty()) {
            add(file.link(), observations);
        }
    }

    private static JsonNode json(MeasuredFile file, String text) {
        try {
            return MAPPER.readTree(text);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(file.name() + " is no JSON: " + e.getOriginalMessage(), e);
        }
    }

    private void addTable(MeasuredFile file, CsvTable table) {
        if (table.columns().contains("step_us")) {
            steps.addAll(MeasuredStep.read(table));
        } else if (table.columns().containsAll(List.of("collective", "workers", "bytes", "time_us"))) {
            for (CsvTable.Row row : table.rows()) {
                String link = table.columns().contains("link") ? row.text("link") : file.link();
                if (row.text("collective").equalsIgnoreCase("copy")) {
                    copies.add(explained(
                            row, () -> new HostCopy(row.number("bytes"), row.number("time_us") * MICROSECOND)));
                } else {
                    add(link, List.of(explained(row, () -> observation(row))));
                }
            }
        } else if (SlowNetworkRecord.isLike(table)) {
            SlowNetworkRecord.read(table).forEach(each -> {
                add(each.link(), List.of(each.call()));
                rates.merge(each.link(), each.rate(), Math::min);
            });
        } else {
            throw file.wrong(
                    "is neither the output of nccl-tests, OSU or iperf3 -J nor a table with the columns collective,"
                            + " workers, bytes and time_us, or profile, schedule, workers and step_us");
        }
    }

    private static Observation observation(CsvTable.Row row) {
        return new Observation(
                Pattern.parse(row.text("collective")),
                (int) row.number("workers"),
                row.number("bytes"),
                row.number("time_us") * MICROSECOND);
    }

    private static <T> T explained(CsvTable.Row row, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(row.file() + ", line " + row.line() + ": " + e.getMessage(), e);
        }
    }

    private void add(String link, List<Observation> observations) {
        calls.computeIfAbsent(link, key -> new ArrayList<>()).addAll(observations);
    }

    /** Number of measured calls, copies and steps. */
    public int count() {
        return steps.size()
                + copies.size()
                + calls.values().stream().mapToInt(List::size).sum();
    }

    /**
     * The constants of every link.
     *
     * @throws IllegalArgumentException if the measurements do not determine them
     */
    public Cluster fit() {
        Map<String, ClusterLink> links = new LinkedHashMap<>();
        calls.forEach((link, observations) -> {
            Map<Pattern, List<Observation>> byPattern = new EnumMap<>(Pattern.class);
            observations.forEach(each -> byPattern
                    .computeIfAbsent(each.pattern(), key -> new ArrayList<>())
                    .add(each));
            Map<Pattern, CallConstants> constants = new EnumMap<>(Pattern.class);
            double rate = rates.getOrDefault(link, Double.POSITIVE_INFINITY);
            byPattern.forEach((pattern, rows) -> constants.put(pattern, explained(link, pattern, rows, rate)));
            links.put(link, new ClusterLink(link, 1, Optional.empty(), constants, Map.of()));
        });
        links.putAll(new StepFit().fit(steps));
        Optional<CopyConstants> copy = copies.isEmpty() ? Optional.empty() : Optional.of(CopyConstants.fit(copies));
        if (links.isEmpty() && copy.isPresent()) {
            throw new IllegalArgumentException(
                    "copies alone are no network; measure calls too, or write --network NET,copy="
                            + Quantities.bandwidth(
                                    CallConstants.round(copy.get().bandwidth().value())));
        }
        return new Cluster(links, copy);
    }

    private static CallConstants explained(String link, Pattern pattern, List<Observation> rows, double rate) {
        try {
            return CallConstants.fit(pattern, rows, rate);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("link " + link + ", " + e.getMessage(), e);
        }
    }
}
