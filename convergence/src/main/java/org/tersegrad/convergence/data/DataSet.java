package org.tersegrad.convergence.data;

/** Examples to learn from and examples to be tested on. Which kinds there are, models know. Immutable. */
public interface DataSet {
    /** As in {@code digits}. */
    String name();
}
