package org.tersegrad.convergence.time.recorded;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.tersegrad.convergence.time.CsvTable;

/**
 * The times of recipes on a machine of which {@code bench/results} has records: a busy machine is compared with it. The table {@code
 * known_machines.csv} is made from these records by {@code mvn -pl convergence/steptime -am -Dgolden.write -Dtest=KnownMachineTest test}.
 *
 * @param name of its processor
 * @param compressors nanoseconds for each element, by recipe
 */
public record KnownMachine(String name, Map<String, Nanos> compressors) {
    /** Below, headers take more time than elements. */
    private static final int LEAST_ELEMENTS = 1 << 14;

    private static final String EF = "+ef";
    private static final String TWO_SHOT = "+twoshot";

    /** Nanoseconds for each element. */
    public record Nanos(double encode, double add) {}

    public KnownMachine {
        compressors = Map.copyOf(compressors);
    }

    /** The known machine whose kind of processor this one has; empty if there is none. */
    public static Optional<KnownMachine> here() {
        return of(System.getProperty("os.arch", ""));
    }

    static Optional<KnownMachine> of(String architecture) {
        return switch (architecture) {
            case "amd64", "x86_64" -> Optional.of(named("intel-xeon"));
            case "aarch64" -> Optional.of(named("neoverse-n1"));
            default -> Optional.empty();
        };
    }

    private static KnownMachine named(String name) {
        Map<String, Nanos> all = new HashMap<>();
        for (CsvTable.Row row : CsvTable.ofResource(
                        KnownMachine.class, "known_machines.csv", "machine", "recipe", "encode_ns", "add_ns")
                .rows()) {
            if (row.text("machine").equals(name)) {
                all.put(row.text("recipe"), new Nanos(row.number("encode_ns"), row.number("add_ns")));
            }
        }
        return new KnownMachine(name, all);
    }

    /** The times of a compressor; empty if there is no record, or the tensor is too small for it. */
    public Optional<Timing> compressor(String recipe, int elements) {
        return timing(elements, nanos(recipe));
    }

    /**
     * The times of a reducer, from those of its compressor: one that gathers decodes the messages of all, a two-shot one decodes and encodes
     * its part before it decodes all parts.
     */
    public Optional<Timing> reducer(String recipe, int workers, int elements) {
        if (!recipe.endsWith(TWO_SHOT)) {
            return timing(elements, nanos(recipe).map(each -> new Nanos(each.encode, workers * each.add)));
        }
        String once = recipe.substring(0, recipe.length() - TWO_SHOT.length());
        Optional<Nanos> plain = nanos(once.endsWith(EF) ? once.substring(0, once.length() - EF.length()) : once);
        return timing(
                elements,
                nanos(once)
                        .flatMap(first -> plain.map(
                                second -> new Nanos(first.encode, 2 * second.add + second.encode / workers))));
    }

    private Optional<Nanos> nanos(String recipe) {
        return Optional.ofNullable(compressors.get(recipe));
    }

    private Optional<Timing> timing(int elements, Optional<Nanos> nanos) {
        return nanos.filter(each -> elements >= LEAST_ELEMENTS)
                .map(each -> new Timing(
                        elements * each.encode * 1e-9,
                        elements * each.add * 1e-9,
                        Optional.of("the record of " + name + " is used")));
    }
}
