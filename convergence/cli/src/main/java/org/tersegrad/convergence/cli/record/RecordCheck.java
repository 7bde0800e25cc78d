package org.tersegrad.convergence.cli.record;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tersegrad.convergence.cli.record.Ledger.Result;
import org.tersegrad.convergence.cli.record.Ledger.Row;

/** Two records of the same contestants: everything but times and versions agrees. */
final class RecordCheck {
    /** Relative difference that is no difference. */
    private static final double TOLERANCE = 0.05;

    /** Numbers this small are rounding, and a bias is a difference of larger numbers. */
    private static final double NOISE = 2e-3;

    private RecordCheck() {}

    /** Sentences, one for each column of each contestant and gradient that both records have. */
    static List<String> differences(Ledger expected, Ledger found) {
        List<String> all = new ArrayList<>();
        for (Result result : found.results()) {
            Optional<Result> known = expected.complete(result.standing().contestant());
            if (known.isPresent() && result.isComplete()) {
                compare(known.get(), result, all);
            }
        }
        return all;
    }

    private static void compare(Result expected, Result found, List<String> all) {
        String name = found.standing().contestant();
        compareWords(name, words(expected), words(found), all);
        for (Row row : found.rows()) {
            expected.rows().stream()
                    .filter(other -> other.error().gradient().equals(row.error().gradient()))
                    .forEach(other ->
                            compareNumbers(name + ", " + row.error().gradient(), numbers(other), numbers(row), all));
        }
        compareNumbers(
                name,
                Map.of("memory", expected.standing().costs().memory()),
                Map.of("memory", found.standing().costs().memory()),
                all);
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
            if (Math.abs(number - was) > allowed) {
                all.add(name + ": " + column + " is " + number + ", was " + was);
            }
        });
    }
}
