package org.tersegrad.reducers.group;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The place of a worker in a {@link TcpGroup}: its rank, and the address of worker 0, which collects the addresses of all others and hands
 * them out. Schedulers set both as environment variables:
 *
 * <pre>
 *   rank                   workers                worker 0
 *   RANK                   WORLD_SIZE             MASTER_ADDR, MASTER_PORT                      torchrun, a script
 *   OMPI_COMM_WORLD_RANK   OMPI_COMM_WORLD_SIZE   MASTER_ADDR; localhost on one node            mpirun of Open MPI
 *   SLURM_PROCID           SLURM_NTASKS           MASTER_ADDR; the first of SLURM_STEP_NODELIST srun
 *   JOB_COMPLETION_INDEX   WORLD_SIZE             MASTER_ADDR                                   an indexed job of Kubernetes
 * </pre>
 *
 * <p>The first row whose rank is set counts. Without {@code MASTER_PORT} the port is 29500, in Slurm one that follows from the number of
 * the job.
 *
 * @param rank of this worker
 * @param size number of workers
 * @param first the address of worker 0
 * @param listening the local address for connections of other workers; if empty, worker 0 listens on {@code first}, another worker on the
 *     local address of its connection to worker 0, at any free port
 * @param advertised the address that other workers connect to, where it is not that of {@code listening}, as behind a mapped port
 */
public record TcpPlace(
        int rank,
        int size,
        InetSocketAddress first,
        Optional<InetSocketAddress> listening,
        Optional<InetSocketAddress> advertised) {
    private static final int USUAL_PORT = 29_500;
    private static final int FIRST_SLURM_PORT = 10_000;
    private static final int SLURM_PORTS = 20_000;
    private static final int MOST_PORT = 65_535;

    /** The first number of a list in brackets: {@code node[07-12,20]} begins with {@code node07}. */
    private static final Pattern BRACKETS = Pattern.compile("\\[(\\d+)[^\\]]*\\]");

    private static final List<List<String>> NAMES = List.of(
            List.of("RANK", "WORLD_SIZE"),
            List.of("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"), // mpirun in a job of Slurm sets both
            List.of("SLURM_PROCID", "SLURM_NTASKS"),
            List.of("JOB_COMPLETION_INDEX", "WORLD_SIZE"));

    public TcpPlace {
        if (rank < 0 || rank >= size) {
            throw new IllegalArgumentException(
                    "a rank is at least 0 and below the number of workers, " + size + "; this is " + rank);
        }
    }

    /** A worker that listens where worker 0 and the others can reach it without further settings. */
    public static TcpPlace of(int rank, int size, InetSocketAddress first) {
        return new TcpPlace(rank, size, first, Optional.empty(), Optional.empty());
    }

    /** The same with this local address for connections, such as {@code 0.0.0.0} and a port. */
    public TcpPlace withListening(InetSocketAddress other) {
        return new TcpPlace(rank, size, first, Optional.of(other), advertised);
    }

    /** The same with this address for the others. */
    public TcpPlace withAdvertised(InetSocketAddress other) {
        return new TcpPlace(rank, size, first, listening, Optional.of(other));
    }

    /**
     * The place that the environment gives, usually that of {@link System#getenv()}.
     *
     * @throws IllegalArgumentException if variables are missing or wrong; the message names them
     */
    public static TcpPlace fromEnvironment(Map<String, String> environment) {
        for (List<String> names : NAMES) {
            if (environment.containsKey(names.get(0))) {
                int size = number(environment, names.get(1), 1, Integer.MAX_VALUE);
                int rank = number(environment, names.get(0), 0, size - 1);
                return of(rank, size, InetSocketAddress.createUnresolved(host(environment, size), port(environment)));
            }
        }
        throw new IllegalArgumentException("the environment gives no rank: none of "
                + String.join(", ", NAMES.stream().map(names -> names.get(0)).toList()) + " is set");
    }

    private static String host(Map<String, String> environment, int size) {
        String host = environment.get("MASTER_ADDR");
        if (host != null) {
            return host;
        }
        String nodes = environment.getOrDefault("SLURM_STEP_NODELIST", environment.get("SLURM_JOB_NODELIST"));
        if (nodes != null && environment.containsKey("SLURM_PROCID")) {
            return firstNode(nodes);
        }
        if (environment.containsKey("OMPI_COMM_WORLD_RANK")
                && Integer.toString(size).equals(environment.get("OMPI_COMM_WORLD_LOCAL_SIZE"))) {
            return "localhost";
        }
        throw new IllegalArgumentException("MASTER_ADDR, the host of worker 0, is not set in the environment");
    }

    /** The first host of a list of Slurm. */
    private static String firstNode(String nodes) {
        Matcher brackets = BRACKETS.matcher(nodes);
        String first = brackets.replaceAll("$1");
        int comma = first.indexOf(',');
        return comma < 0 ? first : first.substring(0, comma);
    }

    private static int port(Map<String, String> environment) {
        String job = environment.get("SLURM_JOB_ID");
        if (job != null && !environment.containsKey("MASTER_PORT")) {
            return FIRST_SLURM_PORT + number(environment, "SLURM_JOB_ID", 0, Integer.MAX_VALUE) % SLURM_PORTS;
        }
        return environment.containsKey("MASTER_PORT") ? number(environment, "MASTER_PORT", 1, MOST_PORT) : USUAL_PORT;
    }

    private static int number(Map<String, String> environment, String name, int least, int most) {
        String text = environment.get(name);
        if (text == null) {
            throw new IllegalArgumentException(name + " is not set in the environment");
        }
        try {
            int number = Integer.parseInt(text.strip());
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // The message below says it.
        }
        throw new IllegalArgumentException(
                name + " in the environment is a whole number from " + least + " to " + most + ", not " + text);
    }
}
