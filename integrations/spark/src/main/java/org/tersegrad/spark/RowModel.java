package org.tersegrad.spark;

import java.io.Serializable;
import java.util.List;
import org.tersegrad.compressors.Seed;
import org.tersegrad.reducers.model.NamedTensor;

/**
 * A model that is trained on rows of an RDD. It travels to the executors with every job, so it holds no data; scratch memory is
 * in transient fields, since every partition has a copy of its own and calls it from one thread at a time.
 *
 * <p>The same parameters and rows must give the same bits everywhere, or a lost worker cannot be replaced.
 *
 * @param <R> a row
 */
public interface RowModel<R> extends Serializable {
    /** The tensors of the model, as a policy sees them. They follow each other in the array of parameters. */
    List<NamedTensor> tensors();

    /**
     * Sets the parameters at which training starts.
     *
     * @param parameters modified: all of it
     */
    void initialize(Seed seed, float[] parameters);

    /**
     * The mean loss of some rows, and its gradient.
     *
     * @param parameters not modified
     * @param rows not modified: at least one
     * @param gradient modified: overwritten with the gradient, as long as {@code parameters}; zeros before
     * @return the mean loss
     */
    double gradient(float[] parameters, List<R> rows, float[] gradient);
}
