package org.tersegrad.convergence.cli.shared;

import java.io.PrintWriter;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/** The option {@code --json}, the same for every command that prints a table: its rows for programs. */
public final class JsonOption {
    @Option(names = "--json", description = "Prints JSON instead of a table.")
    private boolean json;

    /** Whether the user asked for JSON. */
    public boolean isGiven() {
        return json;
    }

    /**
     * Prints maps, lists, strings, numbers and nulls.
     *
     * @param value members of maps are printed in the order of the map
     */
    public static void print(Object value, PrintWriter out) {
        JsonMapper mapper = JsonMapper.builder().build(); // here, since it takes a quarter of a second
        out.println(mapper.writerWithDefaultPrettyPrinter().writeValueAsString(value));
        out.flush();
    }
}
