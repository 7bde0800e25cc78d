/**
 * Graphs of links, and the flows of collectives through them. {@link org.tersegrad.convergence.time.topology.Topologies} reads their
 * texts, {@link org.tersegrad.convergence.time.topology.FlowSimulator} shares links between flows, {@link
 * org.tersegrad.convergence.time.topology.RoutedCalls} times the calls of a group, and {@link
 * org.tersegrad.convergence.time.topology.AstraNetwork} reads the networks of ASTRA-sim. To add a topology, give it a graph with fixed
 * paths in {@link org.tersegrad.convergence.time.topology.Graphs} and an entry in {@link
 * org.tersegrad.convergence.time.topology.Topologies}.
 */
package org.tersegrad.convergence.time.topology;
