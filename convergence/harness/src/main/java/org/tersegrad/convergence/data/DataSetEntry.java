package org.tersegrad.convergence.data;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.RecipeEntry.Parameter;

/**
 * A data set that {@link DataSets} knows: its description, its source and its reader.
 *
 * @param name in lower case
 * @param facts for the list
 * @param parameters what can be set in parentheses behind the name
 * @param archive where it comes from; nothing if it is built in or made up
 * @param loader reads or makes it
 */
public record DataSetEntry(
        String name, Facts facts, List<Parameter> parameters, Optional<Archive> archive, Loader loader) {
    /**
     * The facts about a data set in a list.
     *
     * @param description in half a line
     * @param examples to learn from + to be tested on
     * @param classes how many, or how many symbols
     * @param size of what is fetched
     * @param licence its short name
     * @param credit whose work it is
     */
    public record Facts(
            String description, String examples, String classes, String size, String licence, String credit) {}

    /** Reads or makes a data set. */
    public interface Loader {
        /**
         * The set, from its files if it has any.
         *
         * @param arguments the settings of the set, which prints with them
         * @param files the folder where the set's files are, or the file; a set that needs none does not look
         * @throws DataUnavailableException if a file is missing or damaged
         */
        DataSet load(RecipeArguments arguments, Path files);
    }

    public DataSetEntry {
        parameters = List.copyOf(parameters);
    }

    /** A set that is there without files: in the jar, or made up from a seed. */
    public static DataSetEntry withoutFiles(
            String name, Facts facts, Function<RecipeArguments, DataSet> maker, Parameter... parameters) {
        return new DataSetEntry(
                name, facts, List.of(parameters), Optional.empty(), (arguments, files) -> maker.apply(arguments));
    }

    /** A set that has to be fetched. */
    public static DataSetEntry fetched(
            String name, Facts facts, Archive archive, Loader loader, Parameter... parameters) {
        return new DataSetEntry(name, facts, List.of(parameters), Optional.of(archive), loader);
    }
}
