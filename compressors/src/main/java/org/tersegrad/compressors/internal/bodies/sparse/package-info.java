/** Bodies of some elements: their indices or their seed, and their values. */
package org.tersegrad.compressors.internal.bodies.sparse;
