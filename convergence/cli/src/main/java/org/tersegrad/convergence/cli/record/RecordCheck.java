package org.tersegrad.convergence.cli.record;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tersegrad.convergence.cli.record.Ledger.Result;
import org.tersegrad.convergence.cli.record.Ledger.Row;

/** Two records of the same contestants: everything but costs, which are the machine's, and versions agrees. */
final class RecordCheck {
    /** Relative difference that is no difference. */
    private static final double TOLERANCE = 0.05;

    /** Numbers this small are rounding, and a bias is a difference of larger numbers. */
    private static final double NOISE = 2e-3;

    private RecordCheck() {}

    /** Sentences, one for each column of each contestant and gradient that differs; contestants that one of them did not run are left out. */
    static List<String> differences(Ledger expected, Ledger found) {
        List<String> all = new ArrayList<>();
        String gradients = expected.about().getOrDefault(Ledger.GRADIENTS, "");
        if (!gradients.equals(found.about().getOrDefault(Ledger.GRADIENTS, ""))) {
            all.add("gradients are " + found.about().get(Ledger.GRADIENTS) + ", were " + gradients);
        }
        List<Result> shared = shared(expected, found);
        if (shared.isEmpty()) {
            all.add("no contestant is in both records");
        }
        for (Result result : shared) {
            compare(expected.complete(result.standing().contestant()).orElseThrow(), result, all);
        }
        return all;
    }

    /** Results found of contestants that both have; one that could not be started has no version. */
    static List<Result> shared(Ledger expected, Ledger found) {
        return found.results().stream()
                .filter(result ->
                        result.isComplete() || !result.standing().version().isEmpty())
                .filter(result ->
                        expected.complete(result.standing().contestant()).isPresent())
                .toList();
    }

    private static void compare(Result expected, Result found, List<String> all) {
        String name = found.standing().contestant();
        if (!found.isComplete()) {
            all.add(name + ": " + found.standing().note());
            return;
        }
        compareWords(name, words(expected), words(found), all);
        Map<String, Row> rows = byGradient(found);
        byGradient(expected).forEach((gradient, row) -> {
            if (rows.containsKey(gradient)) {
                compareNumbers(name + ", " + gradient, numbers(row), numbers(rows.get(gradient)), all);
            } else {
                all.add(name + ": there is no " + gradient);
            }
        });
    }

    private static Map<String, Row> byGradient(Result result) {
        Map<String, Row> rows = new LinkedHashMap<>();
        result.rows().forEach(row -> rows.put(row.error().gradient(), row));
        return rows;
    }

    private static Map<String, String> words(Result result) {
        return Map.of(
                "deterministic", result.standing().deterministic(),
                "nan", result.standing().nan(),
                "infinity", result.standing().infinity());
    }

    private static void compareWords(
            String name, Map<String, String> expected, Map<String, String> found, List<String> all) {
        found.forEach((column, word) -> {
            if (!word.equals(expected.get(column))) {
                all.add(name + ": " + column + " is " + word + ", was " + expected.get(column));
            }
        });
    }

    private static Map<String, Double> numbers(Row row) {
        Map<String, Double> numbers = new LinkedHashMap<>();
        numbers.put("bytes", row.bytes());
        numbers.put("packed_bytes", row.packedBytes());
        numbers.put("nmse", row.error().error());
        numbers.put("nmse_of_mean", row.error().errorOfMean());
        numbers.put("bias", row.error().bias());
        numbers.put("cosine", row.error().cosine());
        return numbers;
    }

    private static void compareNumbers(
            String name, Map<String, Double> expected, Map<String, Double> found, List<String> all) {
        found.forEach((column, number) -> {
            double was = expected.getOrDefault(column, Double.NaN);
            double allowed = TOLERANCE * Math.abs(was) + (column.equals("bias") ? NOISE : 0);
            boolean same = Math.abs(number - was) <= allowed || (Double.isNaN(number) && Double.isNaN(was));
            if (!same) {
                all.add(name + ": " + column + " is " + number + ", was " + was);
            }
        });
    }
}
