package org.tersegrad.convergence.time.recorded;

import java.util.List;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.testkit.junit.CollectiveLaws;

/** All laws of a group that is recorded, on every second worker. */
class RecordingCollectiveLawsTest extends CollectiveLaws {
    @Override
    protected <R> List<R> run(int workers, LocalGroup.Worker<R> worker) {
        return LocalGroup.run(
                workers,
                group -> worker.run(group.rank() % 2 == 0 ? group : new RecordingCollective(group, System::nanoTime)));
    }
}
