package org.tersegrad.convergence.data;

import org.tersegrad.compressors.Seed;

/** Vectors of equal length with a class or a number each: the data of dense networks. */
public sealed interface DenseVectors extends DataSet permits LabelledVectors, NumericVectors {
    /** Some of the examples. */
    sealed interface Part permits LabelledVectors.Part, NumericVectors.Part {
        /** Vector by vector; not copied. */
        float[] values();

        /** Number of examples. */
        int size();

        /** The class of an example, from 0; 0 if examples have numbers instead. */
        int label(int example);

        /**
         * Copies a vector.
         *
         * @param target modified: element i of {@code length} is at {@code at + i * step}
         */
        default void copy(int example, int length, float[] target, int at, int step) {
            float[] values = values();
            for (int i = 0; i < length; i++) {
                target[at + i * step] = values[example * length + i];
            }
        }
    }

    /** Length of a vector. */
    int length();

    /** Number of classes, each with an output of a network; 1 if examples have numbers instead. */
    int classes();

    /** Examples to learn from. */
    Part training();

    /** Examples to be tested on. */
    Part test();

    /**
     * The number under which {@link #load} takes a training example in an epoch: its own, or that of a variant drawn from a seed.
     * Modulo the number of examples it is the example's own.
     *
     * @param seed of the epoch
     */
    default int draw(int example, Seed seed) {
        return example;
    }

    /**
     * Copies a training vector.
     *
     * @param number of an example, or from {@link #draw}
     * @param target modified: element i is at {@code at + i * step}
     */
    default void load(int number, float[] target, int at, int step) {
        training().copy(number, length(), target, at, step);
    }
}
