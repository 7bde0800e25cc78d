package org.tersegrad.convergence.time;

/** The costs of a recipe for each tensor of a model; {@link Cost#with} is the rule for several of them together. */
@FunctionalInterface
public interface Costs {
    /** The cost of one tensor by itself. */
    Cost of(ProfileTensor tensor);
}
