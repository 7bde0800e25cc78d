package org.tersegrad.codecs;

/**
 * {@code n} zeros and a one: the optimal code when each integer is half as likely as the one before.
 *
 * <pre>
 *   value   bits in stream order        length = n + 1
 *   0       1
 *   1       01
 *   5       000001
 * </pre>
 */
public record Unary() implements IntegerCode {
    @Override
    public int smallest() {
        return 0;
    }

    @Override
    public long bits(int value) {
        require(value);
        return 1L + value;
    }

    @Override
    public void write(int value, BitWriter out) {
        require(value);
        out.writeUnary(value);
    }

    @Override
    public int read(BitReader in) {
        return in.readUnary(Integer.MAX_VALUE);
    }
}
