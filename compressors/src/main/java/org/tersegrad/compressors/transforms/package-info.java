/** Schemes that send coordinates in another basis: rotations, cosine transforms, factors of a matrix; with the formats of their bodies. */
package org.tersegrad.compressors.transforms;
