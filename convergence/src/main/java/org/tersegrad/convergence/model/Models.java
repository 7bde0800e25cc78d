package org.tersegrad.convergence.model;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.tersegrad.compressors.internal.Suggestion;
import org.tersegrad.convergence.data.DataSet;
import org.tersegrad.convergence.data.LabelledVectors;
import org.tersegrad.convergence.data.SparseVectors;
import org.tersegrad.convergence.data.Text;

/**
 * Models by name: {@code mlp}, {@code mlp(256,128)}, {@code quadratic(100)}. Other libraries add theirs through {@link
 * ModelProvider}.
 */
public final class Models {
    private static final List<ModelEntry> BUILT_IN = List.of(
            ModelEntry.of("softmax", "softmax", "softmax regression", LabelledVectors.class, (data, arguments) -> {
                arguments.atMost(0);
                return new Softmax(data);
            }),
            ModelEntry.of(
                    "logistic",
                    "logistic(0.0001)",
                    "logistic regression; L2 penalty",
                    SparseVectors.class,
                    (data, arguments) ->
                            new SparseLogistic(data, arguments.atMost(1).asFloat(0, 0f))),
            ModelEntry.of(
                    "mlp",
                    "mlp(256,128)",
                    "multilayer perceptron; units of each hidden layer",
                    LabelledVectors.class,
                    (data, arguments) -> arguments.any() ? new Mlp(data, arguments.asInts()) : Mlp.of(data)),
            ModelEntry.of(
                    "cnn",
                    "cnn(8,16)",
                    "convolutional network; filters of each layer",
                    LabelledVectors.class,
                    (data, arguments) -> arguments.any() ? new Cnn(data, arguments.asInts()) : Cnn.of(data)),
            ModelEntry.of(
                    "charlm",
                    "charlm(64,32)",
                    "recurrent language model of symbols; size of its state, length of a window",
                    Text.class,
                    (data, arguments) -> new CharLm(data, arguments.atMost(2).asInt(0, 64), arguments.asInt(1, 32))),
            ModelEntry.ofNothing(
                    "quadratic",
                    "quadratic(100,16)",
                    "quadratic functions of unlike clients, no data; dimension, clients, seed",
                    arguments -> new Quadratic(
                            arguments.atMost(3).asInt(0, 100), arguments.asInt(1, 16), arguments.asInt(2, 0))));

    private Models() {}

    /** Every name that can be used: those of this library first. */
    public static List<ModelEntry> entries() {
        List<ModelEntry> entries = new ArrayList<>(BUILT_IN);
        for (ModelProvider provider : ServiceLoader.load(ModelProvider.class, ModelProvider.class.getClassLoader())) {
            entries.addAll(provider.entries());
        }
        Set<String> names = new HashSet<>();
        for (ModelEntry entry : entries) {
            if (!names.add(entry.name())) {
                throw new ServiceConfigurationError("two models have the name " + entry.name());
            }
        }
        return List.copyOf(entries);
    }

    /**
     * The problem that a text stands for.
     *
     * @param data asked only if the model learns from data
     * @throws IllegalArgumentException if there is no such model, its numbers are wrong or the data is not for it
     */
    public static Problem make(String text, Supplier<? extends DataSet> data) {
        ModelText model = ModelText.parse(text);
        ModelEntry entry = find(model.name());
        ModelArguments arguments = new ModelArguments(entry.example(), model.arguments());
        try {
            return entry instanceof ModelEntry.OfData<?> learning
                    ? make(learning, data.get(), arguments)
                    : ((ModelEntry.OfNothing) entry).maker().apply(arguments);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("model " + text.strip() + ": " + e.getMessage(), e);
        }
    }

    /** The model that one would try first with some data. */
    public static String usualFor(DataSet data) {
        if (data instanceof LabelledVectors) {
            return "mlp";
        }
        return entries().stream()
                .filter(entry -> fits(entry, data))
                .map(ModelEntry::name)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no model learns from " + words(data.getClass())));
    }

    private static boolean fits(ModelEntry entry, DataSet data) {
        return entry instanceof ModelEntry.OfData<?> learning && learning.kind().isInstance(data);
    }

    private static <D extends DataSet> Problem make(
            ModelEntry.OfData<D> entry, DataSet data, ModelArguments arguments) {
        if (!entry.kind().isInstance(data)) {
            throw new IllegalArgumentException("it learns from " + words(entry.kind()) + ", and " + data.name() + " is "
                    + words(data.getClass()) + " (for that there are: "
                    + names(other -> fits(other, data))
                    + ")");
        }
        return entry.maker().apply(entry.kind().cast(data), arguments);
    }

    private static ModelEntry find(String name) {
        for (ModelEntry entry : entries()) {
            if (entry.name().equals(name.toLowerCase(Locale.ROOT))) {
                return entry;
            }
        }
        List<String> known = entries().stream().map(ModelEntry::name).toList();
        throw new IllegalArgumentException("there is no model " + name + Suggestion.question(name, known)
                + " (there are " + String.join(", ", known) + ")");
    }

    private static String names(Predicate<ModelEntry> wanted) {
        return entries().stream().filter(wanted).map(ModelEntry::name).collect(Collectors.joining(", "));
    }

    /** {@code LabelledVectors} as {@code labelled vectors}. */
    private static String words(Class<?> kind) {
        return kind.getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }
}
