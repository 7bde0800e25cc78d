package org.tersegrad.spark;

import java.util.List;

/** Runs orders on all partitions; Spark does, and tests that let something go wrong. */
interface Jobs {
    /**
     * Runs one job.
     *
     * @param own one for each partition
     * @return one for each partition, in order
     */
    List<Reply> run(Order order, List<Order.Own> own);
}
