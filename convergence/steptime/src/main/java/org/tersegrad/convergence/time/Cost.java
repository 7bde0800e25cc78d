package org.tersegrad.convergence.time;

import java.util.ArrayList;
import java.util.List;

/**
 * The cost of averaging the gradients of some tensors, for one worker.
 *
 * @param elements of all these tensors
 * @param calls of the group, one after the other
 * @param encodeSeconds before the first call
 * @param addSeconds after the last one: decoding what has come, and adding it up
 */
public record Cost(long elements, List<Call> calls, double encodeSeconds, double addSeconds) {
    public Cost {
        calls = List.copyOf(calls);
        if (!(encodeSeconds >= 0) || !(addSeconds >= 0)) {
            throw new IllegalArgumentException(
                    "encoding takes " + encodeSeconds + " s and adding " + addSeconds + " s; neither may be below 0");
        }
    }

    /**
     * The cost of these tensors and others exchanged together, as fusion does it: every tensor is encoded by itself, and calls of
     * the same kind in the same turn become one.
     */
    public Cost with(Cost other) {
        List<Call> merged = new ArrayList<>();
        int mine = 0;
        int others = 0;
        while (mine < calls.size() && others < other.calls.size()) {
            Call first = calls.get(mine);
            Call second = other.calls.get(others);
            if (first.isLike(second)) {
                merged.add(first.withBytes(first.bytes() + second.bytes()));
                mine++;
                others++;
            } else if (calls.size() - mine >= other.calls.size() - others) {
                merged.add(first);
                mine++;
            } else {
                merged.add(second);
                others++;
            }
        }
        merged.addAll(calls.subList(mine, calls.size()));
        merged.addAll(other.calls.subList(others, other.calls.size()));
        return new Cost(
                elements + other.elements, merged, encodeSeconds + other.encodeSeconds, addSeconds + other.addSeconds);
    }

    /** The bytes of all calls of one kind. */
    public double bytes(Call.Kind kind) {
        return calls.stream()
                .filter(call -> call.kind() == kind)
                .mapToDouble(Call::bytes)
                .sum();
    }
}
