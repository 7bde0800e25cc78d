package org.tersegrad.djl;

import java.nio.file.Path;
import org.tersegrad.reducers.Collective;

/** A worker's job in a process of its own. The test sees what it prints. */
interface Job {
    /**
     * Does it.
     *
     * @param folder that all workers share
     */
    void run(Collective group, Path folder) throws Exception;
}
