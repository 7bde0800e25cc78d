package org.tersegrad.convergence.time.parallel;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.convergence.time.Cost;
import org.tersegrad.convergence.time.Costs;
import org.tersegrad.convergence.time.ProfileTensor;
import org.tersegrad.reducers.model.Policy;

/**
 * Recipes on the edges of a cut, with the bytes that the real ones send. An edge without one sends 2 bytes an element.
 *
 * @param policies by edge; gradients and outer steps are averaged, and all else is messages, which only a compressor makes
 * @param costs of a policy in a group of some workers
 */
public record EdgeRecipes(Map<Edge, Policy> policies, BiFunction<Policy, Integer, Costs> costs) {
    /** No recipes: 16 bits on all edges. */
    public static final EdgeRecipes NONE = new EdgeRecipes(Map.of(), (policy, workers) -> tensor -> {
        throw new IllegalStateException("no recipe, no costs");
    });

    public EdgeRecipes {
        policies = Map.copyOf(policies);
    }

    /**
     * The cost of averaging tensors.
     *
     * @param partitioned whether each of the workers needs only its part of the averages
     */
    Cost averaged(Edge edge, List<ProfileTensor> tensors, int workers, boolean partitioned) {
        Policy policy = policies.get(edge);
        Cost whole;
        if (policy == null) {
            double bytes = Work.HALF * elements(tensors);
            whole = new Cost((long) elements(tensors), List.of(new Call(Call.Kind.ALL_REDUCE, bytes)), 0, 0);
        } else {
            Costs each = costs.apply(policy, workers);
            whole = tensors.stream().map(each::of).reduce(Cost::with).orElseThrow();
        }
        return partitioned
                ? new Cost(whole.elements(), parts(whole.calls()), whole.encodeSeconds(), whole.addSeconds())
                : whole;
    }

    /** The first half of an all-reduce, and of an exchange in two halves: what the second brings is gathered as weights. */
    private static List<Call> parts(List<Call> calls) {
        List<Call> parts = new ArrayList<>();
        for (Call call : calls) {
            boolean gather = call.kind() == Call.Kind.ALL_GATHER
                    && !parts.isEmpty()
                    && parts.get(parts.size() - 1).kind() == Call.Kind.ALL_TO_ALL;
            if (!gather) {
                boolean sum = call.kind() == Call.Kind.ALL_REDUCE;
                parts.add(sum ? new Call(Call.Kind.REDUCE_SCATTER, call.bytes(), call.workers()) : call);
            }
        }
        return parts;
    }

    /** The cost of gathering tensors of which each of the workers has a part. */
    Cost gathered(List<ProfileTensor> tensors, int workers) {
        Policy policy = policies.get(Edge.WEIGHTS);
        if (policy == null) {
            double bytes = Work.HALF * elements(tensors) / workers;
            return new Cost((long) elements(tensors), List.of(new Call(Call.Kind.ALL_GATHER, bytes)), 0, 0);
        }
        Costs each = costs.apply(policy, workers);
        return tensors.stream()
                .map(tensor -> {
                    int part = (tensor.elements() + workers - 1) / workers;
                    return message(Edge.WEIGHTS, policy, each.of(vector(part)));
                })
                .reduce(Cost::with)
                .orElseThrow();
    }

    /** The cost of one message from one worker to another, or of a worker's messages to all in one call. */
    Cost sent(Edge edge, Call.Kind kind, double tokens, int features, int workers) {
        Policy policy = policies.get(edge);
        double elements = tokens * features;
        if (policy == null) {
            return new Cost((long) elements, List.of(new Call(kind, Work.HALF * elements)), 0, 0);
        }
        if (elements > Shape.MAX_SIZE) {
            throw new IllegalArgumentException(
                    edge + ": a message has at most " + Shape.MAX_SIZE + " elements, not " + elements);
        }
        ProfileTensor tensor = new ProfileTensor(edge.toString(), new Shape((int) Math.ceil(tokens), features), 0);
        Cost pair = message(edge, policy, costs.apply(policy, 2).of(tensor));
        // In a group of two each worker decodes both messages.
        return new Cost(
                pair.elements(),
                List.of(new Call(kind, pair.calls().get(0).bytes())),
                pair.encodeSeconds(),
                pair.addSeconds() / 2);
    }

    private static Cost message(Edge edge, Policy policy, Cost cost) {
        if (cost.calls().size() != 1 || cost.calls().get(0).kind() != Call.Kind.ALL_GATHER) {
            throw new IllegalArgumentException(
                    edge + " are messages, not averages: their recipe is a compressor, such as int8, not " + policy);
        }
        return cost;
    }

    private static ProfileTensor vector(int length) {
        return new ProfileTensor("part", Shape.vector(length), 0);
    }

    private static double elements(List<ProfileTensor> tensors) {
        return tensors.stream().mapToDouble(ProfileTensor::elements).sum();
    }
}
