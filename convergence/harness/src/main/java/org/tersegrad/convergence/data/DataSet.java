package org.tersegrad.convergence.data;

/** Examples to learn from and examples to be tested on. Which kinds there are, models know. Immutable. */
public interface DataSet {
    /** As in {@code digits}. */
    String name();

    /** The SHA-256 of all examples and labels: two sets under one name differ in it. Takes about a second for each gigabyte. */
    String contentHash();

    /** How many examples of what it has, in a line, to be shown once it is read; empty if that is left unsaid. */
    default String description() {
        return "";
    }
}
