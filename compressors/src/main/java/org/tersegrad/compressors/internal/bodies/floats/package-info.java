/** Bodies of floats, whole or shortened. */
package org.tersegrad.compressors.internal.bodies.floats;
