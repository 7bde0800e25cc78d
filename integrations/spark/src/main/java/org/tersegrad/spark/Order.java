package org.tersegrad.spark;

import java.io.Serializable;

/**
 * A request of the driver to all partitions in one job. Orders are numbered: a partition that gets the number of its last order
 * again, because its task runs again, gives the same reply, and one that has missed an order has lost its state.
 */
sealed interface Order extends Serializable {
    /** Counted up by one from job to job. */
    long number();

    /**
     * Begins a step: from the replica for those to whom {@link Own} says so, from their own one for all others, and with new
     * reductions for all.
     *
     * @param generation how often reductions have begun afresh before
     * @param replica as {@link Replica#toBytes}
     */
    @SuppressWarnings("ArrayRecordComponent") // sent, never compared
    record Start(long number, int step, int generation, byte[] replica) implements Order {}

    /**
     * Continues with the driver's answer to the messages of all partitions.
     *
     * @param forAll as {@link org.tersegrad.reducers.model.RoundAnswers#forAll}
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Answer(long number, byte[] forAll) implements Order {}

    /**
     * Asks for the state of training. Changes nothing.
     *
     * @param replicaOf the partition that sends its replica; all send its checksum
     * @param states whether all send the states of their reductions
     */
    record Report(long number, int replicaOf, boolean states) implements Order {}

    /**
     * One partition's part of an order.
     *
     * @param replaced in a {@link Start}: whether it takes the replica over
     * @param bytes in a {@link Start}: the state of its reductions, empty for zero residuals; in an {@link Answer}: what only it
     *     gets
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Own(boolean replaced, byte[] bytes) implements Serializable {
        static final Own NOTHING = new Own(false, new byte[0]);
    }
}
