/** Bodies of small integers times a step. */
package org.tersegrad.compressors.internal.bodies.levels;
