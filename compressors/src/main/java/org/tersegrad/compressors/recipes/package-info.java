/** Compressors as text: the grammar, and how modules add names to it. */
package org.tersegrad.compressors.recipes;
