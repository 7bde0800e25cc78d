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
import org.tersegrad.bench.jmh.Jmh;
import org.tersegrad.bench.jmh.Row;

/**
 * {@code --report [regex] [options of JMH]}: measures in rounds on a quiet machine, keeps the record and writes {@code RESULTS.md} and the tables of
 * {@code numbers.md}; with {@code --from FILE} (again for each further file) only the pages. {@code --peers FILE} has rows of PyTorch, which is
 * otherwise run if it is there.
 */
public final class ReportCommand {
    /**
     * Short, since there are 700 benchmarks; four widths say enough of the others. With a shorter warm-up small sizes would be measured
     * before they are compiled.
     */
    private static final List<String> SHORT =
            List.of("-f 1", "-wi 5", "-w 200ms", "-i 5", "-r 100ms", "-p width=1,4,8,16");

    private ReportCommand() {}

    /**
     * Reports.
     *
     * @return whether the record is one to keep: no row is slower without a reason, and the machine was quiet or the user said that it is not
     */
    public static boolean run(List<String> words) throws Exception {
        Arguments arguments = Arguments.parse(words);
        Optional<Measured> peers = Optional.empty();
        if (arguments.peers().isPresent()) { // now: a wrong file should not be found after an hour
            peers = Optional.of(Torch.read(arguments.peers().get()));
        }
        boolean measures = arguments.from().isEmpty();
        List<Path> files = measures ? List.of(record(arguments, peers)) : arguments.from();
        Measured now = Measured.read(files);
        if (!measures && peers.isPresent()) {
            now = now.with(peers.get());
        }
        // A record is in the folder of its CPU, which need not be this one.
        Path folder = files.get(files.size() - 1).toAbsolutePath().resolveSibling("");
        Comparison comparison = Comparison.of(Measured.readQuiet(new Records(folder).before(files)), now);
        now = described(now, files, folder);
        List<String> links = new ArrayList<>();
        for (Path file : files) {
            links.add(Records.link(file));
        }
        Path page = Records.bench().resolve("RESULTS.md");
        Files.writeString(page, new ResultsPage(now, comparison, links, picture(files.get(0), now)).markdown());
        comparison.lines().forEach(System.out::println);
        Path numbers =
                Records.bench().resolveSibling("docs").resolve("reference").resolve("numbers.md");
        new NumbersPage(now).write(numbers);
        System.out.println("Written to " + page + " and " + numbers);
        List<String> problems = problems(now, comparison, arguments.busy() || !measures);
        problems.forEach(System.err::println);
        return problems.isEmpty();
    }

    /** Older records say less of themselves than their place does. */
    private static Measured described(Measured measured, List<Path> files, Path folder) {
        Map<String, String> about = new LinkedHashMap<>(measured.about());
        about.putIfAbsent(
                "date", files.stream().map(Records::date).distinct().sorted().collect(Collectors.joining(", ")));
        about.putIfAbsent("CPU", String.valueOf(folder.getFileName()));
        about.putIfAbsent("PyTorch", "skipped: these records have no rows of it");
        return new Measured(about, measured.rows());
    }

    /**
     * Reasons to reject a record.
     *
     * @param busy whether a busy machine is none
     */
    static List<String> problems(Measured now, Comparison comparison, boolean busy) {
        List<String> problems = new ArrayList<>();
        if (now.isOfBusyMachine() && !busy) {
            problems.add("The machine was busy: load " + now.about("load")
                    + ". Measure again, or add --busy; later records are not compared with this one.");
        }
        List<Comparison.Change> unexplained = comparison.unexplained();
        if (!unexplained.isEmpty()) {
            problems.add("Slower without a reason:");
            unexplained.forEach(change -> problems.add("- " + change));
            problems.add("Mend them, or add a line '# " + Comparison.SLOWER
                    + " WORDS OF THE ROW: reason' to the record and run --report --from it.");
        }
        return problems;
    }

    /** Measures all that matches. */
    private static Path record(Arguments arguments, Optional<Measured> peers) throws Exception {
        try (Load load = Load.ofThisMachine()) {
            load.start(arguments.busy());
            return record(arguments, peers, load);
        }
    }

    private static Path record(Arguments arguments, Optional<Measured> peers, Load load) throws Exception {
        List<String> options = arguments.jmhWith(SHORT);
        int count = arguments.rounds().orElse(Arguments.ROUNDS);
        List<List<Row>> rounds = new ArrayList<>();
        for (int round = 1; round <= count; round++) {
            System.out.println("Round " + round + " of " + count);
            rounds.add(Jmh.run(options, ""));
        }
        List<Row> rows = new ArrayList<>(Rounds.medians(rounds));
        Measured torch = peers.isPresent()
                ? peers.get()
                : Torch.run(Records.bench().resolve("peers").resolve("torch_peers.py"));
        Map<String, String> more = new LinkedHashMap<>(torch.about());
        more.put("rounds", "median of " + count);
        more.put("load", load.describe());
        rows.stream().map(Row::family).distinct().forEach(family -> more.putAll(MessageSizes.of(family)));
        rows.addAll(torch.rows());
        return Records.ofThisCpu().keep(rows, options, more, "");
    }

    /** Beside the first record, under its name. */
    private static String picture(Path first, Measured measured) throws IOException {
        return Pictures.overRead(first.resolveSibling(Records.stem(first) + ".png"), measured);
    }
}
