/** Where profiles of models come from: generated from their shapes, measured by others, measured here, or a file of one's own. */
package org.tersegrad.convergence.time.profiles;
