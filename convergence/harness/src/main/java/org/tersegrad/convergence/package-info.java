/**
 * The training harness: does training still work with compressed gradients, and what does it cost in bits?
 *
 * <p>Start at {@link org.tersegrad.convergence.training.comparison.Comparison}. The packages follow it: {@code data} is learned from,
 * {@code model} has the gradients, {@code training} trains and counts, {@code report} shows it. Modules beside this one ask how long a
 * step takes ({@code time}), judge what was published ({@code claims}) and are the command line ({@code cli}).
 *
 * <p>A model is added in {@link org.tersegrad.convergence.model.Models}, a data set in {@link
 * org.tersegrad.convergence.data.DataSets}: its file, and a line there.
 */
package org.tersegrad.convergence;
