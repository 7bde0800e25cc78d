package org.tersegrad.convergence.model;

/**
 * One worker's view of a {@link Problem}, with all the memory that it needs: {@link #gradient} allocates nothing. Not thread-safe;
 * any number of learners of one problem may work at the same time.
 */
public interface Learner {
    /**
     * The mean loss of some training examples, and its gradient.
     *
     * @param parameters not modified: all parameters of the model
     * @param examples not modified: numbers of training examples, from {@code from} to {@code from + count}
     * @param count 1 to the largest batch
     * @param gradient modified: overwritten with the gradient, as long as {@code parameters}
     * @return the mean loss
     */
    double gradient(float[] parameters, int[] examples, int from, int count, float[] gradient);

    /**
     * Evaluates the model on the test examples.
     *
     * @param parameters not modified
     */
    Score test(float[] parameters);
}
