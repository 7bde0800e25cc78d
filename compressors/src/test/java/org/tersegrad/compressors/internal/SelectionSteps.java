package org.tersegrad.compressors.internal;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Selections of largest magnitudes of every kind of input, and counts of votes, for the tests of what they allocate. */
public final class SelectionSteps implements Supplier<Map<String, Runnable>> {
    @Override
    public Map<String, Runnable> get() {
        Map<String, Runnable> steps = new LinkedHashMap<>();
        for (int size : new int[] {300, 5000}) {
            for (int count : new int[] {0, size / 1000, size / 100, size / 10, 3 * size / 4, size}) {
                LargestMagnitudes largest = new LargestMagnitudes(size, count);
                int[] indices = new int[count];
                LargestMagnitudesTest.inputs(size)
                        .forEach((kind, values) -> steps.put(
                                count + " of " + size + ", " + kind, () -> largest.select(values, 0, indices)));
            }
        }
        for (int voters : new int[] {1, 16, 40}) {
            steps.put(voters + " voters", vote(voters, 700));
        }
        return steps;
    }

    private static Runnable vote(int voters, int bytes) {
        ByteBuffer out = ByteBuffer.allocate(bytes);
        VoteCounter counter = new VoteCounter(bytes, voters);
        List<ByteBuffer> messages = new ArrayList<>();
        VoteCounterTest.votes(voters, bytes)
                .forEach(votes -> messages.add(ByteBuffer.wrap(votes).asReadOnlyBuffer()));
        return () -> {
            counter.clear();
            for (int i = 0; i < messages.size(); i++) {
                counter.add(messages.get(i).clear());
            }
            counter.majority(true, 3, out.clear());
        };
    }
}
