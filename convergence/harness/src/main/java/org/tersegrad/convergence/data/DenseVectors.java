package org.tersegrad.convergence.data;

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
    }

    /** Length of a vector. */
    int length();

    /** Number of classes, each with an output of a network; 1 if examples have numbers instead. */
    int classes();

    /** Examples to learn from. */
    Part training();

    /** Examples to be tested on. */
    Part test();
}
