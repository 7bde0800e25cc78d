package org.tersegrad.codecs.internal.signs;

import java.util.function.IntFunction;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.Warmup;

/** The scalar kernels until the vector kernels are compiled, each by its own {@link Warmup}. */
public final class WarmingVotes implements VoteKernels {
    private final VoteKernels scalar;
    private final VoteKernels vector;
    private final Warmup votes;
    private final Warmup carries;

    /** @param warmup makes a {@link Warmup} for a loop, given how many elements a turn of it takes at most */
    public WarmingVotes(VoteKernels scalar, VoteKernels vector, IntFunction<Warmup> warmup) {
        this.scalar = scalar;
        this.vector = vector;
        votes = warmup.apply(Kernels.ROW_BYTES);
        carries = warmup.apply(Kernels.ROW_BYTES);
    }

    @Override
    public void addEightVotes(
            byte[] rows,
            int at,
            int stride,
            byte[] planes,
            int length,
            int one,
            int two,
            int four,
            int sums,
            int carry) {
        if (votes.isOver()) {
            vector.addEightVotes(rows, at, stride, planes, length, one, two, four, sums, carry);
            return;
        }
        int piece = Math.min(length, 4 * Warmup.PIECE);
        for (int i = votes.due(length, piece); i > 0; i--) {
            byte[] own = new byte[4 * piece];
            vector.addEightVotes(rows, at, stride, own, piece, 0, piece, 2 * piece, 0, 3 * piece);
        }
        scalar.addEightVotes(rows, at, stride, planes, length, one, two, four, sums, carry);
    }

    @Override
    public void addTwoCarries(byte[] planes, int length, int plane, int first, int second, int sum, int carry) {
        if (carries.isOver()) {
            vector.addTwoCarries(planes, length, plane, first, second, sum, carry);
            return;
        }
        int piece = Math.min(length, 4 * Warmup.PIECE);
        for (int i = carries.due(length, piece); i > 0; i--) {
            vector.addTwoCarries(new byte[4 * piece], piece, 0, piece, 2 * piece, 0, 3 * piece);
        }
        scalar.addTwoCarries(planes, length, plane, first, second, sum, carry);
    }
}
