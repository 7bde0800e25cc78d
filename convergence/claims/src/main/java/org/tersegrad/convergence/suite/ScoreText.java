package org.tersegrad.convergence.suite;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tersegrad.convergence.report.tables.Sentences;
import org.tersegrad.convergence.time.report.Cells;

/** Scores for a terminal, and for programs. */
public final class ScoreText {
    private ScoreText() {}

    /** A table with a line for each recipe, and a sentence where a score is partial or none. */
    public static String table(Suite suite, List<Score> scores) {
        List<String> names = scores.stream()
                .flatMap(score -> score.parts().stream())
                .map(part -> part.workload().name())
                .distinct()
                .toList();
        List<List<String>> rows = new ArrayList<>();
        List<String> heads = new ArrayList<>(List.of("suite " + suite.version(), "bits", "seconds"));
        heads.addAll(names);
        for (Score score : Leaderboard.ordered(scores)) {
            List<String> row = new ArrayList<>(
                    List.of(score.recipe(), Leaderboard.times(score.bits()), Leaderboard.times(score.seconds())));
            row.addAll(Leaderboard.times(score, names, "-"));
            rows.add(row);
        }
        StringBuilder text = new StringBuilder(new Cells(heads, rows).text()).append('\n');
        Sentences.wrap(
                "What dense needs until a target over what the recipe needs: geometric means in bits and in modelled seconds on 1 Gbit/s,"
                        + " and the ratio of bits on each workload.",
                text);
        for (Score score : scores) {
            remarks(suite, score).forEach(sentence -> Sentences.wrap(sentence, text));
        }
        return text.toString();
    }

    private static List<String> remarks(Suite suite, Score score) {
        List<String> remarks = new ArrayList<>();
        if (!score.missed().isEmpty()) {
            remarks.add(score.recipe() + " has no score: two of three seeds miss the target of "
                    + String.join(", ", score.missed()) + ".");
        }
        if (!score.whole()) {
            remarks.add(
                    score.recipe() + " has a partial score: " + score.parts().size() + " of "
                            + suite.workloads().size() + " workloads. It does not enter the leaderboard.");
        }
        return remarks;
    }

    /** The members of a score in JSON; null where there is none. */
    public static Map<String, Object> members(Score score) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("recipe", score.recipe());
        members.put("whole", score.whole());
        put(members, "bits_score", score.bits());
        put(members, "seconds_score", score.seconds());
        List<Map<String, Object>> workloads = new ArrayList<>();
        for (Score.Part part : score.parts()) {
            Map<String, Object> each = new LinkedHashMap<>();
            each.put("workload", part.workload().name());
            put(each, "rate", part.rate());
            put(each, "bits_to_target", part.bits());
            put(each, "seconds_to_target", part.seconds());
            workloads.add(each);
        }
        members.put("workloads", workloads);
        return members;
    }

    private static void put(Map<String, Object> members, String name, double value) {
        members.put(name, Double.isFinite(value) ? value : null);
    }
}
