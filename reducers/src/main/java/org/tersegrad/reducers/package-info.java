/** Everybody's gradients to their mean, over a {@link org.tersegrad.reducers.Collective}: one record a reducer. */
package org.tersegrad.reducers;
