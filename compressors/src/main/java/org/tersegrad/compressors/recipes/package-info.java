/** The names of this module in recipes: its schemes and its wrappers. */
package org.tersegrad.compressors.recipes;
