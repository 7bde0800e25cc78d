package org.tersegrad.notebooks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.core.util.Separators.Spacing;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A notebook file, as far as it is checked.
 *
 * @param name of the file
 * @param json all of it
 */
public record Notebook(String name, ObjectNode json) {
    private static final JsonMapper JSON = JsonMapper.shared();

    /**
     * A cell with code.
     *
     * @param number 1 for the first cell with code, 2 for the next
     * @param source its code
     * @param count the number in brackets beside it: how many cells had run; 0 if it has not
     * @param text what it printed
     * @param errors one line for each output that a reader should not see: a failure, a warning
     */
    public record Cell(int number, String source, int count, String text, List<String> errors) {}

    public static Notebook read(Path file) throws IOException {
        JsonNode json = JSON.readTree(Files.readString(file));
        return new Notebook(String.valueOf(file.getFileName()), (ObjectNode) json);
    }

    /** Its cells with code, from top to bottom. */
    public List<Cell> code() {
        List<Cell> cells = new ArrayList<>();
        for (JsonNode cell : json.path("cells")) {
            if (cell.path("cell_type").asString("").equals("code")) {
                cells.add(cell(cells.size() + 1, cell));
            }
        }
        return cells;
    }

    private static Cell cell(int number, JsonNode cell) {
        StringBuilder text = new StringBuilder();
        List<String> errors = new ArrayList<>();
        for (JsonNode output : cell.path("outputs")) {
            switch (output.path("output_type").asString("")) {
                case "stream" -> {
                    if (output.path("name").asString("").equals("stdout")) {
                        text.append(joined(output.path("text")));
                    } else {
                        errors.add("on standard error: " + firstLine(joined(output.path("text"))));
                    }
                }
                case "error" -> errors.add(error(output));
                default -> text.append(joined(output.path("data").path("text/plain")));
            }
        }
        return new Cell(
                number,
                joined(cell.path("source")),
                cell.path("execution_count").asInt(0),
                text.toString(),
                errors);
    }

    /** The kernel shows a failure in colours, its message and its place among them. */
    private static String error(JsonNode output) {
        StringBuilder words = new StringBuilder(output.path("ename").asString("") + ": ");
        words.append(firstLine(output.path("evalue").asString("")));
        for (JsonNode line : output.path("traceback")) {
            words.append("\n    ").append(line.asString("").replaceAll("\u001b\\[[0-9;]*m", ""));
        }
        return words.toString();
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }

    /** Joins text, which is one string or a list of lines in a notebook. */
    private static String joined(JsonNode text) {
        if (!text.isArray()) {
            return text.asString("");
        }
        StringBuilder all = new StringBuilder();
        text.forEach(line -> all.append(line.asString("")));
        return all.toString();
    }

    /**
     * The file without what differs from run to run: times, the version of the JDK, whatever a program has noted beside a cell.
     * Written as Jupyter writes it, so that saving it there changes nothing.
     */
    public String cleaned() {
        ObjectNode clean = json.deepCopy();
        for (JsonNode cell : clean.path("cells")) {
            ((ObjectNode) cell).putObject("metadata");
            for (JsonNode output : cell.path("outputs")) {
                if (output.has("metadata")) {
                    ((ObjectNode) output).putObject("metadata");
                }
            }
        }
        ObjectNode metadata = clean.putObject("metadata");
        metadata.putObject("kernelspec")
                .put("display_name", "Java")
                .put("language", "java")
                .put("name", "java");
        metadata.putObject("language_info")
                .put("file_extension", ".java")
                .put("mimetype", "text/x-java-source")
                .put("name", "java")
                .put("pygments_lexer", "java");
        Separators separators = Separators.createDefaultInstance()
                .withObjectNameValueSpacing(Spacing.AFTER)
                .withObjectEmptySeparator("")
                .withArrayEmptySeparator("");
        DefaultIndenter lines = new DefaultIndenter(" ", "\n");
        DefaultPrettyPrinter printer =
                new DefaultPrettyPrinter(separators).withObjectIndenter(lines).withArrayIndenter(lines);
        return JSON.writer().with(printer).writeValueAsString(sorted(clean)) + "\n";
    }

    private static JsonNode sorted(JsonNode node) {
        if (node instanceof ObjectNode object) {
            TreeMap<String, JsonNode> fields = new TreeMap<>();
            object.forEachEntry((name, value) -> fields.put(name, sorted(value)));
            ObjectNode result = JSON.createObjectNode();
            fields.forEach(result::set);
            return result;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode result = JSON.createArrayNode();
            array.forEach(element -> result.add(sorted(element)));
            return result;
        }
        return node;
    }
}
