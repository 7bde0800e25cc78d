package org.tersegrad.convergence.model;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.RecipeEntry.Unnamed;
import org.tersegrad.convergence.data.DataSet;

/**
 * A name that the text of a model can begin with: its parameters, what it learns from and what it makes.
 *
 * <pre>{@code
 * ModelEntry mlp = ModelEntry.of("mlp", "mlp(256,128)", "a multilayer perceptron", LabelledVectors.class,
 *         (data, arguments) -> new Mlp(data, arguments.asInts("units")),
 *         RecipeEntry.Unnamed.LIST, new RecipeEntry.Parameter("units", "units of each hidden layer"));
 * }</pre>
 */
public sealed interface ModelEntry {
    /** The first word of the text, in lower case. */
    String name();

    /** A whole text. */
    String example();

    /** A description in half a line. */
    String help();

    /** The arguments that may be given without the name of their parameter. */
    Unnamed unnamed();

    /** The parameters in parentheses. */
    List<Parameter> parameters();

    /** Whether it is a model of data of this kind. */
    boolean learnsFrom(DataSet data);

    /**
     * The problem with these arguments.
     *
     * @param data asked only if the model learns from data
     * @throws IllegalArgumentException if the arguments are wrong or the data is not for it
     */
    Problem make(RecipeArguments arguments, Supplier<? extends DataSet> data);

    /** A model of data of one kind. */
    record OfData<D extends DataSet>(
            String name,
            String example,
            String help,
            Class<D> kind,
            BiFunction<D, RecipeArguments, Problem> maker,
            Unnamed unnamed,
            List<Parameter> parameters)
            implements ModelEntry {
        public OfData {
            parameters = List.copyOf(parameters);
        }

        @Override
        public boolean learnsFrom(DataSet data) {
            return kind.isInstance(data);
        }

        @Override
        public Problem make(RecipeArguments arguments, Supplier<? extends DataSet> data) {
            DataSet loaded = data.get();
            if (!learnsFrom(loaded)) {
                throw Models.unfit(kind, loaded);
            }
            return maker.apply(kind.cast(loaded), arguments);
        }
    }

    /** A problem that brings its own examples. */
    record OfNothing(
            String name,
            String example,
            String help,
            Function<RecipeArguments, Problem> maker,
            Unnamed unnamed,
            List<Parameter> parameters)
            implements ModelEntry {
        public OfNothing {
            parameters = List.copyOf(parameters);
        }

        @Override
        public boolean learnsFrom(DataSet data) {
            return false;
        }

        @Override
        public Problem make(RecipeArguments arguments, Supplier<? extends DataSet> data) {
            return maker.apply(arguments);
        }
    }

    /** A model of data; the maker throws an {@link IllegalArgumentException} for bad arguments and unfit data. */
    static <D extends DataSet> ModelEntry of(
            String name,
            String example,
            String help,
            Class<D> kind,
            BiFunction<D, RecipeArguments, Problem> maker,
            Unnamed unnamed,
            Parameter... parameters) {
        return new OfData<>(name, example, help, kind, maker, unnamed, List.of(parameters));
    }

    /** A problem without data; the maker throws an {@link IllegalArgumentException} for bad arguments. */
    static ModelEntry ofNothing(
            String name,
            String example,
            String help,
            Function<RecipeArguments, Problem> maker,
            Unnamed unnamed,
            Parameter... parameters) {
        return new OfNothing(name, example, help, maker, unnamed, List.of(parameters));
    }
}
