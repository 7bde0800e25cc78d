package org.tersegrad.convergence.time.calibration;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tersegrad.convergence.time.CsvTable;
import org.tersegrad.convergence.time.traces.PyTorchTrace;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Measurements of a cluster from files of any known format, link by link.
 *
 * <pre>
 *   collective,workers,bytes,time_us      a CSV of calls, perhaps with a column link
 * </pre>
 */
public final class Measurements {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final double MICROSECOND = 1e-6;

    private final Map<String, List<Observation>> calls = new LinkedHashMap<>();
    private final Map<String, Double> rates = new LinkedHashMap<>();
    private final List<MeasuredStep> steps = new ArrayList<>();

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
        if (start.startsWith("{")) {
            JsonNode json = json(file, text);
            if (IperfJson.isLike(json)) {
                most *= IperfJson.TCP_SHARE;
                add(file.link(), IperfJson.read(file, json));
            } else if (PyTorchTrace.isLike(json)) {
                add(file.link(), TracedCalls.read(file, new PyTorchTrace(file.name(), json).calls()));
            } else {
                throw file.wrong("is JSON, but neither of iperf3 -J nor of PyTorch's profiler");
            }
        } else if (NcclTests.isLike(text)) {
            add(file.link(), NcclTests.read(file, text));
        } else if (OsuOutput.isLike(text)) {
            add(file.link(), OsuOutput.read(file, text));
        } else {
            addTable(file, CsvTable.read(file.name(), new StringReader(text)));
        }
        rates.merge(file.link(), most, Math::min);
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
                add(link, List.of(observation(row)));
            }
        } else {
            throw file.wrong(
                    "is neither the output of nccl-tests, OSU or iperf3 -J nor a table with the columns collective,"
                            + " workers, bytes and time_us, or profile, schedule, workers and step_us");
        }
    }

    private static Observation observation(CsvTable.Row row) {
        try {
            return new Observation(
                    Pattern.parse(row.text("collective")),
                    (int) row.number("workers"),
                    row.number("bytes"),
                    row.number("time_us") * MICROSECOND);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(row.file() + ", line " + row.line() + ": " + e.getMessage(), e);
        }
    }

    private void add(String link, List<Observation> observations) {
        calls.computeIfAbsent(link, key -> new ArrayList<>()).addAll(observations);
    }

    /** Number of measured calls and steps. */
    public int count() {
        return steps.size() + calls.values().stream().mapToInt(List::size).sum();
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
        return new Cluster(links);
    }

    private static CallConstants explained(String link, Pattern pattern, List<Observation> rows, double rate) {
        try {
            return CallConstants.fit(pattern, rows, rate);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("link " + link + ", " + e.getMessage(), e);
        }
    }
}
