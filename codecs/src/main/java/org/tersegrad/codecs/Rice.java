package org.tersegrad.codecs;

/**
 * Golomb–Rice: the quotient by 2<sup>parameter</sup> in unary, the remainder in binary. The code of choice for the gaps
 * between randomly placed indices, which are geometrically distributed.
 *
 * <pre>
 *   value >>> parameter in unary (zeros, then a one), then the low parameter bits
 *   length = (value >>> parameter) + 1 + parameter
 * </pre>
 *
 * <p>S. Golomb, Run-length encodings, 1966; R. Rice, Some practical universal noiseless coding techniques, 1979.
 *
 * @param parameter 0 to 30; 0 is {@link Unary}
 */
public record Rice(int parameter) implements IntegerCode {
    static final int MAX_PARAMETER = 30;

    public Rice {
        if (parameter < 0 || parameter > MAX_PARAMETER) {
            throw new IllegalArgumentException("the Rice parameter is 0 to 30, this is " + parameter);
        }
    }

    /**
     * The code with the shortest expected length for the gaps between indices that are each present with probability
     * {@code density}.
     *
     * <p>A gap of g or more has probability (1−density)<sup>g</sup>, so the mean length with parameter r is
     * {@code r + 1 / (1 − (1−density)^(2^r))}; the best r is found by walking up while that falls.
     *
     * @param density above 0, at most 1
     */
    public static Rice forDensity(double density) {
        return new Rice(parameterForDensity(density));
    }

    /** The same without an object, for those who must not allocate. */
    static int parameterForDensity(double density) {
        if (!(density > 0 && density <= 1)) {
            throw new IllegalArgumentException("a density is above 0 and at most 1, this is " + density);
        }
        int best = 0;
        double hit =
                density; // probability that a gap is shorter than 2^r; squaring the miss keeps tiny densities exact
        double length = 1 / hit;
        for (int r = 1; r <= MAX_PARAMETER; r++) {
            hit *= 2 - hit;
            double next = r + 1 / hit;
            if (!(next < length)) {
                break;
            }
            best = r;
            length = next;
        }
        return best;
    }

    @Override
    public int smallest() {
        return 0;
    }

    @Override
    public long bits(int value) {
        require(value);
        return (value >>> parameter) + 1L + parameter;
    }

    @Override
    public void write(int value, BitWriter out) {
        out.reserve(bits(value));
        out.writeUnary(value >>> parameter);
        out.write(value & ((1 << parameter) - 1), parameter);
    }

    @Override
    public int read(BitReader in) {
        int high = in.readUnary(Integer.MAX_VALUE >>> parameter);
        return high << parameter | (int) in.read(parameter);
    }
}
