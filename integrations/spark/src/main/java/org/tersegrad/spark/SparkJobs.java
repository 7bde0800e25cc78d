package org.tersegrad.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.rdd.RDD;

/** Runs orders as Spark jobs, on the partitions where their workers stand. */
record SparkJobs(RDD<PartitionSlot> slots) implements Jobs {
    @Override
    public List<Reply> run(Order order, List<Order.Own> own) {
        byte[][] replies = (byte[][]) new RoundRdd(slots, order, own).collect();
        List<Reply> all = new ArrayList<>();
        for (byte[] reply : replies) {
            all.add(Reply.of(reply));
        }
        return all;
    }
}
