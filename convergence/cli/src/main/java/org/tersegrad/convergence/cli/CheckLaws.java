package org.tersegrad.convergence.cli;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.Set;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeProvider;
import org.tersegrad.compressors.Wrapper;
import org.tersegrad.convergence.cli.shared.CommandFailed;
import org.tersegrad.convergence.cli.shared.ProgressLines;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.ReducerRecipe;
import org.tersegrad.testkit.Claim;
import org.tersegrad.testkit.Laws;
import org.tersegrad.testkit.Subject;
import org.tersegrad.testkit.Verdict;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The laws of the test kit, checked from the command line. */
@Command(
        name = CheckLaws.NAME,
        description = "Checks every law for the recipes that a jar registers, or for recipes given by name.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "The exit code is 1 if a law fails. n/a marks laws about properties that the recipe does not claim.",
            "",
            "Examples:",
            "  tersegrad laws my-compressor.jar",
            "  tersegrad laws --tries 1000 'topk(0.01)+ef' 'qsgd(4bit)+twoshot'",
            "  tersegrad laws my-compressor.jar --claim odd,scales"
        })
final class CheckLaws implements Runnable {
    static final String NAME = "laws";

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "JAR|RECIPE",
            arity = "1..*",
            description = "A jar or a folder of classes with a RecipeProvider, or a recipe.")
    private List<String> subjects = List.of();

    @Option(
            names = "--tries",
            paramLabel = "N",
            description = "Tensors for each law. Default: ${DEFAULT-VALUE}.",
            defaultValue = "200")
    private int tries;

    @Option(
            names = "--claim",
            paramLabel = "NAME",
            split = ",",
            description = "Properties that all compressors claim, in addition: ${COMPLETION-CANDIDATES}.")
    private Set<Claim> claims = Set.of();

    /** Whether an argument is the name of a file rather than a recipe. */
    static boolean isJar(String subject) {
        return subject.toLowerCase(Locale.ROOT).endsWith(".jar") || Files.isDirectory(Path.of(subject));
    }

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        int failed = 0;
        try {
            ProgressLines progress = new ProgressLines(NAME, spec.commandLine().getErr());
            for (Checked each : all()) { // every recipe is parsed before the first is checked
                progress.step(each.recipe());
                failed += print(each.recipe(), each.laws().withTries(tries).check(), out);
            }
        } catch (IllegalArgumentException e) {
            throw new CommandFailed(CommandFailed.MISUSED, String.valueOf(e.getMessage()), e);
        }
        out.flush();
        if (failed > 0) {
            throw new CommandFailed(CommandFailed.FAILED, failed + (failed == 1 ? " law fails." : " laws fail."));
        }
    }

    /** A recipe with its laws. */
    private record Checked(String recipe, Laws laws) {}

    private List<Checked> all() {
        List<Path> jars =
                subjects.stream().filter(CheckLaws::isJar).map(Path::of).toList();
        Set<String> recipes = new LinkedHashSet<>();
        ServiceLoader.load(RecipeProvider.class, RecipeProvider.class.getClassLoader()).stream()
                .filter(provider -> PlugIns.isFrom(jars, provider.type()))
                .flatMap(provider -> provider.get().entries().stream())
                .filter(entry -> isRecipe(entry.makes()))
                .map(RecipeEntry::samples)
                .forEach(samples -> recipes.addAll(samples.recipes()));
        if (recipes.isEmpty() && !jars.isEmpty()) {
            throw new IllegalArgumentException(jars.get(0) + " registers no recipe; it needs a file META-INF/services/"
                    + RecipeProvider.class.getName() + " that names a class");
        }
        subjects.stream().filter(subject -> !isJar(subject)).forEach(recipes::add);
        List<Checked> all = new ArrayList<>();
        for (String recipe : recipes) {
            all.add(new Checked(recipe, laws(recipe)));
        }
        return all;
    }

    private static boolean isRecipe(Class<?> made) {
        return made == Compressor.class || made == Wrapper.class || made == Reducer.class;
    }

    /** The laws of a compressor if the recipe is one, those of a reducer otherwise. */
    private Laws laws(String recipe) {
        Compressor compressor;
        try {
            compressor = Recipe.parse(recipe);
        } catch (IllegalArgumentException e) {
            return Laws.of(ReducerRecipe.parse(recipe));
        }
        return Laws.of(new Subject(compressor, claims));
    }

    /** Prints a line for each law and returns how many have failed. */
    static int print(String recipe, List<Verdict> verdicts, PrintWriter out) {
        out.println(recipe);
        for (Verdict verdict : verdicts) {
            out.println("  " + verdict.word() + "  " + verdict.law());
            verdict.counterExample().ifPresent(example -> {
                out.println("          the law: " + verdict.law().says());
                out.println(example.toString().indent(2).stripTrailing());
            });
        }
        out.println("  " + count(verdicts));
        return (int) count(verdicts, Verdict.Outcome.FAILED);
    }

    /** The verdicts in numbers. */
    static String count(List<Verdict> verdicts) {
        return count(verdicts, Verdict.Outcome.PASSED) + " passed, " + count(verdicts, Verdict.Outcome.FAILED)
                + " failed, " + count(verdicts, Verdict.Outcome.NOT_APPLICABLE) + " not applicable";
    }

    private static long count(List<Verdict> verdicts, Verdict.Outcome outcome) {
        return verdicts.stream().filter(verdict -> verdict.outcome() == outcome).count();
    }
}
