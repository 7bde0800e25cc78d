package org.tersegrad.convergence.time.published;

import org.tersegrad.convergence.time.Network;
import org.tersegrad.convergence.time.collectives.Algorithm;

/**
 * An exchange whose time was fitted: a straight line in its bytes.
 *
 * @param start seconds however short it is
 * @param perByte seconds a byte
 */
record FittedExchange(double start, double perByte) implements Algorithm {
    @Override
    public double seconds(double bytes, Network network) {
        return start + bytes * perByte;
    }

    @Override
    public double sent(double bytes, Network network) {
        return bytes;
    }
}
