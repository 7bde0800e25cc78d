package org.tersegrad.convergence.cli.shared;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.reducers.ReducerRecipe;

/** The names that recipes are made of: first those of compressors, then those that only a group of workers can use. */
public final class RecipeList {
    private RecipeList() {}

    /** Prints all names with their parameters, for people. */
    public static void print(PrintWriter out) {
        print(Recipe.entries(), out);
        out.println();
        out.println("Where workers average, all of these can be used, and:");
        out.println();
        print(ReducerRecipe.entries(), out);
    }

    private static void print(List<? extends RecipeEntry<?>> entries, PrintWriter out) {
        int width = entries.stream()
                .mapToInt(entry -> entry.example().length())
                .max()
                .orElse(1);
        for (RecipeEntry<?> entry : entries) {
            out.printf(Locale.ROOT, "%-" + width + "s  %s%n", entry.example(), entry.help());
            for (Parameter parameter : entry.parameters()) {
                out.printf(Locale.ROOT, "    %-10s %s%n", parameter.name(), parameter.help());
            }
        }
    }

    /** Prints the same for programs. */
    public static void printJson(PrintWriter out) {
        List<Map<String, Object>> rows = new ArrayList<>();
        Recipe.entries().forEach(entry -> rows.add(members(entry, false)));
        ReducerRecipe.entries().forEach(entry -> rows.add(members(entry, true)));
        JsonOption.print(rows, out);
    }

    private static Map<String, Object> members(RecipeEntry<?> entry, boolean groups) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("name", entry.name());
        members.put("example", entry.example());
        members.put("help", entry.help());
        members.put("groups_only", groups);
        members.put("parameters", members(entry.parameters()));
        return members;
    }

    /** The parameters by name. */
    public static Map<String, String> members(List<Parameter> parameters) {
        Map<String, String> members = new LinkedHashMap<>();
        parameters.forEach(parameter -> members.put(parameter.name(), parameter.help()));
        return members;
    }
}
