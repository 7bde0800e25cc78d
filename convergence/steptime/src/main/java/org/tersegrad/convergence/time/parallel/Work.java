package org.tersegrad.convergence.time.parallel;

/**
 * Some computations of one device.
 *
 * @param operations of matrix products; an addition and a multiplication are two
 * @param bytes to and from memory, in products and everything else
 */
public record Work(double operations, double bytes) {
    /** Bytes of a number in 16 bits. */
    static final int HALF = 2;

    static final Work NONE = new Work(0, 0);

    /** A product of matrices of rows x inner and inner x columns, each number moved once. */
    static Work product(double rows, double inner, double columns) {
        return new Work(2 * rows * inner * columns, HALF * (rows * inner + inner * columns + rows * columns));
    }

    static Work traffic(double bytes) {
        return new Work(0, bytes);
    }

    Work plus(Work other) {
        return new Work(operations + other.operations, bytes + other.bytes);
    }

    Work times(double factor) {
        return new Work(operations * factor, bytes * factor);
    }
}
