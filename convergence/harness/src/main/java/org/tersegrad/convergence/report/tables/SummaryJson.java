package org.tersegrad.convergence.report.tables;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tersegrad.convergence.report.summary.Estimate;
import org.tersegrad.convergence.report.summary.ModelledTime;
import org.tersegrad.convergence.report.summary.RecipeSummary;
import org.tersegrad.convergence.report.summary.StepTime;
import org.tersegrad.convergence.report.summary.Summary;
import org.tersegrad.convergence.report.summary.Units;
import org.tersegrad.convergence.training.Evaluation;
import org.tersegrad.convergence.training.Results;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The summary for programs. Members always have the same order; NaN is {@code null}. */
public final class SummaryJson {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private SummaryJson() {}

    /** The text of the file. */
    public static String of(Results results, Summary summary) {
        ObjectNode root = MAPPER.createObjectNode();
        root.putObject("about").setAll(strings(results.about()));
        root.put("parameters", results.parameters());
        root.put("metric", summary.metric().label());
        ObjectNode target = root.putObject("target");
        put(target, "value", summary.target().value());
        target.put("reason", summary.target().reason());
        root.put("baseline", summary.baseline());
        var recipes = root.putArray("recipes");
        summary.recipes().forEach(recipe -> {
            ObjectNode node = recipes.addObject();
            recipe(recipe, node);
            summary.time().ifPresent(time -> seconds(recipe, time, node.putObject("modelled_seconds")));
        });
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
    }

    private static void recipe(RecipeSummary recipe, ObjectNode node) {
        node.put("recipe", recipe.recipe());
        node.put("seeds", recipe.loss().count());
        node.put("steps", recipe.end().steps());
        estimate(recipe.accuracy(), node.putObject("test_accuracy"));
        estimate(recipe.loss(), node.putObject("test_loss"));
        if (recipe.againstBaseline().difference().count() > 0) {
            ObjectNode difference = node.putObject("against_baseline");
            estimate(recipe.againstBaseline().difference(), difference);
            difference.put("significant", recipe.againstBaseline().isSignificant());
        }
        put(node, "bits_sent", recipe.sent().bits());
        put(node, "bits_received", recipe.received().bits());
        put(node, "ratio_sent", recipe.sent().ratio());
        put(node, "ratio_received", recipe.received().ratio());
        ObjectNode target = node.putObject("to_target");
        target.put("seeds", recipe.toTarget().seeds());
        put(target, "bits_sent", recipe.sent().toTarget());
        put(target, "bits_received", recipe.received().toTarget());
        put(node, "wall_ms", recipe.end().wallMillis());
        put(node, "virtual_seconds", recipe.end().virtualSeconds());
        put(node, "consensus_distance", recipe.end().consensusDistance());
    }

    private static void seconds(RecipeSummary recipe, ModelledTime time, ObjectNode node) {
        node.put("network", time.network());
        StepTime step = time.steps().get(recipe.recipe());
        if (step != null) {
            put(node, "compute_per_step", step.compute());
            put(node, "encode_per_step", step.encode());
            put(node, "wire_per_step", step.wire());
            put(node, "add_per_step", step.add());
            node.put("doubt", step.doubt());
        }
        put(node, "total", recipe.end().virtualSeconds());
        put(node, "to_target", recipe.toTarget().virtualSeconds());
    }

    private static void estimate(Estimate estimate, ObjectNode node) {
        put(node, "mean", estimate.mean());
        put(node, "interval_95", estimate.halfWidth());
    }

    private static void put(ObjectNode node, String name, double value) {
        if (Double.isFinite(value)) {
            node.put(name, new BigDecimal(Units.exact(value)));
        } else {
            node.putNull(name);
        }
    }

    private static ObjectNode strings(Map<String, String> map) {
        ObjectNode node = MAPPER.createObjectNode();
        map.forEach(node::put);
        return node;
    }

    /** Whether a file is one of these. */
    public static boolean isSummary(Path file) {
        try {
            return Files.isRegularFile(file)
                    && MAPPER.readTree(file).required("recipes").isArray();
        } catch (JacksonException e) {
            return false;
        }
    }

    /** Reads the settings of a comparison and the number of parameters of its model: with the evaluations, its results. */
    public static Results read(Path file, List<Evaluation> evaluations) throws IOException {
        try {
            JsonNode root = MAPPER.readTree(file);
            Map<String, String> about = new LinkedHashMap<>();
            root.required("about")
                    .properties()
                    .forEach(entry -> about.put(entry.getKey(), entry.getValue().stringValue()));
            return new Results(about, root.required("parameters").intValue(), evaluations);
        } catch (JacksonException e) {
            throw new IOException(file + " is no summary of a comparison: " + e.getOriginalMessage(), e);
        }
    }
}
