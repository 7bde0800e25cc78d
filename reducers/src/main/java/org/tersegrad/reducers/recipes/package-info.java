/** The names of reducers in recipes: one list. */
package org.tersegrad.reducers.recipes;
