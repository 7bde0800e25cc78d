package org.tersegrad.convergence.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.convergence.cli.shared.CacheOption;
import org.tersegrad.convergence.cli.shared.JsonOption;
import org.tersegrad.convergence.cli.shared.RecipeList;
import org.tersegrad.convergence.data.DataSetEntry;
import org.tersegrad.convergence.data.DataSets;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The data sets: first a table, then what each is and whose. */
@Command(
        name = "list",
        description = "Lists the data sets, and says which are on this machine.",
        mixinStandardHelpOptions = true)
final class DataList implements Runnable {
    private static final String ROW = "%-14s  %17s  %10s  %7s  %-13s  %s%n";

    @Spec
    private CommandSpec spec;

    @Mixin
    private CacheOption cache;

    @Mixin
    private JsonOption json;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        List<DataSetEntry> entries = DataSets.entries();
        if (json.isGiven()) {
            JsonOption.print(entries.stream().map(this::members).toList(), out);
            return;
        }
        out.printf(Locale.ROOT, ROW, "name", "examples", "classes", "size", "licence", "where");
        for (DataSetEntry entry : entries) {
            DataSetEntry.Facts facts = entry.facts();
            out.printf(
                    Locale.ROOT,
                    ROW,
                    entry.name(),
                    facts.examples(),
                    facts.classes(),
                    facts.size(),
                    facts.licence(),
                    where(entry, cache.folder()));
        }
        for (DataSetEntry entry : entries) {
            out.println();
            out.println(entry.name() + ": " + entry.facts().description());
            out.println("    " + entry.facts().credit());
            for (Parameter parameter : entry.parameters()) {
                out.printf(Locale.ROOT, "    %-10s %s%n", parameter.name(), parameter.help());
            }
        }
        out.println();
        out.println("Files: " + DataSets.FILES);
        out.println("    as in tersegrad compare --data houses.csv --label price");
    }

    private Map<String, Object> members(DataSetEntry entry) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("name", entry.name());
        members.put("examples", entry.facts().examples());
        members.put("classes", entry.facts().classes());
        members.put("size", entry.facts().size());
        members.put("licence", entry.facts().licence());
        members.put("where", where(entry, cache.folder()));
        members.put("description", entry.facts().description());
        members.put("credit", entry.facts().credit());
        members.put("parameters", RecipeList.members(entry.parameters()));
        return members;
    }

    private static String where(DataSetEntry entry, Path cache) {
        if (entry.archive().isEmpty()) {
            return "built in";
        }
        return DataSets.locate(entry, cache).map(Path::toString).orElseGet(() -> DataSets.fetchCommand(entry, cache));
    }
}
