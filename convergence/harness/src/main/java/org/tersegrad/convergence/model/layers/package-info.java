/** Building blocks of models: the tensors of their parameters, layers, a loss, and the products that they share. */
package org.tersegrad.convergence.model.layers;
