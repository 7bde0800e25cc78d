/** What the notebooks run on: the start of their kernel, the look of their plots, and what is checked of them. */
package org.tersegrad.notebooks;
