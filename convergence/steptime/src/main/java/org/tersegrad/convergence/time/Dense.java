package org.tersegrad.convergence.time;

import java.util.List;

/**
 * An all-reduce of floats as they are: what training does without compression. In 16 bits it is what data centres do without
 * any compressor, so both have to be beaten.
 *
 * @param bytes of one float, 2 or 4
 */
public record Dense(int bytes) implements Costs {
    public Dense {
        if (bytes != Short.BYTES && bytes != Float.BYTES) {
            throw new IllegalArgumentException("a float has 2 or 4 bytes, not " + bytes);
        }
    }

    @Override
    public Cost of(ProfileTensor tensor) {
        Call sum = new Call(Call.Kind.ALL_REDUCE, (double) bytes * tensor.elements());
        return new Cost(tensor.elements(), List.of(sum), 0, 0);
    }

    @Override
    public String toString() {
        return bytes == Float.BYTES ? "dense" : "dense in 16 bits";
    }
}
