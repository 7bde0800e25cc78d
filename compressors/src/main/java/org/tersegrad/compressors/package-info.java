/** Compressors: how a gradient becomes a few bytes, and what is lost on the way. */
package org.tersegrad.compressors;
