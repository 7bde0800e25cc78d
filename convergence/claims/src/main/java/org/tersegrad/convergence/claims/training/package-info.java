/** Base of the claims about training: runs on digits, and their accuracies side by side. */
package org.tersegrad.convergence.claims.training;
