/**
 * Gradients that real trainings produced, in files of the format safetensors: {@link org.tersegrad.convergence.corpus.Corpus} reads a
 * folder of them, or a single file.
 */
package org.tersegrad.convergence.corpus;
