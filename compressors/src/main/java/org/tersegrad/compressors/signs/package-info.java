/** Schemes that send one bit an element, with the formats of their bodies. */
package org.tersegrad.compressors.signs;
