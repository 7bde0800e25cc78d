/** Sums, merges and sketches that know no reducer. */
package org.tersegrad.reducers.internal.arithmetic;
