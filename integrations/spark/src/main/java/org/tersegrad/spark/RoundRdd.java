package org.tersegrad.spark;

import java.util.List;
import org.apache.spark.Partition;
import org.apache.spark.TaskContext;
import org.apache.spark.rdd.RDD;
import scala.collection.Iterator;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag$;

/**
 * One job: an {@link Order} for all partitions, which Spark brings to each executor once, and beside it for each partition its
 * {@link Order.Own}, which travels with its task alone. Its elements are replies.
 */
final class RoundRdd extends RDD<byte[]> {
    private static final long serialVersionUID = 1L;

    private final RDD<PartitionSlot> slots;
    private final Order order;
    /** Needed by the driver only, which makes the partitions. */
    private final transient List<Order.Own> own;

    RoundRdd(RDD<PartitionSlot> slots, Order order, List<Order.Own> own) {
        super(slots, ClassTag$.MODULE$.apply(byte[].class));
        this.slots = slots;
        this.order = order;
        this.own = own;
    }

    /** A partition's part of the order, and where its worker stands. */
    private record RoundPartition(Partition slot, Order.Own own) implements Partition {
        @Override
        public int index() {
            return slot.index();
        }
    }

    @Override
    public Partition[] getPartitions() {
        Partition[] all = slots.partitions();
        Partition[] its = new Partition[all.length];
        for (int i = 0; i < all.length; i++) {
            its[i] = new RoundPartition(all[i], own.get(i));
        }
        return its;
    }

    @Override
    public Iterator<byte[]> compute(Partition split, TaskContext context) {
        RoundPartition its = (RoundPartition) split;
        Iterator<PartitionSlot> only = slots.iterator(its.slot(), context);
        Reply reply = only.next().worker().obey(order, its.own());
        only.hasNext(); // at its end, Spark lets go of the block
        return CollectionConverters.asScala(List.of(reply.toBytes()).iterator());
    }
}
