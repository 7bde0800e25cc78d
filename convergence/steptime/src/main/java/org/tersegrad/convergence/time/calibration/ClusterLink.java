package org.tersegrad.convergence.time.calibration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.convergence.time.Link;
import org.tersegrad.convergence.time.Quantities;
import org.tersegrad.convergence.time.calibration.Estimate.Point;

/**
 * The calibrated constants of one link of a cluster.
 *
 * @param name in the file
 * @param perNode workers that share a node
 * @param node the link inside a node, which groups of at most {@code perNode} workers use
 * @param calls by collective, at least one
 * @param extras seconds of a step beside compute and exchange, by profile
 */
public record ClusterLink(
        String name,
        int perNode,
        Optional<String> node,
        Map<Pattern, CallConstants> calls,
        Map<String, Estimate> extras) {
    public ClusterLink {
        if (perNode < 1) {
            throw new IllegalArgumentException("link " + name + ": per-node is at least 1, not " + perNode);
        }
        if (calls.isEmpty()) {
            throw new IllegalArgumentException("link " + name + " has no collective");
        }
        calls = new EnumMap<>(calls);
        extras = new TreeMap<>(extras);
    }

    /** The constants for calls of one kind: its own, or those of a kind that was measured. */
    CallConstants constants(Call.Kind kind) {
        return Arrays.stream(Pattern.values())
                .filter(each -> each.kind() == kind && calls.containsKey(each))
                .findFirst()
                .map(calls::get)
                .orElseGet(() -> calls.values().iterator().next());
    }

    /** The link as formulas see it, with the constants of its first collective. */
    Link link() {
        CallConstants first = calls.values().iterator().next();
        int fewest = first.workers().get(0);
        double rounds = Math.max(1, first.pattern().rounds(fewest));
        return new Link(
                first.start(first.pattern(), fewest, Point.VALUE) / rounds,
                first.bandwidth().value());
    }

    /** The sizes of measured groups, ascending. */
    List<Integer> workers() {
        return calls.values().stream()
                .flatMap(each -> each.workers().stream())
                .distinct()
                .sorted()
                .toList();
    }

    /** Sentences on what was fitted, and on what is assumed. */
    public List<String> facts() {
        List<String> facts = new ArrayList<>();
        List<String> assumed = new ArrayList<>();
        calls.values().forEach(each -> facts.add("Link " + name + ", " + each.words() + "."));
        for (Call.Kind kind : Call.Kind.values()) {
            if (constants(kind).pattern().kind() != kind) {
                assumed.add(Pattern.of(kind).toString());
            }
        }
        if (!assumed.isEmpty()) {
            facts.add("Assumed on link " + name + ": " + String.join(", ", assumed) + " take the constants of "
                    + calls.values().iterator().next().pattern() + " with the rounds and bytes of their own rings.");
        }
        Map<String, Estimate> own = node.isPresent() ? Map.of() : extras; // else they are told of the node
        own.forEach((profile, seconds) -> facts.add("Link " + name + ": a step of " + profile + " takes "
                + CallConstants.words(seconds, value -> Quantities.seconds(CallConstants.round(value)))
                + " beside compute and exchange."));
        return facts;
    }
}
