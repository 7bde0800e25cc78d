package org.tersegrad.convergence.report.summary;

/** The parts of a recipe's name in the results: {@code topk(0.01)+ef@0.3} is Top-k with error feedback at the rate 0.3. */
public final class RecipeName {
    private static final String MEMORY = "\\+(ef|ef21|ef21m|diana|efbv|econtrol|dgc)(\\([^()]*\\))?(?=\\+|\\)|$)";

    private RecipeName() {}

    /** The name without the learning rate. */
    public static String withoutRate(String name) {
        int at = name.lastIndexOf('@');
        return at > 0 && name.substring(at + 1).matches("[0-9.eE-]+") ? name.substring(0, at) : name;
    }

    /** The name without the rate and without error feedback: the same for a scheme with and without error feedback. */
    public static String family(String name) {
        return withoutRate(name).replaceAll(MEMORY, "");
    }

    /** Whether it remembers what was not sent. */
    public static boolean hasMemory(String name) {
        return !withoutRate(name).equals(family(name));
    }
}
