package org.tersegrad.convergence.model;

import java.util.List;
import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.model.layers.ModelTensor;
import org.tersegrad.reducers.model.NamedTensor;

/**
 * Something to train: a model, examples to learn from and examples to be tested on. Immutable and shareable; what is
 * scratched on lives in the {@link Learner}s that it makes.
 *
 * <p>The same parameters and examples give the same bits on any machine, with SIMD on or off.
 */
public interface Problem {
    /** As in {@code mlp(128) on digits}. */
    String name();

    /**
     * Changes with the content of the examples, where the {@link #name} does not tell them apart: the {@link
     * org.tersegrad.convergence.data.DataSet#contentHash} of what is learned from. Training that was stopped goes on only if it is
     * the same.
     */
    String contentHash();

    /** The tensors of the model, one after the other, without gaps. */
    List<ModelTensor> tensors();

    /** Number of training examples. */
    int examples();

    /** Number of classes of the examples; 1 where there are none. */
    default int classes() {
        return 1;
    }

    /** The class of an example to learn from, 0 where there is none: for sharing out examples unevenly. */
    default int label(int example) {
        return 0;
    }

    /**
     * The number under which a {@link Learner} takes an example in an epoch. Where training uses variants of the examples, such as crops
     * of images, it is that of a variant drawn from the seed; else the example's own.
     *
     * @param seed of the epoch
     */
    default int draw(int example, Seed seed) {
        return example;
    }

    /**
     * Sets the parameters at which training starts.
     *
     * @param parameters modified: all of it
     */
    void initialize(Seed seed, float[] parameters);

    /**
     * One worker's view. All allocation happens here.
     *
     * @param batch the most examples of one gradient
     */
    Learner learner(int batch);

    /** The way it is usually trained. */
    default Usual usual() {
        return Usual.SMALL;
    }

    /** The tensors as a policy sees them. */
    default List<NamedTensor> namedTensors() {
        return tensors().stream()
                .map(tensor -> new NamedTensor(tensor.name(), tensor.shape()))
                .toList();
    }

    /** Number of parameters. */
    default int parameters() {
        return tensors().stream().mapToInt(tensor -> tensor.shape().size()).sum();
    }
}
