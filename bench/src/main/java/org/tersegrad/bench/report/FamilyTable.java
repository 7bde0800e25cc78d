package org.tersegrad.bench.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.tersegrad.bench.jmh.Row;

/** The rows of one class of benchmarks as a table: a line for each of ours, a column for each peer. */
final class FamilyTable {
    private final List<Row> ours;
    private final Map<Row, Map<String, Double>> ratios = new HashMap<>();
    private final Set<String> peers = new TreeSet<>();

    FamilyTable(String family, Measured measured) {
        Set<String> benchmarks = measured.rows().stream().map(Row::benchmark).collect(Collectors.toSet());
        Map<String, Row> newest = new LinkedHashMap<>();
        for (Row row : measured.rows()) {
            // A peer that has no twin is a line of its own.
            if (row.family().equals(family)
                    && Peers.twin(row.benchmark(), benchmarks).isEmpty()) {
                newest.merge(row.job(), row, (a, b) -> b.release() > a.release() ? b : a);
            }
        }
        ours = newest.values().stream() // parameters stay in their order
                .sorted(Comparator.comparing(Row::elements).thenComparing(Row::method))
                .toList();
        for (Row row : measured.rows()) {
            Peers.twin(row.benchmark(), benchmarks).ifPresent(twin -> addPeer(row, twin));
        }
    }

    private void addPeer(Row peer, Peers.Twin twin) {
        for (Row row : ours) {
            boolean outside = peer.family().equals("Torch");
            if (row.benchmark().equals(twin.benchmark())
                    && row.elements() == peer.elements()
                    && (outside || row.jdk().equals(peer.jdk()))
                    && words(peer).containsAll(words(row))) {
                peers.add(twin.peer());
                ratios.computeIfAbsent(row, r -> new HashMap<>()).put(twin.peer(), peer.nanos() / row.nanos());
            }
        }
    }

    /** A peer may say more of what it did than we ask for. */
    private static List<String> words(Row row) {
        return row.parameter().isEmpty() ? List.of() : List.of(row.parameter().split(" ", -1));
    }

    /** Ours, of the newest JDK. */
    List<Row> rows() {
        return ours;
    }

    /** A peer's time over that of one of {@link #rows}; NaN if there is none. */
    double over(Row row, String peer) {
        return ratios.getOrDefault(row, Map.of()).getOrDefault(peer, Double.NaN);
    }

    List<String> markdown() {
        boolean calls = ours.stream().allMatch(Row::countsCalls);
        List<String> head = new ArrayList<>(List.of("benchmark", "parameter", "JDK"));
        head.addAll(calls ? List.of("µs per call") : List.of("elements", "ns per element", "GB/s", "over read"));
        head.addAll(peers);
        Table table = new Table(3, head);
        for (Row row : ours) {
            List<String> cells = new ArrayList<>(List.of(row.method(), row.parameter(), row.jdk()));
            if (calls) {
                cells.add(Table.number("%.1f", row.nanos() / 1000));
            } else {
                cells.add(Table.size(row.elements()));
                cells.add(Table.number("%.3f", row.nanos()));
                cells.add(Table.number("%.2f", 4 / row.nanos()));
                cells.add(Table.number("%.2f", row.overRead()));
            }
            peers.forEach(peer -> cells.add(Table.number("%.2f", over(row, peer))));
            table.add(cells);
        }
        return table.lines();
    }
}
