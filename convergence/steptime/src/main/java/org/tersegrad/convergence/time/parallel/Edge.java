package org.tersegrad.convergence.time.parallel;

import java.util.Arrays;
import java.util.stream.Collectors;

/** A kind of messages between the devices of a cut: who sends, and for which purpose. */
public enum Edge {
    /** Sums of activations inside a layer. */
    TENSOR("tensor"),
    /** Activations and their gradients between two stages. */
    ACTIVATIONS("activations"),
    /** Tokens to the devices of their experts, and back. */
    EXPERTS("experts"),
    /** Sums of gradients over replicas. */
    GRADIENTS("gradients"),
    /** Weights that ZeRO gathers. */
    WEIGHTS("weights"),
    /** Differences of replicas after some local steps. */
    OUTER("outer");

    private final String text;

    Edge(String text) {
        this.text = text;
    }

    /**
     * The edge with this name, for a recipe.
     *
     * @throws IllegalArgumentException if there is none, or it carries no compressed messages
     */
    public static Edge parse(String name) {
        Edge edge = Arrays.stream(values())
                .filter(each -> each.text.equals(name.strip()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("an edge is one of "
                        + Arrays.stream(values()).map(Edge::toString).collect(Collectors.joining(", ")) + ", not "
                        + name));
        if (edge == TENSOR) {
            throw new IllegalArgumentException(
                    "tensor edges carry no recipe: their errors add up layer by layer, in every pass");
        }
        return edge;
    }

    @Override
    public String toString() {
        return text;
    }
}
