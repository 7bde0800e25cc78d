/** All bodies by their numbers, and chunks, which may be of any kind. */
package org.tersegrad.compressors.internal.bodies.kinds;
