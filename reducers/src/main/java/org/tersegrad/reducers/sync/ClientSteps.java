package org.tersegrad.reducers.sync;

import org.tersegrad.compressors.Seed;

/**
 * Rounds of a server with some of its clients. Those present get the model, take the local steps of the round from it, and send their
 * difference; what arrives in time makes an outer step:
 *
 * <pre>
 *   D = sum of n_k s_k C(x − x_k) / sum of n_k      over the clients k whose difference arrives: n_k examples, s_k for being late
 *   D = sum of n_k e_k / sum of n_k                 over all clients, for estimates e_k that are sent as increments
 * </pre>
 *
 * <p>A client's residual waits for the client's next round. The second form is EF21-PP (I. Fatkhullin and others, "EF21 with Bells and
 * Whistles", 2021): the estimates of absent clients count as they are. Clients begin each round without momentum of their own.
 *
 * @param local the steps of a round and its outer step; whole differences without overlap
 * @param clients the clients of a round
 */
public record ClientSteps(LocalSteps local, Clients clients) implements Synchronization {
    public ClientSteps {
        if (local.fragments() > 1) {
            throw new IllegalArgumentException(
                    "clients that join and leave send whole differences, not " + local.fragments() + " fragments");
        }
        if (local.overlap() > 0) {
            throw new IllegalArgumentException(
                    "clients that join and leave keep no model between rounds, so an overlap of " + local.overlap()
                            + " steps has nothing to apply to");
        }
    }

    /**
     * Begins a training on the server.
     *
     * @param links of the model, as those of the clients
     * @param start not modified: the model that all clients have at first
     * @param shares not modified: of each client in all examples, where 1 is the share of one among equals
     * @param seed of what the server draws for its messages
     * @param draws of the clients of each round
     * @throws IllegalArgumentException if late differences are dropped that must not be
     */
    public ClientServer server(ServerLinks links, float[] start, float[] shares, Seed seed, Seed draws) {
        if (clients.stale() == Clients.Stale.DROP && links.sendsIncrements()) {
            throw new IllegalArgumentException(this
                    + " drops what comes late, and increments of an estimate, as those of +ef21, cannot be dropped");
        }
        return new ClientServer(this, links, start, shares, seed, draws);
    }

    @Override
    public String toString() {
        return local.toString(clients.toString());
    }
}
