package org.tersegrad.convergence.time.payoff;

import java.util.ArrayList;
import java.util.List;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.time.Call;

/**
 * The calls of a reducer in groups that are too large to be run. Those of most follow from small groups. One whose calls do not, as one
 * that goes along a tree, or sums up small integers, is run with up to {@link #MOST_RUN} workers. Beyond, every doubling of the group adds
 * as many calls, and as many bytes to each, as the last one did.
 *
 * @param recorded in small groups
 */
record CallsByGroup(RecordedCalls recorded) {
    /** Each is a thread, and all of them wait for each other in every call. */
    static final int MOST_RUN = 32;

    /** The calls for one tensor in one group. */
    List<Call> of(Shape shape, int workers) {
        if (isKnown(workers)) {
            return recorded.of(shape, workers);
        }
        List<Call> less = recorded.of(shape, MOST_RUN / 2);
        List<Call> calls = new ArrayList<>(recorded.of(shape, MOST_RUN));
        int doublings = rounds(workers) - rounds(MOST_RUN);
        int added = calls.size() - less.size();
        if (added > 0) { // a tree has as many levels more, like those in its middle
            int middle = (calls.size() - added) / 2;
            List<Call> levels = List.copyOf(calls.subList(middle, middle + added));
            for (int i = 0; i < doublings; i++) {
                calls.addAll(middle, levels);
            }
            return calls;
        }
        for (int i = 0; i < Math.min(calls.size(), less.size()); i++) {
            double bytes = calls.get(i).bytes();
            double growth = bytes - less.get(i).bytes();
            calls.set(i, calls.get(i).withBytes(Math.max(0, bytes + growth * doublings)));
        }
        return calls;
    }

    /** Number of whole messages that a worker decodes. */
    double messages(int workers) {
        double less = isKnown(workers) ? 0 : recorded.messages(MOST_RUN / 2);
        double more = isKnown(workers) ? 0 : recorded.messages(MOST_RUN);
        boolean perLevel = more > less && more < MOST_RUN;
        return perLevel ? more + (more - less) * (rounds(workers) - rounds(MOST_RUN)) : recorded.messages(workers);
    }

    private boolean isKnown(int workers) {
        return workers <= MOST_RUN || recorded.isRegular();
    }

    /** Log2 of the workers, rounded up. */
    private static int rounds(int workers) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(workers - 1);
    }
}
