package org.tersegrad.convergence.documents;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A checker of our English, in notes and string literals of Java sources and in Markdown pages. A finding names file, line, the
 * phrase, and what to write instead.
 */
final class Prose {
    private static final Pattern OPENING = Pattern.compile("(?:What|How|Where|Who|Whoever|Which)\\b");
    private static final String NAME_IT = "open with a noun phrase that names the thing, or a verb in the third person";

    private static final Pattern HEADING = Pattern.compile("#+ (?:(?:What|How|Where|Who|Which)\\b.*|.*\\?)");
    private static final String TERM = "a term of the field, neither a clause nor a question";

    /** Tags with names and code in them, which are not prose. */
    private static final Pattern TAG = Pattern.compile("\\{@\\w+\\s[^}]*}");

    private static final List<Phrase> PHRASES = List.of(
            new Phrase("one's own\\b", "custom"),
            new Phrase("\\b[Ss]tands? in\\b(?! for\\b)", "is in, are in"),
            new Phrase("\\b[Tt]o the bit\\b", "bit for bit"),
            new Phrase("\\b[Ss]o many\\b", "n, or the name of the parameter"),
            new Phrase("\\b[Aa]new\\b", "again"),
            new Phrase("\\b[Ss]eldom\\b", "rarely"),
            new Phrase("\\b[Ii]nside of\\b", "inside"),
            new Phrase("\\b(?:is|are|was|were) to be had\\b", "is available"),
            new Phrase(
                    "\\b(?:[Ww]hoever|[Ss]omebody|[Nn]obody|[Ee]verybody)\\b",
                    "the caller, users, no worker, all workers"),
            new Phrase("\\b[Rr]ooms?\\b(?! (?:for|left|in)\\b)", "package; space"),
            new Phrase("\\b[Dd]oors?\\b", "entry point"),
            new Phrase("\\bcomes? and go(?:es)?\\b", "join and leave"),
            new Phrase("\\b[Ww]hat \\w+(?: \\w+)? (?:came|comes?) to\\b", "result"));

    /** Phrases of notes and pages alone: messages quote {@code refuse} as a call, and say that a text is no number. */
    private static final List<Phrase> OF_NOTES = List.of(
            new Phrase("\\b[Rr]efus(?:e|ed|es|ing|als?)\\b", "reject, throw"),
            new Phrase("\\b[Ii]n the mean\\b", "on average, averaged over"),
            new Phrase("\\b[Nn]ot a number\\b", "NaN"));

    private Prose() {}

    private record Phrase(Pattern found, String better) {
        Phrase(String found, String better) {
            // A line may end inside a phrase.
            this(Pattern.compile(found.replace(" ", "\\s+")), better);
        }
    }

    /** The findings in the notes of a source, and in its string literals. */
    static List<String> inSource(String file, String source, boolean withStrings) {
        List<String> findings = new ArrayList<>();
        for (JavaTexts.Text text : JavaTexts.of(source)) {
            if (text.isNote()) {
                String prose = blanked(TAG, text.prose());
                Matcher opening = OPENING.matcher(prose.stripLeading());
                if (opening.lookingAt()) {
                    int line = text.line()
                            + lines(prose, prose.length() - prose.stripLeading().length());
                    findings.add(finding(file, line, opening.group(), NAME_IT));
                }
                find(file, text.line(), prose, OF_NOTES, findings);
                find(file, text.line(), prose, PHRASES, findings);
            } else if (withStrings) {
                find(file, text.line(), text.prose(), PHRASES, findings);
            }
        }
        return findings;
    }

    /** The findings in a page, without those in code. */
    static List<String> inPage(String file, String page) {
        String prose = blanked(Pattern.compile("`[^`\\n]*`"), blanked(Pattern.compile("(?s)```.*?```"), page));
        List<String> findings = new ArrayList<>();
        Matcher heading = Pattern.compile("(?m)^" + HEADING.pattern() + "$").matcher(prose);
        while (heading.find()) {
            findings.add(finding(file, 1 + lines(prose, heading.start()), heading.group(), TERM));
        }
        find(file, 1, prose, OF_NOTES, findings);
        find(file, 1, prose, PHRASES, findings);
        return findings;
    }

    private static void find(String file, int firstLine, String prose, List<Phrase> phrases, List<String> findings) {
        for (Phrase phrase : phrases) {
            Matcher found = phrase.found().matcher(prose);
            while (found.find()) {
                String words = found.group().replaceAll("\\s+", " ");
                findings.add(finding(file, firstLine + lines(prose, found.start()), words, phrase.better()));
            }
        }
    }

    private static String finding(String file, int line, String phrase, String better) {
        return file + ", line " + line + ": \"" + phrase + "\"; better: " + better;
    }

    private static int lines(String text, int end) {
        return (int) text.substring(0, end).chars().filter(c -> c == '\n').count();
    }

    /** The text with dots in place of what is found: as long, with the same lines. */
    private static String blanked(Pattern found, String text) {
        return found.matcher(text).replaceAll(match -> match.group().replaceAll("[^\\r\\n]", "."));
    }
}
