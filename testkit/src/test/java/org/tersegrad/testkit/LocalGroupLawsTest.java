package org.tersegrad.testkit;

import java.util.List;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.testkit.junit.CollectiveLaws;

/** All laws of a group, for threads of one process. */
class LocalGroupLawsTest extends CollectiveLaws {
    @Override
    protected <R> List<R> run(int workers, LocalGroup.Worker<R> worker) {
        return LocalGroup.run(workers, worker);
    }
}
