package org.tersegrad.codecs;

/**
 * Elias omega: each group says how long the next one is, a zero ends the chain. The code of the QSGD paper.
 *
 * <pre>
 *   groups of value, floor(log2 value), floor(log2 floor(log2 value)), ... down to 2 or 3, smallest first;
 *   in each group the leading one first, then the bits below it, lowest first; then a zero
 *   value    1   2,3   4..7   8..15   16..31
 *   length   1   3     6      7       11
 * </pre>
 *
 * <p>P. Elias, Universal codeword sets and representations of the integers, IEEE Trans. Inf. Theory 21(2), 1975.
 */
public record EliasOmega() implements IntegerCode {
    @Override
    public int smallest() {
        return 1;
    }

    @Override
    public long bits(int value) {
        require(value);
        long bits = 1;
        for (int group = value; group > 1; group = EliasGamma.floorLog2(group)) {
            bits += EliasGamma.floorLog2(group) + 1;
        }
        return bits;
    }

    @Override
    public void write(int value, BitWriter out) {
        out.reserve(bits(value));
        writeGroups(value, out);
        out.write(0, 1);
    }

    /** The groups nest at most four deep for an int: 2^31 − 1, 30, 4, 2. */
    private static void writeGroups(int value, BitWriter out) {
        if (value > 1) {
            int n = EliasGamma.floorLog2(value);
            writeGroups(n, out);
            out.write(1 | (long) (value - (1 << n)) << 1, n + 1);
        }
    }

    @Override
    public int read(BitReader in) {
        int value = 1;
        while (in.read(1) == 1) {
            if (value > 30) {
                throw in.malformed("an Elias omega group of " + value + " + 1 bits, the most are 31");
            }
            value = 1 << value | (int) in.read(value);
        }
        return value;
    }
}
