package org.tersegrad.codecs.internal.sums;

import org.tersegrad.codecs.internal.Kernel;

/**
 * Adds parts of one or several packed messages to a tensor. An element of the tensor is loaded and stored once for all messages,
 * which are added in their order, so the bits are those of adding one message after the other.
 */
public interface SumKernels {
    Kernel<SumKernels> ADD_LEVELS = Kernel.of(
            new ScalarSums(),
            (k, b) -> k.addLevels(
                    b.messages,
                    b.starts,
                    b.round % 2 == 0 ? b.factors : b.scales,
                    2,
                    b.round % 2 * 2,
                    2 << b.round % 3,
                    2 << b.round % 3,
                    1,
                    0.1f,
                    b.results,
                    0));
    Kernel<SumKernels> ADD_TRITS =
            Kernel.of(new ScalarSums(), (k, b) -> k.addTrits(b.messages, b.starts, b.factors, 2, b.results, 0));
    Kernel<SumKernels> ADD_SIGNS =
            Kernel.of(new ScalarSums(), (k, b) -> k.addSigns(b.messages, b.starts, b.factors, 2, b.results, 0));

    /**
     * Adds levels of each message: {@code target[i] += weight * (steps[m + row * stride] * (field - offset))} for m = 0, 1, ...
     *
     * @param in not modified: the bytes of message m are {@code in[m]}
     * @param at not modified: where the levels of message m begin
     * @param steps not modified
     * @param messages how many there are
     * @param stride the distance between the steps of two rows; 0 if rows have the same
     * @param rows of 64 bytes, {@code 512 / width} levels each; a group of 512 has {@code width} of them
     * @param width 2, 4 or 8
     * @param target modified in {@code [to, to + rows * 512 / width)}
     */
    void addLevels(
            byte[][] in,
            int[] at,
            float[] steps,
            int messages,
            int stride,
            int rows,
            int width,
            int offset,
            float weight,
            float[] target,
            int to);

    /**
     * Adds a group of 320 trits of each message: {@code target[i] += values[m] * trit}.
     *
     * @param in not modified: all bytes are below 243
     * @param at not modified: where the group of message m begins, 64 bytes
     * @param values not modified; finite
     * @param target modified in {@code [to, to + 320)}
     */
    void addTrits(byte[][] in, int[] at, float[] values, int messages, float[] target, int to);

    /**
     * Adds a group of 512 signs of each message: {@code target[i] += values[m]}, or less if the sign is set.
     *
     * @param in not modified
     * @param at not modified: where the group of message m begins, 64 bytes
     * @param values not modified; any floats
     * @param target modified in {@code [to, to + 512)}
     */
    void addSigns(byte[][] in, int[] at, float[] values, int messages, float[] target, int to);
}
