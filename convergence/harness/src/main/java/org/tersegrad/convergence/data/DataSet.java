package org.tersegrad.convergence.data;

/** Examples to learn from and examples to be tested on. Which kinds there are, models know. Immutable. */
public interface DataSet {
    /** As in {@code digits}. */
    String name();

    /** The SHA-256 of all examples and labels: two sets under one name differ in it. Takes about a second for each gigabyte. */
    String contentHash();

    /** Numbers and kinds of examples in one line, shown after reading; may be empty. */
    default String description() {
        return "";
    }
}
