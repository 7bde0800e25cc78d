/** Sparse averages of elements or rows that the whole group selects. */
package org.tersegrad.contrib.sparse;
