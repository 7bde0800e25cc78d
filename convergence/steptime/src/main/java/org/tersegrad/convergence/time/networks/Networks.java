package org.tersegrad.convergence.time.networks;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tersegrad.convergence.internal.InputFile;
import org.tersegrad.convergence.time.Network;
import org.tersegrad.convergence.time.NetworkText;
import org.tersegrad.convergence.time.calibration.ClusterYaml;
import org.tersegrad.convergence.time.collectives.CallTimes;
import org.tersegrad.convergence.time.collectives.Interconnect;
import org.tersegrad.convergence.time.collectives.NetworkSource;
import org.tersegrad.convergence.time.topology.AstraNetwork;
import org.tersegrad.convergence.time.topology.Topologies;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The texts that stand for networks, as after {@code --network}: those of {@link Network} and of {@link Topologies}, the name of a file
 * {@code cluster.yml} that {@code calibrate} wrote, {@code cluster.yml:10gbe} for one of its links, or the name of an {@link AstraNetwork}.
 */
public final class Networks {
    /** A file, perhaps with the name of one of its links. */
    private static final Pattern FILE = Pattern.compile("(.*\\.ya?ml)(?::([^:]+))?", Pattern.CASE_INSENSITIVE);

    private static final YAMLMapper YAML = YAMLMapper.builder().build();

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
        Matcher file = FILE.matcher(text);
        return file.matches()
                ? file(Path.of(file.group(1)), Optional.ofNullable(file.group(2)))
                : new Plain(text, NetworkText.workers(text));
    }

    /** A network in a file; its first key tells which kind. */
    private static NetworkSource file(Path file, Optional<String> link) {
        JsonNode whole = read(file);
        if (whole.has(ClusterYaml.MARK)) {
            return explained(file, () -> ClusterYaml.parse(whole).source(link));
        }
        if (whole.has(AstraNetwork.MARK)) {
            return explained(file, () -> AstraNetwork.parse(whole).source(file));
        }
        throw new IllegalArgumentException("network " + file + " is neither a file of calibrate, which has "
                + ClusterYaml.MARK + ", nor a network of ASTRA-sim, which has " + AstraNetwork.MARK);
    }

    private static JsonNode read(Path file) {
        try {
            return YAML.readTree(InputFile.text(file, "YAML is needed"));
        } catch (JacksonException e) {
            throw new IllegalArgumentException("network " + file + " is no YAML: " + e.getOriginalMessage(), e);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("network " + file + " does not exist", e);
        } catch (IOException e) {
            throw new IllegalArgumentException("network " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static NetworkSource explained(Path file, Supplier<NetworkSource> reading) {
        try {
            return reading.get();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("network " + file + ": " + e.getMessage(), e);
        }
    }

    /** Names, delays and bandwidths: a {@link Network}. */
    private record Plain(String text, OptionalInt workers) implements NetworkSource {
        @Override
        public Interconnect between(int count, CallTimes formulas) {
            return new Interconnect(Network.parse(text, count), formulas);
        }
    }
}
