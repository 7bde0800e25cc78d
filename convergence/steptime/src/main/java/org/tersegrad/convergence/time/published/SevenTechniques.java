package org.tersegrad.convergence.time.published;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import org.tersegrad.convergence.time.Dense;
import org.tersegrad.convergence.time.Link;
import org.tersegrad.convergence.time.Network;
import org.tersegrad.convergence.time.Profile;
import org.tersegrad.convergence.time.calibration.LeastSquares;
import org.tersegrad.convergence.time.collectives.Collectives;
import org.tersegrad.convergence.time.profiles.Profiles;
import org.tersegrad.convergence.time.published.SystemConstants.LinkConstants;
import org.tersegrad.convergence.time.schedules.NoOverlap;
import org.tersegrad.convergence.time.schedules.Schedule;
import org.tersegrad.convergence.time.schedules.Step;
import org.tersegrad.convergence.time.schedules.WaitFree;

/**
 * The model of time on the published table: constants fitted to BSP and WFBP in groups of 4 and 8 workers, everything else predicted,
 * above all the groups of 32.
 *
 * <p>All-reduces and servers are fitted apart, each in two turns. The column of 4 workers uses no network; it gives the time of a call, the
 * bandwidth of a node and the seconds of a step beside compute and exchange. The column of 8 workers then gives delays and
 * bandwidths of networks. All-reduces have one delay on all networks, since it is that of the software.
 */
public final class SevenTechniques {
    private static final int NODE = 4;
    private static final int TWO_NODES = 8;

    /** Start values of the search for constants: orders of magnitude. */
    private static final double SOME_DELAY = 1e-4;

    private static final double SOME_PER_BYTE = 3e-10;
    private static final double SOME_EXTRA = 1e-2;
    private static final double SOME_ROUND = 1e-5;

    private final List<Cell> cells = Cell.all();
    private final MgWfbpPlan plan = new MgWfbpPlan();
    private final Map<String, Profile> profiles = new HashMap<>();
    private final SystemConstants allReduce;
    private final SystemConstants servers;

    /** Fits the constants. */
    public SevenTechniques() {
        allReduce = fit(
                false, // one delay for all networks
                List.of("10GbE", "100GbIB", "100GbE"),
                i -> 0,
                i -> i + 1,
                SOME_ROUND,
                SOME_PER_BYTE,
                SOME_PER_BYTE,
                SOME_PER_BYTE);
        servers = fit(
                true, // a delay for each
                List.of("10GbE", "100GbIB"),
                i -> 2 * i,
                i -> 2 * i + 1,
                SOME_DELAY,
                SOME_PER_BYTE,
                SOME_DELAY,
                SOME_PER_BYTE);
    }

    /**
     * The constants of a node, then those of its networks.
     *
     * @param delay which constant is the delay of the i-th network
     * @param perByte which one is its time of a byte
     * @param start where the search for the constants of networks begins
     */
    private SystemConstants fit(
            boolean servers, List<String> networks, IntUnaryOperator delay, IntUnaryOperator perByte, double... start) {
        double[] node = fitNode(servers);
        Function<double[], SystemConstants> links = constants -> {
            Map<String, LinkConstants> each = new HashMap<>();
            for (int i = 0; i < networks.size(); i++) {
                double seconds = constants[delay.applyAsInt(i)];
                each.put(networks.get(i), new LinkConstants(seconds, constants[perByte.applyAsInt(i)]));
            }
            return node(node, each);
        };
        Predicate<Cell> twoNodes = cell -> isFitted(cell, servers) && cell.workers() == TWO_NODES;
        return links.apply(fit(twoNodes, links, start));
    }

    private double[] fitNode(boolean servers) {
        return fit(
                cell -> isFitted(cell, servers) && cell.workers() == NODE,
                constants -> node(constants, Map.of()),
                SOME_DELAY,
                SOME_PER_BYTE,
                SOME_EXTRA,
                SOME_EXTRA,
                SOME_EXTRA);
    }

    /** The first five constants are those of a node. */
    private static SystemConstants node(double[] constants, Map<String, LinkConstants> links) {
        Map<String, Double> extra = new HashMap<>();
        for (int i = 0; i < SystemConstants.MODELS.size(); i++) {
            extra.put(SystemConstants.MODELS.get(i), constants[2 + i]);
        }
        return new SystemConstants(constants[0], constants[1], extra, links);
    }

    private double[] fit(Predicate<Cell> fitted, Function<double[], SystemConstants> constants, double... start) {
        List<Cell> chosen = cells.stream().filter(fitted).toList();
        LeastSquares search = new LeastSquares(tried -> {
            SystemConstants system = constants.apply(tried);
            return chosen.stream()
                    .mapToDouble(cell -> StrictMath.log(seconds(cell, system) / cell.stepSeconds()))
                    .toArray();
        });
        return search.fit(start);
    }

    /** Whether constants are fitted to this cell. */
    static boolean isFitted(Cell cell, boolean servers) {
        Technique technique = cell.technique();
        boolean fitted = servers
                ? technique == Technique.BSP_PS || technique == Technique.WFBP_PS
                : technique == Technique.BSP_A2A || technique == Technique.WFBP_A2A;
        return fitted && cell.isTrustworthy() && cell.workers() <= TWO_NODES;
    }

    private double seconds(Cell cell, SystemConstants system) {
        Profile profile = profiles.computeIfAbsent(
                cell.model(), model -> Profiles.generated(model.toLowerCase(Locale.ROOT), cell.aloneSeconds()));
        double extra = system.extraSeconds().getOrDefault(cell.model(), 0.0);
        Profile whole = new Profile(profile.name(), profile.tensors(), profile.forwardSeconds(), extra);
        boolean usesServers = cell.technique().usesServers();
        Step step = new Step(
                whole,
                new Dense(Float.BYTES),
                Network.of(new Link(0, 1), cell.workers()), // the exchange knows its own times
                new Collectives(system.exchange(cell.network(), cell.workers(), usesServers)));
        return schedule(cell).timeline(step).end();
    }

    private Schedule schedule(Cell cell) {
        return switch (cell.technique()) {
            case BSP_A2A, BSP_PS -> new NoOverlap();
            case MG_WFBP -> plan.schedule(cell.network(), cell.workers());
            default -> new WaitFree();
        };
    }

    /** The constants of all-reduces. */
    SystemConstants allReduce() {
        return allReduce;
    }

    /** The constants of servers. */
    SystemConstants servers() {
        return servers;
    }

    /** The predictions of the model for every cell that it covers. */
    public List<Prediction> predictions() {
        List<Prediction> predictions = new ArrayList<>();
        for (Cell cell : cells) {
            Technique technique = cell.technique();
            if (technique.isModelled() && cell.isTrustworthy()) {
                double seconds = seconds(cell, technique.usesServers() ? servers : allReduce);
                boolean fitted = isFitted(cell, technique.usesServers());
                predictions.add(new Prediction(cell, cell.batch() * cell.workers() / seconds, fitted));
            }
        }
        return predictions;
    }
}
