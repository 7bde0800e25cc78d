/** Bodies of one bit an element. */
package org.tersegrad.compressors.internal.bodies.signs;
