package org.tersegrad.convergence.data;

/** Vectors of equal length with a class or a number each: the data of dense networks. */
public sealed interface DenseVectors extends DataSet permits LabelledVectors, NumericVectors {
    /** Some of the examples. */
    sealed interface Part permits LabelledVectors.Part, NumericVectors.Part {
        /** Vector by vector; not copied. */
        float[] values();

        /** How many examples. */
        int size();

        /** The class of an example, from 0; 0 if examples have numbers instead. */
        int label(int example);
    }

    /** How long a vector is. */
    int length();

    /** How many classes there are, each with an output of a network; 1 if examples have numbers instead. */
    int classes();

    /** Examples to learn from. */
    Part training();

    /** Examples to be tested on. */
    Part test();
}
