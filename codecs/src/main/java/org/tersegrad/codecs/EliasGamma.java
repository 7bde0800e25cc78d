package org.tersegrad.codecs;

/**
 * Elias gamma: the length in unary, then the value without its leading one. Good for small positive integers whose
 * range is unknown.
 *
 * <pre>
 *   n = floor(log2 value):   n zeros, a one, the n bits below the leading one     length = 2n + 1
 *   value   bits in stream order
 *   1       1
 *   2       01 0
 *   3       01 1
 *   4       001 00
 * </pre>
 *
 * <p>P. Elias, Universal codeword sets and representations of the integers, IEEE Trans. Inf. Theory 21(2), 1975.
 */
public record EliasGamma() implements IntegerCode {
    @Override
    public int smallest() {
        return 1;
    }

    @Override
    public long bits(int value) {
        require(value);
        return 2L * floorLog2(value) + 1;
    }

    @Override
    public void write(int value, BitWriter out) {
        require(value);
        int n = floorLog2(value);
        // One field: n zeros, the one, then the low bits above it.
        out.write(1L << n | (long) (value - (1 << n)) << (n + 1), 2 * n + 1);
    }

    @Override
    public int read(BitReader in) {
        int n = in.readUnary(30);
        return 1 << n | (int) in.read(n);
    }

    static int floorLog2(int value) {
        return 31 - Integer.numberOfLeadingZeros(value);
    }
}
