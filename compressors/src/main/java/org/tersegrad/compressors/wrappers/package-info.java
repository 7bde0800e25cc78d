/** Compressors around other compressors. */
package org.tersegrad.compressors.wrappers;
