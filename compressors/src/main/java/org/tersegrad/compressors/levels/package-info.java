/** Schemes that send every element as a small integer times a shared step, with the formats of their bodies. */
package org.tersegrad.compressors.levels;
