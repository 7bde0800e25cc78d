/** What claims about training share: runs on digits, and their accuracies beside each other. */
package org.tersegrad.convergence.claims.training;
