package org.tersegrad.convergence.cli.schemes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.cli.shared.CommandFailed;
import org.tersegrad.convergence.cli.shared.Failure;
import org.tersegrad.convergence.cli.shared.JsonOption;
import org.tersegrad.convergence.cli.shared.RecipeList;
import org.tersegrad.convergence.data.DataUnavailableException;
import org.tersegrad.convergence.report.ErrorReport;
import org.tersegrad.convergence.report.pictures.SchemeError;
import org.tersegrad.convergence.time.recorded.Stopwatch;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.ReducerRecipe;
import org.tersegrad.reducers.group.GroupFailedException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists the recipes with their guarantees, bits and times. */
@Command(
        name = "schemes",
        description = "Measures recipes on a Gaussian tensor, alone or in groups, or lists what recipes are made of.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Bits are those of the first step, header and checksum included; times are CPU times of one"
                    + " thread; above the break-even bandwidth coding takes longer than it saves. omega and delta bound the error for every gradient: unbiased, the mean of |C(x) - x|² is"
                    + " at most omega |x|²; contractive, it is at most (1 - delta) |x|².",
            "",
            "Examples:",
            "  tersegrad schemes",
            "  tersegrad schemes --list",
            "  tersegrad schemes --elements 100000 'topk(0.01)' 'qsgd(4bit,code=entropy)'",
            "  tersegrad schemes --workers 2,8,32 int8 int8+twoshot vote",
            "  tersegrad schemes --error --out errors 'eden(4)' nvfp4 int4",
            "  tersegrad schemes --error --corpus corpus/gpt-sotu-iid nvfp4 'eden(4)'",
            "  tersegrad schemes --frontier --out frontier"
        })
public final class Schemes implements Runnable {
    /** Names that do not occur here are added with their example. */
    private static final List<String> TYPICAL = List.of(
            "dense",
            "half",
            "bf16",
            "natural",
            "int8",
            "int4(nearest)",
            "mxfp8",
            "mxfp6",
            "mxfp4",
            "nvfp4",
            "eden(4)",
            "eden(1,scale=unbiased)",
            "qsgd(8bit)",
            "qsgd(4bit)",
            "qsgd(4bit,code=entropy)",
            "terngrad",
            "sign",
            "onebit",
            "onebit+chunked(1024)",
            "lion",
            "topk(0.01)",
            "topk(0.01,values=int8)",
            "topk(0.001)",
            "randomk(0.01)",
            "threshold(2.5)",
            "strom(2.5)",
            "lowrank(4)");

    /** The default recipes of a look at groups. */
    private static final List<String> TYPICAL_IN_GROUPS = List.of(
            "dense",
            "bf16",
            "int8",
            "int8+twoshot",
            "int8+sharedscale",
            "int4",
            "int4+twoshot",
            "terngrad",
            "terngrad+sharedscale",
            "sign+ef",
            "sign+ef+twoshot",
            "vote",
            "topk(0.01)",
            "gtopk(0.01)",
            "powersgd(4)");

    /** Recipes that the frontier shows at several rates, one line each. */
    private static final List<List<String>> RATES = List.of(
            atRates("levels(%s)", "0.05,0.1,0.2,0.4,0.7,1,1.5,2,3,4,6,8"),
            atRates(
                    "eden(%s)",
                    "0.5,0.7,1.2,1.5,2.5,3.5,5,6,8"), // entropy-coded; 1 to 4 would be fields of as many bits
            atRates("qsgd(%s,code=entropy)", "2bit,4bit,6bit,8bit"),
            atRates("topk(%s)", "0.001,0.01,0.03,0.1,0.3"),
            atRates("topk(%s,values=int8)", "0.001,0.01,0.03,0.1,0.3"),
            atRates("topk(%s,values=bits2)", "0.001,0.01,0.03,0.1,0.3"));

