/** Base of the claims about training: runs on digits, texts and photographs, and their accuracies or losses side by side. */
package org.tersegrad.convergence.claims.training;
