package org.tersegrad.convergence.model;

/**
 * The quality of a model on examples that it has not learned from.
 *
 * @param loss the mean over examples
 * @param accuracy the fraction that is right, 0 to 1; NaN for a problem in which nothing is right or wrong
 */
public record Score(double loss, double accuracy) {}
