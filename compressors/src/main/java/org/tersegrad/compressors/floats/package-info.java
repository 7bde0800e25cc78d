/** Schemes that send every element as a float, whole or shortened, with the formats of their bodies. */
package org.tersegrad.compressors.floats;