    private static final int ELEMENTS = 1 << 20;
    private static final int ELEMENTS_IN_GROUPS = 1 << 16;
    private static final int ELEMENTS_WITH_ERROR = 1 << 17;
    private static final int USUAL_WORKERS = 8;
    private static final int MOST_WORKERS = 1024;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "RECIPE", description = "Recipes to measure; a typical choice if none is given.")
    private List<String> recipes = List.of();

    @Option(
            names = "--elements",
            paramLabel = "N",
            description = "Size of the tensor; its shape is as square as N allows. Default: " + ELEMENTS
                    + ", in groups " + ELEMENTS_IN_GROUPS + ", with --error " + ELEMENTS_WITH_ERROR + ".")
    private Optional<Integer> elements = Optional.empty();

    @Option(
            names = "--workers",
            paramLabel = "N",
            split = ",",
            description = "Measures what groups of this many workers send, and the error of their mean. Default: 8 if a"
                    + " recipe is for groups only, as vote is.")
    private List<Integer> workers = List.of();

    @Option(
            names = "--error",
            description = "Measures errors instead of times, on Gaussian, heavy-tailed, sparse and recorded gradients.")
    private boolean error;

    @Option(
            names = "--frontier",
            description =
                    "The same for recipes at several rates beside the bound of information theory, and the bits that each"
                            + " kind needs for a given error.")
    private boolean frontier;

    @Option(
            names = "--corpus",
            paramLabel = "DIR",
            description =
                    "With --error or --frontier: measures on recorded gradients, all in a folder of safetensors files"
                            + " or those of one file.")
    private Optional<Path> corpus = Optional.empty();

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            description = "With --error or --frontier: writes " + ErrorReport.TABLE + " and " + ErrorReport.PICTURE
                    + " there.")
    private Optional<Path> out = Optional.empty();

    @Option(names = "--list", description = "Lists the names and their parameters, and measures nothing.")
    private boolean list;

    @Mixin
    private JsonOption json;

    @Override
    public void run() {
        if (list) {
            if (json.isGiven()) {
                RecipeList.printJson(spec.commandLine().getOut());
            } else {
                RecipeList.print(spec.commandLine().getOut());
            }
            return;
        }
        if (elements.isPresent() && elements.get() < 1) {
            throw new ParameterException(spec.commandLine(), "--elements is 1 or more, this is " + elements.get());
        }
        for (int count : workers) {
            if (count < 1 || count > MOST_WORKERS) {
                throw new ParameterException(
                        spec.commandLine(), "--workers are 1 to " + MOST_WORKERS + ", this is " + count);
            }
        }
        if (out.isPresent() && !error && !frontier) {
            throw new ParameterException(spec.commandLine(), "--out is for --error and --frontier");
        }
        if (corpus.isPresent() && !error && !frontier) {
            throw new ParameterException(spec.commandLine(), "--corpus is for --error and --frontier");
        }
        if (corpus.isPresent() && elements.isPresent()) {
            throw new ParameterException(
                    spec.commandLine(), "--corpus has tensors of its own; --elements is for others");
        }
        if ((error || frontier) && !workers.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), "--error and --frontier are for one worker, --workers for groups");
        }
        try {
            recipes.forEach(ReducerRecipe::parse); // it knows all names, and suggests from all
            if (error || frontier) {
                measureErrors();
                return;
            }
            if (!workers.isEmpty() || recipes.stream().anyMatch(Schemes::isForGroupsOnly)) {
                measureGroups();
                return;
            }
            List<String> chosen = recipes.isEmpty() ? typical() : recipes;
            List<Compressor> compressors = chosen.stream().map(Recipe::parse).toList();
            CommandLine where = spec.commandLine();
            new SchemesTable(compressors, squarest(elements.orElse(ELEMENTS)))
                    .print(json.isGiven(), new Stopwatch(), where.getOut(), where.getErr());
        } catch (IllegalArgumentException e) {
            throw new CommandFailed(CommandFailed.MISUSED, String.valueOf(e.getMessage()), e);
        } catch (DataUnavailableException e) {
            throw new CommandFailed(CommandFailed.FAILED, String.valueOf(e.getMessage()), e);
        } catch (OutOfMemoryError e) {
            throw CommandFailed.outOfMemory("a tensor of that size", e);
        }
    }

    private void measureErrors() {
        out.ifPresent(Schemes::requireNew);
        List<String> chosen = recipes.isEmpty() ? (frontier ? rates() : single()) : recipes;
        List<SchemeError> errors = new ErrorsTable(
                        chosen.stream().map(Recipe::parse).toList(),
                        corpus.map(Sample::of)
                                .orElseGet(
                                        () -> SampleGradient.samples(squarest(elements.orElse(ELEMENTS_WITH_ERROR)))))
                .print(json.isGiven(), spec.commandLine().getOut());
        if (frontier && !json.isGiven()) {
            ErrorsTable.printBits(errors, spec.commandLine().getOut());
        }
        out.ifPresent(folder -> {
            try {
                (frontier ? ErrorReport.writeFrontier(errors, folder) : ErrorReport.write(errors, folder))
                        .ifPresent(spec.commandLine().getErr()::println);
            } catch (IOException e) {
                throw new CommandFailed(
                        CommandFailed.FAILED, "Cannot write to " + folder + ": " + Failure.words(e) + ".", e);
            }
        });
    }

    private static void requireNew(Path folder) {
        for (String name : List.of(ErrorReport.TABLE, ErrorReport.PICTURE)) {
            if (Files.exists(folder.resolve(name))) {
                throw new IllegalArgumentException(
                        folder.resolve(name) + " is there already; --out takes another folder");
            }
        }
    }

    private void measureGroups() {
        List<Reducer> reducers = (recipes.isEmpty() ? TYPICAL_IN_GROUPS : recipes)
                .stream().map(ReducerRecipe::parse).toList();
        List<Integer> groups = workers.isEmpty() ? List.of(USUAL_WORKERS) : workers;
        try {
            new ReducersTable(reducers, groups, squarest(elements.orElse(ELEMENTS_IN_GROUPS)))
                    .print(json.isGiven(), spec.commandLine().getOut());
        } catch (GroupFailedException e) {
            if (e.getCause() instanceof OutOfMemoryError cause) {
                throw cause;
            }
            if (e.getCause()
                    instanceof IllegalArgumentException cause) { // as a recipe that this group is too large for
                throw cause;
            }
            throw e;
        }
    }

    private static boolean isForGroupsOnly(String recipe) {
        try {
            Recipe.parse(recipe);
            return false;
        } catch (IllegalArgumentException e) {
            return true;
        }
    }

    /** The recipes that are measured if none is named: typical parameters, and all schemes and wrappers at least once. */
    public static List<String> typical() {
        List<String> all = new ArrayList<>(TYPICAL);
        for (RecipeEntry<Compressor> entry : Recipe.entries()) {
            if (all.stream().noneMatch(recipe -> names(recipe).contains(entry.name()))) {
                all.add(entry.example());
            }
        }
        return all;
    }

    /** Those without wrappers: what a wrapper remembers or leaves out does not show in a single message. */
    private static List<String> single() {
        return typical().stream().filter(recipe -> !recipe.contains("+")).toList();
    }

    /** The lines of the frontier, and one recipe of every other scheme. */
    private static List<String> rates() {
        List<String> all = new ArrayList<>(RATES.stream().flatMap(List::stream).toList());
        for (String recipe : single()) {
            if (all.stream().noneMatch(other -> names(other).equals(names(recipe)))) {
                all.add(recipe);
            }
        }
        return all;
    }

    private static List<String> atRates(String recipe, String rates) {
        return Arrays.stream(rates.split(",", -1))
                .map(rate -> String.format(Locale.ROOT, recipe, rate))
                .toList();
    }

    private static List<String> names(String recipe) {
        return Arrays.stream(recipe.split("\\+", -1))
                .map(call -> call.replaceFirst("\\(.*", ""))
                .toList();
    }

    /** The rows are the largest divisor up to the square root. */
    static Shape squarest(int elements) {
        int rows = (int) Math.sqrt(elements);
        while (elements % rows != 0) {
            rows--;
        }
        return new Shape(rows, elements / rows);
    }
}
