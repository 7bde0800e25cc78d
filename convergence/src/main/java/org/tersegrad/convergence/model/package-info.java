/** What can be trained: models of data, with their gradients. */
package org.tersegrad.convergence.model;
