package org.tersegrad.convergence.time;

/** The costs of a recipe for each tensor of a model, and for several of them together. */
public interface Costs {
    /** The cost of one tensor by itself. */
    Cost of(ProfileTensor tensor);

    /** The cost of two groups of tensors that are exchanged together. */
    default Cost merged(Cost one, Cost other) {
        return one.with(other);
    }
}
