package org.tersegrad.testkit;

import java.util.List;
import org.tersegrad.reducers.group.GroupListener;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.reducers.group.ObservedGroup;
import org.tersegrad.testkit.junit.CollectiveLaws;

/** All laws of a group, with a listener on every second worker, and with one that fails at its third call. */
class ObservedGroupLawsTest extends CollectiveLaws {
    @Override
    protected <R> List<R> run(int workers, LocalGroup.Worker<R> worker) {
        return LocalGroup.run(
                workers,
                group -> worker.run(group.rank() % 2 == 0 ? group : new ObservedGroup(group, failing(group.rank()))));
    }

    private static GroupListener failing(int rank) {
        int[] calls = {rank == 1 ? 0 : -1_000_000};
        return (activity, subject, of, bytes) -> {
            calls[0]++;
            if (calls[0] > 2) {
                throw new IllegalStateException("a listener without patience");
            }
            return sent -> {};
        };
    }
}
