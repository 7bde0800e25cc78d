package org.tersegrad.convergence.time.networks;

import java.nio.file.Path;
import java.util.OptionalInt;
import org.tersegrad.convergence.time.Network;
import org.tersegrad.convergence.time.NetworkText;
import org.tersegrad.convergence.time.collectives.CallTimes;
import org.tersegrad.convergence.time.collectives.Interconnect;
import org.tersegrad.convergence.time.collectives.NetworkSource;
import org.tersegrad.convergence.time.topology.AstraNetwork;
import org.tersegrad.convergence.time.topology.Topologies;

/** The texts that stand for networks, as after {@code --network}. */
public final class Networks {
    private Networks() {}

    /**
     * The network that a text stands for. This is the only place that tells one kind of text from another.
     *
     * @throws IllegalArgumentException if it stands for none
     */
    public static NetworkSource of(String text) {
        if (Topologies.reads(text)) {
            return Topologies.parse(text);
        }
        if (text.endsWith(".yml") || text.endsWith(".yaml")) {
            return AstraNetwork.source(Path.of(text));
        }
        return new Plain(text, NetworkText.workers(text));
    }

    /** Names, delays and bandwidths: a {@link Network}. */
    private record Plain(String text, OptionalInt workers) implements NetworkSource {
        @Override
        public Interconnect between(int count, CallTimes formulas) {
            return new Interconnect(Network.parse(text, count), formulas);
        }
    }
}
