package org.tersegrad.convergence.model;

import java.util.function.BiFunction;
import java.util.function.Function;
import org.tersegrad.convergence.data.DataSet;

/**
 * A name that the text of a model can begin with: what it learns from and what it makes.
 *
 * <pre>{@code
 * ModelEntry mlp = ModelEntry.of("mlp", "mlp(256,128)", "a multilayer perceptron; hidden units", LabelledVectors.class,
 *         (data, arguments) -> new Mlp(data, arguments.asInts()));
 * }</pre>
 */
public sealed interface ModelEntry {
    /** What the text begins with. */
    String name();

    /** A whole text. */
    String example();

    /** What it is and what its numbers mean, in half a line. */
    String help();

    /** A model of data of one kind. */
    record OfData<D extends DataSet>(
            String name, String example, String help, Class<D> kind, BiFunction<D, ModelArguments, Problem> maker)
            implements ModelEntry {}

    /** A problem that brings its own examples. */
    record OfNothing(String name, String example, String help, Function<ModelArguments, Problem> maker)
            implements ModelEntry {}

    /** A model of data; the maker refuses bad arguments and unfit data with an {@link IllegalArgumentException}. */
    static <D extends DataSet> ModelEntry of(
            String name, String example, String help, Class<D> kind, BiFunction<D, ModelArguments, Problem> maker) {
        return new OfData<>(name, example, help, kind, maker);
    }

    /** A problem without data; the maker refuses bad arguments with an {@link IllegalArgumentException}. */
    static ModelEntry ofNothing(String name, String example, String help, Function<ModelArguments, Problem> maker) {
        return new OfNothing(name, example, help, maker);
    }
}
