package org.tersegrad.reducers;

import java.util.Optional;
import java.util.function.UnaryOperator;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.floats.Half;

/**
 * Makes a reducer of any compressor whose traffic does not grow with the group: a compressed reduce-scatter and a compressed
 * all-gather.
 *
 * <pre>
 *   1  every worker w sends C(x_w[p]) of each part p to worker p
 *   2  worker p sends C'(s_p) to all,   s_p = (1/n) C(x_0[p]) + (1/n) C(x_1[p]) + ...
 *      mean[p] = C'(s_p)
 *
 *   a worker sends 2 b d (n − 1) / n bits at b bits an element, where a {@link Gather} sends b d (n − 1)
 * </pre>
 *
 * <p>Worker p owns the elements from {@link Collective#partStart}(p) to partStart(p + 1), any number of them. If C and C' are
 * unbiased, so is the mean: its error is that of the gathered mean, and that of C' on top, which no number of workers makes
 * smaller.
 *
 * <p><b>Residuals</b> are those of the compressors. With {@code sign+ef} each worker keeps what it did not send of its gradients,
 * and each owner what it did not send of its part's mean:
 *
 * <pre>
 *   everything taken + owners' residuals + mean of workers' residuals = mean of everything produced
 * </pre>
 *
 * <p>One worker alone gets what C makes of its gradient. Parts are vectors: what compresses matrices, as {@code lowrank} does,
 * sends them as they are. A worker's randomness is that of {@code seed.ofWorker(rank, n)}.
 *
 * @param up C, from the workers to an owner
 * @param down C', from an owner to the workers
 */
public record TwoShot(Compressor up, Compressor down) implements Reducer {
    /** The same compressor in both shots. */
    public static TwoShot of(Compressor both) {
        return new TwoShot(both, both);
    }

    @Override
    public Reduction reduction(Shape shape, Seed seed, Collective group) {
        int[] starts = new int[group.size() + 1];
        for (int p = 0; p < starts.length; p++) {
            starts[p] = group.partStart(shape.size(), p);
        }
        return new TwoShotReduction(this, up, down, shape, starts, seed, group);
    }

    @Override
    public Optional<Reducer> withCompressors(UnaryOperator<Compressor> change) {
        return Optional.of(new TwoShot(change.apply(up), change.apply(down)));
    }

    @Override
    public Traits traits(Shape shape) {
        Traits traits = up.traits(shape)
                .and(down.traits(shape))
                .withGuarantee(Guarantee.NONE)
                .withKeepsMomentum(up.traits(shape).keepsMomentum())
                .withSendsIncrements(false)
                .withErrorFeedbackRefusal("its residuals are those of its compressors, as in sign+ef+twoshot");
        return isForMatrices(up) || isForMatrices(down)
                ? traits.andCaution(Optional.of(
                        "parts are vectors, which this compressor sends as they are; powersgd sums up matrices"))
                : traits;
    }

    private static boolean isForMatrices(Compressor compressor) {
        return compressor.traits(Shape.vector(1 << 12)).guarantee().equals(Guarantee.EXACT)
                && !compressor.traits(new Shape(1 << 6, 1 << 6)).guarantee().equals(Guarantee.EXACT);
    }

    @Override
    public String toString() {
        if (up.equals(down)) {
            return up + (up instanceof Half ? "" : "+twoshot"); // these names alone mean two shots
        }
        return "twoshot(up=" + up + ",down=" + down + ")";
    }
}
