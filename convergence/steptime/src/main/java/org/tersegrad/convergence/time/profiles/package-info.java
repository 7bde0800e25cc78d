/** Profiles of models: generated from their shapes, measured by others, measured here, or read from a user's file. */
package org.tersegrad.convergence.time.profiles;
