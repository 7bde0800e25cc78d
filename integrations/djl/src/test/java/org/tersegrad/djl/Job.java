package org.tersegrad.djl;

import java.nio.file.Path;
import org.tersegrad.reducers.Collective;

/** What a worker does in a process of its own. What it prints is what the test sees. */
interface Job {
    /**
     * Does it.
     *
     * @param folder that all workers share
     */
    void run(Collective group, Path folder) throws Exception;
}
