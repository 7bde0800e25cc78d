package org.tersegrad.reducers;

import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.SavedState;
import org.tersegrad.compressors.Slice;
import org.tersegrad.compressors.Stateful;

/**
 * Averages the gradients of one tensor over a group, step after step. All workers of the group call it together. A
 * reduction extends {@link SavedState} for the part about states and residuals, which are those of this worker.
 *
 * <p>A step is a chain of {@link Exchange}s. {@link #reduce} runs the chain of one tensor; who wants to exchange many tensors
 * together calls {@link #begin} for each and runs their chains side by side.
 *
 * <p>A call that throws has changed nothing: neither gradient nor residual, nor any other state. There are two kinds.
 *
 * <ul>   <li>{@link IllegalArgumentException}: this worker's gradient has another length, NaN or infinity. It is thrown before
 * anything is sent; the group is as it was, and the others wait for this worker's next call. No finite gradient is       rejected:
 * an element so large that a sum over the group could overflow counts as the largest that cannot.   <li>{@link
 * org.tersegrad.codecs.MalformedInputException}: a message of another worker does not have the expected length or       a finite
 * content. It names the rank of the sender, and ends the group, as every failure inside a {@link Collective}.
 * </ul>
 */
public interface Reduction extends Stateful {
    /**
     * Begins to average a gradient.
     *
     * @param gradient not modified by this call; the last exchange of the chain puts the mean of all in its place, with the
     *     same bits on every worker
     * @return the first exchange
     * @throws IllegalArgumentException if the length is not that of the shape, or an element is not finite
     */
    Exchange begin(FloatSlice gradient);

    /**
     * Begins to average a gradient together with the residual. The last exchange of the chain keeps as the residual what the
     * mean lacks.
     *
     * <pre>
     *   sum = residual + gradient;   gradient = mean of what was sent of all sums
     *   residual = sum − what was sent of it, so that   n * mean + sum of all residuals = sum of all sums
     * </pre>
     *
     * @param gradient as in {@link #begin(FloatSlice)}
     * @param residual modified by the chain; as long as the gradient
     * @return the first exchange
     * @throws IllegalArgumentException as {@link #begin(FloatSlice)}; or if the {@link Reducer#traits traits} give a reason against a residual
     */
    Exchange begin(FloatSlice gradient, Residual residual);

    /**
     * Begins to average a gradient of 16-bit floats, or one in a buffer. By default it is exchanged as an array of 32-bit floats,
     * {@link Slice#floats}; in any case residuals are those of 32 bits, and the mean is rounded once, at the end.
     *
     * @param gradient as in {@link #begin(FloatSlice)}
     * @return the first exchange
     * @throws IllegalArgumentException as {@link #begin(FloatSlice)}, or if the gradient is read-only
     */
    default Exchange begin(Slice gradient) {
        gradient.requireWritable();
        FloatSlice floats = gradient.floats();
        Exchange chain = begin(floats);
        return gradient instanceof FloatSlice ? chain : chain.followedBy(() -> gradient.set(floats));
    }

    /**
     * Begins to average a gradient of 16-bit floats, or one in a buffer, together with the residual.
     *
     * @param gradient as in {@link #begin(Slice)}
     * @param residual as in {@link #begin(FloatSlice, Residual)}
     * @return the first exchange
     * @throws IllegalArgumentException as {@link #begin(FloatSlice, Residual)}, or if the gradient is read-only
     */
    default Exchange begin(Slice gradient, Residual residual) {
        gradient.requireWritable();
        FloatSlice floats = gradient.floats();
        Exchange chain = begin(floats, residual);
        return gradient instanceof FloatSlice ? chain : chain.followedBy(() -> gradient.set(floats));
    }

    /**
     * Gives up the step that was begun last, of which an exchange has failed: the state, the residual included, is what it was
     * before.
     */
    default void cancel() {}

    /**
     * Averages a gradient.
     *
     * @param gradient modified: this worker's before, the mean of all afterwards, with the same bits on every worker
     * @return how many bits this worker sent for it
     * @throws IllegalArgumentException if the length is not that of the shape, or an element is not finite
     */
    default long reduce(FloatSlice gradient) {
        return run(begin(gradient));
    }

    /**
     * Averages a gradient of 16-bit floats, or one in a buffer, as {@link #begin(Slice)} says.
     *
     * @param gradient modified: this worker's before, the mean of all afterwards
     * @return how many bits this worker sent for it
     * @throws IllegalArgumentException as {@link #reduce(FloatSlice)}, or if the gradient is read-only
     */
    default long reduce(Slice gradient) {
        return run(begin(gradient));
    }

    /**
     * Averages a gradient of 16-bit floats, or one in a buffer, together with the residual.
     *
     * @param gradient modified: this worker's before, the mean of all afterwards
     * @param residual modified, unless the gradient is rejected; as long as the gradient
     * @return how many bits this worker sent for it
     * @throws IllegalArgumentException as {@link #begin(FloatSlice, Residual)}, or if the gradient is read-only
     */
    default long reduce(Slice gradient, Residual residual) {
        return run(begin(gradient, residual));
    }

    /**
     * Averages a gradient together with the residual.
     *
     * @param gradient modified: this worker's before, the mean of all afterwards, with the same bits on every worker
     * @param residual modified, unless the gradient is rejected; as long as the gradient
     * @return how many bits this worker sent for it
     * @throws IllegalArgumentException as {@link #begin(FloatSlice, Residual)}
     */
    default long reduce(FloatSlice gradient, Residual residual) {
        return run(begin(gradient, residual));
    }

    /**
     * Runs a chain that this reduction began.
     *
     * @return how many bits this worker sent
     */
    default long run(Exchange first) {
        long bits = 0;
        try {
            for (Exchange exchange = first; exchange != Exchange.DONE; exchange = exchange.next()) {
                bits += exchange.run();
            }
        } catch (RuntimeException | Error e) {
            cancel();
            throw e;
        }
        return bits;
    }
}
