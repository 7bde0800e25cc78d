/**
 * Data sets: {@link org.tersegrad.convergence.data.DataSets} finds one by name, built in, made up from a seed, or read from files.
 *
 * <p>Files of others are not shipped. {@link org.tersegrad.convergence.data.Fetch} gets them with the package managers that
 * the user has, checks them against a known hash, and keeps them; after that no net is needed. Pixels, letters and mails
 * come out as plain arrays in a fixed order, so that a run can be repeated.
 */
package org.tersegrad.convergence.data;
