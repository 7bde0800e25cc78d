/** Support of the notebooks: the start of their kernel, the look of their plots, and their checks. */
package org.tersegrad.notebooks;
