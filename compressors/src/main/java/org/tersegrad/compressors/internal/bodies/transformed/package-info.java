/** Bodies of coordinates: after a rotation, of a cosine transform, and of factors of a matrix. */
package org.tersegrad.compressors.internal.bodies.transformed;
