/** Averages and updates of low rank, with the products of {@link org.tersegrad.compressors.transforms.ThinFactors}. */
package org.tersegrad.contrib.lowrank;
