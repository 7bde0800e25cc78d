package org.tersegrad.spark;

import java.util.List;

/**
 * The state of training at the beginning of a step, as kept by the driver.
 *
 * @param replica as {@link Replica#toBytes}
 * @param states of all partitions' reductions; or none, then residuals begin with zero
 * @param loss of the rows of the last step that was begun
 * @param traffic so far
 */
@SuppressWarnings("ArrayRecordComponent") // kept and sent, never compared
record Snapshot(int step, byte[] replica, List<byte[]> states, double loss, Traffic traffic) {
    /** One partition's part of an order to begin here. */
    Order.Own own(int partition) {
        return new Order.Own(true, states.isEmpty() ? new byte[0] : states.get(partition));
    }
}
