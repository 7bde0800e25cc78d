/**
 * Models of the time of collectives, one class an algorithm: R. Thakur, R. Rabenseifner and W. Gropp, "Optimization of Collective
 * Communication Operations in MPICH" (2005), and P. Sanders, J. Speck and J. L. Träff, "Two-tree algorithms for full bandwidth
 * broadcast, reduction and scan" (2009). The tests hold every formula to a simulation of its messages, hop by hop.
 */
package org.tersegrad.convergence.time.collectives;
