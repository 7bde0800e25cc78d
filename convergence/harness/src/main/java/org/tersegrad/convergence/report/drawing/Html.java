package org.tersegrad.convergence.report.drawing;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Map;

/** Escaped text, which a page shows as it is, whatever it contains. */
public final class Html {
    private Html() {}

    /** Escapes text between tags and for quoted attributes. */
    public static String text(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    /**
     * JSON for a script element, which ends at the first {@code </script} that is in it and changes its rules at {@code
     * <!--}. In JSON these signs occur in strings only, where an escape means the same.
     */
    public static String json(String json) {
        return json.replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }

    /** Sentences as paragraphs of a class. */
    public static String paragraphs(String kind, List<String> sentences) {
        return sentences.stream()
                .map(sentence -> "<p class=\"" + kind + "\">" + text(sentence) + "</p>")
                .collect(joining("\n"));
    }

    /** Names and what they mean. */
    public static String definitions(Map<String, String> about) {
        return about.entrySet().stream()
                .map(each -> "<dt>" + text(each.getKey()) + "</dt><dd>" + text(each.getValue()) + "</dd>")
                .collect(joining("\n", "<dl>\n", "\n</dl>"));
    }
}
