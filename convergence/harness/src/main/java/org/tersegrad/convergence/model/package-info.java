/**
 * Models: a {@link org.tersegrad.convergence.model.Problem} is a model of data, with its tensors and their gradients, and {@link
 * org.tersegrad.convergence.model.Models} makes one from text such as {@code mlp(256)}.
 *
 * <p>They are small and written out in plain Java, because what matters here is that the same seed gives the same bits on
 * every machine: sums have a fixed order, and {@code exp} is our own.
 */
package org.tersegrad.convergence.model;
