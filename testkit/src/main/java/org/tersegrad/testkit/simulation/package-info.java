/**
 * A simulated network and clock, on which a {@link org.tersegrad.reducers.group.TcpGroup}, or any other program that takes its sockets from
 * a {@link java.nio.channels.spi.SelectorProvider}, runs unchanged. Everything random comes from one seed, so every failure can be replayed.
 *
 * <pre>{@code
 * Simulation simulation = new Simulation(7, Weather.of(7));
 * List<SimulatedProcess> workers = new ArrayList<>();
 * for (int rank = 0; rank < 4; rank++) {
 *     workers.add(simulation.start("worker " + rank, rank, process -> train(TcpOptions.usual().withHost(process))));
 * }
 * simulation.after(Duration.ofMillis(20), workers.get(3)::kill);
 * simulation.run(Duration.ofMinutes(10));
 * }</pre>
 *
 * <p>Start with {@link org.tersegrad.testkit.simulation.Simulation}.
 */
package org.tersegrad.testkit.simulation;
