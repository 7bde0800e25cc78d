package org.tersegrad.spark;

import java.util.List;

/**
 * Where training stands when a step begins: what the driver keeps.
 *
 * @param replica as {@link Replica#toBytes}
 * @param states of all partitions' reductions; or none, then residuals begin with zero
 * @param loss of the rows of the last step that was begun
 * @param traffic so far
 */
@SuppressWarnings("ArrayRecordComponent") // kept and sent, compared by nobody
record Snapshot(int step, byte[] replica, List<byte[]> states, double loss, Traffic traffic) {
    /** One partition's part of an order to begin here. */
    Order.Own own(int partition) {
        return new Order.Own(true, states.isEmpty() ? new byte[0] : states.get(partition));
    }
}
