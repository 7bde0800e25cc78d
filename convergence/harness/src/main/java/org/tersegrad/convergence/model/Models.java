package org.tersegrad.convergence.model;

import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.RecipeEntry.Unnamed;
import org.tersegrad.compressors.RecipeReader;
import org.tersegrad.compressors.internal.Excerpt;
import org.tersegrad.convergence.data.DataSet;
import org.tersegrad.convergence.data.DenseVectors;
import org.tersegrad.convergence.data.LabelledVectors;
import org.tersegrad.convergence.data.NumericVectors;
import org.tersegrad.convergence.data.SparseVectors;
import org.tersegrad.convergence.data.Text;
import org.tersegrad.convergence.internal.Catalog;

/**
 * Models by name: {@code mlp}, {@code mlp(256,128)}, {@code quadratic(100)}. Other libraries add theirs through {@link
 * ModelProvider}.
 */
public final class Models {
    /** Those of this library. A new one is its file and an entry here. */
    public static final class BuiltIn implements ModelProvider {
        @Override
        public List<ModelEntry> entries() {
            return BUILT_IN;
        }
    }

    private static final List<ModelEntry> BUILT_IN = List.of(
            ModelEntry.of(
                    "softmax",
                    "softmax",
                    "softmax regression",
                    LabelledVectors.class,
                    (data, a) -> new Softmax(data),
                    Unnamed.FIRST),
            ModelEntry.of(
                    "linear",
                    "linear",
                    "linear regression by least squares",
                    NumericVectors.class,
                    (data, a) -> new Linear(data),
                    Unnamed.FIRST),
            ModelEntry.of(
                    "logistic",
                    "logistic(0.0001)",
                    "logistic regression",
                    SparseVectors.class,
                    (data, a) -> new SparseLogistic(data, a.asFloat("penalty", 0f)),
                    Unnamed.FIRST,
                    new Parameter("penalty", "weight of the L2 penalty, 0 or more")),
            ModelEntry.of(
                    "mlp",
                    "mlp(256,128)",
                    "multilayer perceptron",
                    DenseVectors.class,
                    (data, a) -> a.has("units") ? new Mlp(data, a.asInts("units")) : Mlp.of(data),
                    Unnamed.LIST,
                    new Parameter("units", "of each hidden layer")),
            ModelEntry.of(
                    "cnn",
                    "cnn(8,16)",
                    "convolutional network",
                    LabelledVectors.class,
                    (data, a) -> a.has("filters") ? new Cnn(data, a.asInts("filters")) : Cnn.of(data),
                    Unnamed.LIST,
                    new Parameter("filters", "of each convolution")),
            ModelEntry.of(
                    "charlm",
                    "charlm(64,32)",
                    "recurrent language model of symbols",
                    Text.class,
                    (data, a) -> new CharLm(data, a.asInt("state", 64), a.asInt("window", 32)),
                    Unnamed.IN_ORDER,
                    new Parameter("state", "how many numbers it remembers"),
                    new Parameter("window", "how many symbols are learned from at a time")),
            ModelEntry.of(
                    "gpt",
                    "gpt(2,64)",
                    "transformer language model of symbols",
                    Text.class,
                    (data, a) -> {
                        int width = a.asInt("width", 64);
                        int heads = a.asInt("heads", Gpt.USUAL_HEADS);
                        return new Gpt(data, a.asInt("layers", 2), width, heads, a.asInt("window", width));
                    },
                    Unnamed.IN_ORDER,
                    new Parameter("layers", "how many blocks of attention and perceptron"),
                    new Parameter("width", "how many numbers stand for a symbol"),
                    new Parameter("heads", "of the attention, 4 if not given; they share the width"),
                    new Parameter("window", "how many symbols are learned from at a time; the width if not given")),
            ModelEntry.of(
                    "resnet",
                    "resnet(8)",
                    "residual network for images",
                    LabelledVectors.class,
                    (data, a) -> ResNet.of(data, a.asInt("depth", 8)),
                    Unnamed.IN_ORDER,
                    new Parameter("depth", "layers with weights: 8, 14, 20 and so on")),
            ModelEntry.ofNothing(
                    "quadratic",
                    "quadratic(100,16)",
                    "quadratic functions of unlike clients, no data",
                    a -> new Quadratic(a.asInt("dimension", 100), a.asInt("clients", 16), a.asInt("seed", 0)),
                    Unnamed.IN_ORDER,
                    new Parameter("dimension", "how many parameters there are"),
                    new Parameter("clients", "how many functions are averaged"),
                    new Parameter("seed", "another one gives other functions")));

    private Models() {}

    /** Every name that can be used: those of this library first. */
    public static List<ModelEntry> entries() {
        return Catalog.entries("models", ModelProvider.class, ModelProvider::entries, ModelEntry::name);
    }

    /**
     * The problem that a text stands for.
     *
     * @param data asked only if the model learns from data
     * @throws IllegalArgumentException if there is no such model, its numbers are wrong or the data is not for it
     */
    public static Problem make(String text, Supplier<? extends DataSet> data) {
        Call call = RecipeReader.call(
                "model", text, Call.class, entries().stream().map(Call::of).toList());
        try {
            return call.entry().make(call.arguments(), data);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("model " + Excerpt.of(text.strip()) + ": " + e.getMessage(), e);
        }
    }

    /** A model as it was asked for; made once the data is there. */
    private record Call(ModelEntry entry, RecipeArguments arguments) {
        static RecipeEntry<Call> of(ModelEntry entry) {
            return new RecipeEntry<>(
                            Call.class,
                            entry.name(),
                            entry.example(),
                            entry.help(),
                            entry.parameters(),
                            new RecipeEntry.First<>(arguments -> new Call(entry, arguments)))
                    .withUnnamed(entry.unnamed());
        }
    }

    /** The text of a model: {@code mlp(256,128)}. */
    static String text(String name, List<? extends Number> arguments) {
        return name + arguments.stream().map(String::valueOf).collect(Collectors.joining(",", "(", ")"));
    }

    /** The model that one would try first with some data. */
    public static String usualFor(DataSet data) {
        if (data instanceof DenseVectors) {
            return "mlp";
        }
        return entries().stream()
                .filter(entry -> entry.learnsFrom(data))
                .map(ModelEntry::name)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no model learns from " + words(data.getClass())));
    }

    /** The exception for a model of one kind of data that gets another. */
    static IllegalArgumentException unfit(Class<? extends DataSet> wanted, DataSet data) {
        return new IllegalArgumentException("it learns from " + words(wanted) + ", and " + data.name() + " is "
                + words(data.getClass()) + " (for that there are: "
                + entries().stream()
                        .filter(entry -> entry.learnsFrom(data))
                        .map(ModelEntry::name)
                        .collect(Collectors.joining(", "))
                + ")");
    }

    /** {@code LabelledVectors} as {@code labelled vectors}. */
    private static String words(Class<?> kind) {
        return kind.getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }
}
