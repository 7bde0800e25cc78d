package org.tersegrad.codecs;

/**
 * Elias delta: the length in gamma instead of unary. Shorter than gamma from 32 on.
 *
 * <pre>
 *   n = floor(log2 value):   gamma(n + 1), the n bits below the leading one
 *   length = n + 2 floor(log2(n + 1)) + 1
 * </pre>
 *
 * <p>P. Elias, Universal codeword sets and representations of the integers, IEEE Trans. Inf. Theory 21(2), 1975.
 */
public record EliasDelta() implements IntegerCode {
    private static final EliasGamma GAMMA = new EliasGamma();

    @Override
    public int smallest() {
        return 1;
    }

    @Override
    public long bits(int value) {
        require(value);
        int n = EliasGamma.floorLog2(value);
        return GAMMA.bits(n + 1) + n;
    }

    @Override
    public void write(int value, BitWriter out) {
        out.reserve(bits(value));
        int n = EliasGamma.floorLog2(value);
        GAMMA.write(n + 1, out);
        out.write(value - (1 << n), n);
    }

    @Override
    public int read(BitReader in) {
        int n = GAMMA.read(in) - 1;
        if (n > 30) {
            throw in.malformed("an Elias delta number of " + (n + 1) + " bits, the most are 31");
        }
        return 1 << n | (int) in.read(n);
    }
}
