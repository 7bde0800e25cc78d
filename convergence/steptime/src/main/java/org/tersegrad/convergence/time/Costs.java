package org.tersegrad.convergence.time;

/** What a recipe costs for each tensor of a model, and for some of them together. */
public interface Costs {
    /** The cost of one tensor by itself. */
    Cost of(ProfileTensor tensor);

    /** The cost of two groups of tensors that are exchanged together. */
    default Cost merged(Cost one, Cost other) {
        return one.with(other);
    }
}
