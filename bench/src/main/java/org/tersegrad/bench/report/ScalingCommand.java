package org.tersegrad.bench.report;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.tersegrad.bench.jmh.Jmh;
import org.tersegrad.bench.jmh.Row;

/** {@code --scaling [options of JMH]}: measures cost against size and threads and writes {@code SCALING.md}. */
public final class ScalingCommand {
    private ScalingCommand() {}

    public static void run(List<String> words) throws Exception {
        Arguments arguments = Arguments.parse(words);
        if (arguments.from().size() > 1
                || arguments.peers().isPresent()
                || arguments.rounds().isPresent()) {
            throw new IllegalArgumentException("takes one record, no peers and no rounds");
        }
        Path file = arguments.from().isEmpty()
                ? record(arguments)
                : arguments.from().get(0);
        Measured measured = Measured.read(List.of(file));
        List<String> pictures = new ArrayList<>();
        for (String method : List.of("encode", "addTo")) {
            Map<String, List<Row>> recipes = ScalingPage.byRecipe(measured, method);
            if (!recipes.isEmpty()) {
                Path png = file.resolveSibling(Records.stem(file) + '-' + method + ".png");
                pictures.add(Pictures.scaling(png, method + ": time against size", recipes));
            }
        }
        Path page = Records.bench().resolve("SCALING.md");
        Files.writeString(page, ScalingPage.markdown(measured, Records.link(file), pictures));
        System.out.println("Written to " + page);
    }

    private static Path record(Arguments arguments) throws Exception {
        List<String> options = new ArrayList<>(arguments.jmh());
        options.add(0, "\\.Scaling(Chunks)?Benchmark\\.");
        try (Load load = Load.ofThisMachine()) {
            load.start(arguments.busy());
            List<Row> rows = Jmh.run(options, "");
            return Records.ofThisCpu().keep(rows, options, Map.of("load", load.describe()), "-scaling");
        }
    }
}
