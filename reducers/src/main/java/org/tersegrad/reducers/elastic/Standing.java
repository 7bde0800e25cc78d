package org.tersegrad.reducers.elastic;

import java.net.InetSocketAddress;

/**
 * A member's part in the next group.
 *
 * @param address at which the others reach it
 * @param position of its model
 * @param workers in the group of its last step; 0 before the first
 * @param residual the Euclidean norm of what it has not sent
 */
public record Standing(InetSocketAddress address, Position position, int workers, double residual) {
    public Standing {
        View.requireWord(address.getHostString());
        if (address.getPort() == 0) {
            throw new IllegalArgumentException("others cannot reach port 0");
        }
        if (workers < 0 || !(residual >= 0 && residual < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(workers + " workers, a residual of norm " + residual);
        }
    }

    @Override
    public String toString() {
        return address + " after " + position + ", residual " + (float) residual;
    }
}
