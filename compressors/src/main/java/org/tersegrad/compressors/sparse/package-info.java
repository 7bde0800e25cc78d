/** Schemes that send some elements, by their indices or by a seed, with the formats of their bodies. */
package org.tersegrad.compressors.sparse;
