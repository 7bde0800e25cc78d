package org.tersegrad.convergence.model.layers;

/**
 * One step from the input of a network to its output, with the memory that it needs.
 *
 * <p>Examples are side by side: feature i of example e is at {@code i * count + e}. So a layer's weights, as they stand, times its
 * input is its output, and vectors of the machine run over examples.
 */
public interface Layer {
    /** Number of features of an example after this layer. */
    int outputs();

    /** Number of tensors of the model that are its own: they follow those of the layer before it. */
    default int tensors() {
        return 0;
    }

    /**
     * The forward pass: from input to output.
     *
     * @param parameters not modified: of the whole model
     * @param input not modified: {@code count} examples
     * @param output modified: overwritten
     */
    void forward(float[] parameters, float[] input, int count, float[] output);

    /**
     * The backward pass: from the gradient of the output to those of the parameters and of the input, after {@link #forward}.
     *
     * @param input not modified: what {@code forward} was given
     * @param output not modified: what it made
     * @param outputGradient not modified
     * @param inputGradient modified: overwritten; nothing is done for it if its length is 0
     * @param gradient modified: this layer's part takes what belongs to it, which was 0 before
     */
    void backward(
            float[] parameters,
            float[] input,
            float[] output,
            int count,
            float[] outputGradient,
            float[] inputGradient,
            float[] gradient);
}
