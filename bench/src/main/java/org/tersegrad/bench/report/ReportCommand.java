package org.tersegrad.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.tersegrad.bench.codecs.MessageSizes;
import org.tersegrad.convergence.report.Cpu;

/**
 * {@code --report [regex] [options of JMH]}: measures, keeps the record and writes {@code RESULTS.md}; with
 * {@code --from FILE} (again for each further file) only the latter. {@code --peers FILE} has rows of PyTorch, which is
 * otherwise run if it is there.
 */
public final class ReportCommand {
    /** Short, since there are 700 benchmarks; four widths say enough of the others. */
    private static final Map<String, String> SHORT = new LinkedHashMap<>();

    static {
        SHORT.put("-f", "1");
        SHORT.put("-wi", "5");
        SHORT.put("-w", "200ms"); // less, and small sizes would be measured before they are compiled
        SHORT.put("-i", "5");
        SHORT.put("-r", "100ms");
        SHORT.put("-p width", "1,4,8,16");
    }

    private ReportCommand() {}

    public static void run(List<String> words) throws Exception {
        Arguments arguments = Arguments.parse(words);
        Optional<Measured> peers = Optional.empty();
        if (arguments.peers().isPresent()) { // now: a wrong file should not be found after an hour
            peers = Optional.of(Torch.read(arguments.peers().get()));
        }
        Path page = Bench.folder().resolve("RESULTS.md");
        List<Path> files = arguments.from();
        if (files.isEmpty()) {
            files = List.of(record(arguments, peers));
        }
        Measured now = Measured.read(files);
        if (!arguments.from().isEmpty() && peers.isPresent()) {
            now = now.with(peers.get());
        }
        // Records lie in the folder of their CPU, which need not be this one.
        Path folder = files.get(files.size() - 1).toAbsolutePath().getParent();
        Records records = folder == null ? Bench.records() : new Records(folder);
        Comparison comparison = Comparison.of(Measured.read(records.before(files)), now);
        now = described(now, files);
        Files.writeString(page, new ResultsPage(now, comparison, links(files), picture(files, now)).markdown());
        comparison.lines().forEach(System.out::println);
        System.out.println("Written to " + page);
    }

    /** Older records say less of themselves than their place does. */
    private static Measured described(Measured measured, List<Path> files) {
        Map<String, String> about = new LinkedHashMap<>(measured.about());
        about.putIfAbsent(
                "date", files.stream().map(Records::date).distinct().sorted().collect(Collectors.joining(", ")));
        Path folder = files.get(0).toAbsolutePath().getParent();
        about.putIfAbsent("CPU", folder == null ? Cpu.name() : String.valueOf(folder.getFileName()));
        about.putIfAbsent("PyTorch", "skipped: these records have no rows of it");
        return new Measured(about, measured.rows());
    }

    /** Measures all that matches. */
    private static Path record(Arguments arguments, Optional<Measured> peers) throws Exception {
        List<String> options = arguments.jmhWith(SHORT);
        List<String> rows = Bench.measure(options);
        Measured torch = peers.isPresent()
                ? peers.get()
                : Torch.run(Bench.folder().resolve("peers").resolve("torch_peers.py"));
        Map<String, String> more = new LinkedHashMap<>(torch.about());
        Measured.parse(String.join("\n", rows), "the rows of JMH").rows().stream()
                .map(Row::family)
                .distinct()
                .forEach(family -> more.putAll(MessageSizes.of(family)));
        List<String> lines = Bench.about(options, more);
        lines.addAll(rows);
        torch.rows().forEach(row -> lines.add(row.csv()));
        return Bench.keep(lines, "");
    }

    private static List<String> links(List<Path> files) throws IOException {
        List<String> links = new ArrayList<>();
        for (Path file : files) {
            links.add(Bench.link(file));
        }
        return links;
    }

    /** Beside the first record, under its name. */
    private static String picture(List<Path> files, Measured measured) throws IOException {
        List<Row> rows = OverReadPlot.rows(measured);
        if (rows.isEmpty()) {
            return "There is no picture, since no compressor was measured.";
        }
        Path first = files.get(0);
        Path png = first.resolveSibling(Records.stem(first) + ".png");
        return Picture.draw(png, OverReadPlot.TITLE, () -> OverReadPlot.drawing(rows));
    }
}
