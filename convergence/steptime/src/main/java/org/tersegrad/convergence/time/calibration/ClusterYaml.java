package org.tersegrad.convergence.time.calibration;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleBiFunction;
import org.tersegrad.convergence.time.Quantities;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/**
 * The text of a {@link Cluster}, which parses to the same cluster.
 *
 * <pre>
 *   tersegrad-cluster: 1
 *   links:
 *     default:
 *       per-node: 1
 *       collectives:
 *         all-reduce:
 *           times: 12
 *           workers: [2, 4, 8]
 *           call: {value: 20us, low: 18us, high: 22us}
 *           alpha: {value: 5us}
 *           bandwidth: {value: 80Gbit, at-bound: true}
 *           worst-error: 0.03
 *   copy:
 *     times: 12
 *     start: {value: 10us}
 *     bandwidth: {value: 1.2Gbit, low: 1.1Gbit, high: 1.3Gbit}
 *     worst-error: 0.1
 * </pre>
 */
public final class ClusterYaml {
    /** The key by which such a file is known. */
    public static final String MARK = "tersegrad-cluster";

    private static final int VERSION = 1;
    private static final YAMLMapper MAPPER = YAMLMapper.builder()
            .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER)
            .build();

    private ClusterYaml() {}

    /** The text of a cluster. */
    public static String print(Cluster cluster) {
        Map<String, Object> links = new LinkedHashMap<>();
        cluster.links().forEach((name, link) -> {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("per-node", link.perNode());
            link.node().ifPresent(node -> members.put("node", node));
            Map<String, Object> collectives = new LinkedHashMap<>();
            link.calls().forEach((pattern, constants) -> collectives.put(pattern.toString(), members(constants)));
            members.put("collectives", collectives);
            if (!link.extras().isEmpty()) {
                Map<String, Object> extras = new LinkedHashMap<>();
                link.extras().forEach((profile, extra) -> extras.put(profile, members(extra, Quantities::seconds)));
                members.put("extras", extras);
            }
            links.put(name, members);
        });
        Map<String, Object> whole = new LinkedHashMap<>();
        whole.put(MARK, VERSION);
        whole.put("links", links);
        cluster.copy().ifPresent(copy -> whole.put("copy", members(copy)));
        return MAPPER.writeValueAsString(whole);
    }

    private static Map<String, Object> members(CallConstants constants) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("times", constants.observations());
        members.put("workers", constants.workers());
        members.put("call", members(constants.call(), Quantities::seconds));
        members.put("alpha", members(constants.alpha(), Quantities::seconds));
        members.put("bandwidth", members(constants.bandwidth(), Quantities::bandwidth));
        members.put("worst-error", constants.worst());
        return members;
    }

    private static Map<String, Object> members(CopyConstants copy) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("times", copy.observations());
        members.put("start", members(copy.start(), Quantities::seconds));
        members.put("bandwidth", members(copy.bandwidth(), Quantities::bandwidth));
        members.put("worst-error", copy.worst());
        return members;
    }

    private static Map<String, Object> members(Estimate estimate, DoubleFunction<String> unit) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("value", unit.apply(estimate.value()));
        if (estimate.low() != estimate.high()) {
            members.put("low", unit.apply(estimate.low()));
            members.put("high", unit.apply(estimate.high()));
        }
        if (estimate.atBound()) {
            members.put("at-bound", true);
        }
        return members;
    }

    /**
     * The cluster that a text describes.
     *
     * @throws IllegalArgumentException if it describes none; names the place
     */
    public static Cluster parse(JsonNode whole) {
        if (whole.path(MARK).asInt(0) != VERSION) {
            throw new IllegalArgumentException(
                    MARK + " is " + VERSION + " in a file that this version reads, not " + whole.path(MARK));
        }
        Map<String, ClusterLink> links = new LinkedHashMap<>();
        whole.path("links")
                .properties()
                .forEach(each -> links.put(each.getKey(), link(each.getKey(), each.getValue())));
        return new Cluster(
                links,
                Optional.of(whole.path("copy"))
                        .filter(copy -> !copy.isMissingNode())
                        .map(ClusterYaml::copy));
    }

    private static CopyConstants copy(JsonNode node) {
        return new CopyConstants(
                node.path("times").asInt(0),
                node.has("start")
                        ? estimate("copy, start", node.path("start"), Quantities::parseSeconds)
                        : Estimate.ZERO,
                estimate("copy, bandwidth", node.path("bandwidth"), Quantities::parseBandwidth),
                node.path("worst-error").asDouble(0));
    }

    private static ClusterLink link(String name, JsonNode node) {
        Map<Pattern, CallConstants> calls = new EnumMap<>(Pattern.class);
        node.path("collectives").properties().forEach(each -> {
            Pattern pattern = Pattern.parse(each.getKey());
            calls.put(pattern, constants("link " + name + ", " + each.getKey(), pattern, each.getValue()));
        });
        Map<String, Estimate> extras = new TreeMap<>();
        node.path("extras")
                .properties()
                .forEach(each -> extras.put(
                        each.getKey(),
                        estimate("link " + name + ", " + each.getKey(), each.getValue(), Quantities::parseSeconds)));
        Optional<String> inner =
                Optional.of(node.path("node")).filter(JsonNode::isString).map(JsonNode::stringValue);
        return new ClusterLink(name, node.path("per-node").asInt(1), inner, calls, extras);
    }

    private static CallConstants constants(String where, Pattern pattern, JsonNode node) {
        List<Integer> workers = new ArrayList<>();
        node.path("workers").forEach(each -> workers.add(each.asInt(0)));
        if (workers.stream().anyMatch(each -> each < 2)) {
            throw new IllegalArgumentException(
                    where + ": workers are numbers of at least 2, not " + node.path("workers"));
        }
        return new CallConstants(
                pattern,
                node.path("times").asInt(0),
                workers,
                estimate(where + ", call", node.path("call"), Quantities::parseSeconds),
                estimate(where + ", alpha", node.path("alpha"), Quantities::parseSeconds),
                estimate(where + ", bandwidth", node.path("bandwidth"), Quantities::parseBandwidth),
                node.path("worst-error").asDouble(0));
    }

    /** A constant with the names of its units; one without {@code low} and {@code high} has no interval. */
    private static Estimate estimate(String where, JsonNode node, ToDoubleBiFunction<String, String> unit) {
        if (!node.path("value").isString()) {
            throw new IllegalArgumentException(where + " has a value with a unit, as in {value: 5us}, not "
                    + (node.isMissingNode() ? "nothing" : node));
        }
        String text = node.path("value").stringValue();
        double value = unit.applyAsDouble(where, text);
        double low = unit.applyAsDouble(where, node.path("low").asString(text));
        double high = unit.applyAsDouble(where, node.path("high").asString(text));
        try {
            return new Estimate(value, low, high, node.path("at-bound").asBoolean(false));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(where + ": " + e.getMessage(), e);
        }
    }
}
