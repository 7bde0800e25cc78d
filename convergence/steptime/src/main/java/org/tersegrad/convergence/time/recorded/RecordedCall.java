package org.tersegrad.convergence.time.recorded;

import java.util.ArrayList;
import java.util.List;
import org.tersegrad.convergence.time.Call;

/**
 * One worker's call of a group.
 *
 * @param kind which one
 * @param bytes as in {@link Call}
 * @param workers of the group that was called, which may be a part of the whole
 * @param sent how many bytes went to each worker, in an all-to-all; else empty
 * @param received how many bytes came from each
 */
public record RecordedCall(Call.Kind kind, double bytes, int workers, List<Integer> sent, List<Integer> received) {
    public RecordedCall {
        sent = List.copyOf(sent);
        received = List.copyOf(received);
    }

    /** A call that is not an all-to-all. */
    RecordedCall(Call.Kind kind, double bytes, int workers) {
        this(kind, bytes, workers, List.of(), List.of());
    }

    /**
     * The calls of a group from those of its workers: all make the same ones in the same order. In a hierarchy some have nothing to
     * do between nodes and wait, so those with most calls count.
     *
     * @param each the calls of each worker of the whole group
     */
    static List<Call> merged(List<List<RecordedCall>> each) {
        int most = each.stream().mapToInt(List::size).max().orElseThrow();
        List<List<RecordedCall>> busy =
                each.stream().filter(mine -> mine.size() == most).toList();
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < most; i++) {
            int turn = i;
            calls.add(merge(busy.stream().map(mine -> mine.get(turn)).toList(), each.size()));
        }
        return calls;
    }

    private static Call merge(List<RecordedCall> calls, int group) {
        RecordedCall first = calls.get(0);
        for (RecordedCall each : calls) {
            if (each.kind != first.kind) {
                throw new IllegalStateException("one worker called " + first.kind + " and another " + each.kind);
            }
        }
        // Parts of the group that differ in size work at the same time; the largest one is the last.
        int workers = calls.stream().mapToInt(RecordedCall::workers).max().orElseThrow();
        if (first.kind == Call.Kind.ALL_TO_ALL && !calls.stream().allMatch(RecordedCall::reachesAll)) {
            double busiest =
                    calls.stream().mapToDouble(RecordedCall::busiest).max().orElseThrow();
            int partners = calls.stream().mapToInt(RecordedCall::partners).max().orElseThrow();
            return new Call(Call.Kind.DIRECT, busiest, partners + 1);
        }
        // Lengths of messages may differ: every link carries all of them in the end, so their mean counts.
        double bytes = calls.stream().mapToDouble(RecordedCall::bytes).average().orElseThrow();
        return new Call(first.kind, bytes, workers == group ? Call.EVERYBODY : workers);
    }

    /** Whether every other worker of the called group gets something; what a worker has for itself is not listed. */
    private boolean reachesAll() {
        return sent.stream().filter(bytes -> bytes > 0).count() == workers - 1;
    }

    private int partners() {
        return (int) Math.max(
                sent.stream().filter(bytes -> bytes > 0).count(),
                received.stream().filter(bytes -> bytes > 0).count());
    }

    private double busiest() {
        return Math.max(
                sent.stream().mapToInt(bytes -> bytes).sum(),
                received.stream().mapToInt(bytes -> bytes).sum());
    }
}
