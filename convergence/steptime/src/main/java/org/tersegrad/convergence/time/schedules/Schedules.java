package org.tersegrad.convergence.time.schedules;

import java.util.List;
import java.util.function.Function;
import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.RecipeReader;

/** The names of schedules. */
public final class Schedules {
    private static final Parameter MEGABYTES = new Parameter("mb", "from how many MB of floats on a group is full");
    private static final double USUAL_MEGABYTES = 25;
    private static final double MOST_MEGABYTES = 1e6;

    private static final List<RecipeEntry<Schedule>> ENTRIES = List.of(
            entry("none", "one exchange after the backward pass", a -> new NoOverlap()),
            entry("wfbp", "every tensor as soon as its gradient is there", a -> new WaitFree()),
            entry("fuse(25)", "groups of this many MB", a -> new Fused(megabytes(a)), MEGABYTES),
            entry("mg", "groups by the rule of MG-WFBP", a -> MgWfbp.onTheNetwork()),
            entry("omgs", "groups by the rule of OMGS-SGD", a -> new MergedSparsification()),
            entry("best", "the groups with the shortest step", a -> new BestMerging()),
            entry("dear(25)", "sums first, their exchange in the next step", a -> new Dear(megabytes(a)), MEGABYTES),
            entry(
                    "server(1)",
                    "wfbp with parameter servers",
                    a -> new Servers(a.asInt("servers", 1, 1, Integer.MAX_VALUE)),
                    new Parameter("servers", "how many")),
            entry(
                    "local(8)",
                    "one exchange in this many steps",
                    a -> new LocalSteps(a.asInt("steps", 8, 1, LocalSteps.MOST)),
                    new Parameter("steps", "from one exchange to the next")));

    private Schedules() {}

    static Schedule parse(String text) {
        return RecipeReader.call("schedule", text, Schedule.class, ENTRIES);
    }

    /** A text for each schedule, with its usual numbers. */
    public static List<String> examples() {
        return ENTRIES.stream().map(RecipeEntry::example).toList();
    }

    private static double megabytes(RecipeArguments arguments) {
        return arguments.asDouble("mb", USUAL_MEGABYTES, 0, MOST_MEGABYTES);
    }

    private static RecipeEntry<Schedule> entry(
            String example, String help, Function<RecipeArguments, Schedule> make, Parameter... parameters) {
        return RecipeEntry.first(Schedule.class, example, help, make, parameters);
    }

    /** A number of MB as a text of its own. */
    static String text(String name, double megabytes) {
        boolean whole = megabytes == Math.rint(megabytes);
        return name + "(" + (whole ? String.valueOf((long) megabytes) : String.valueOf(megabytes)) + ")";
    }
}
