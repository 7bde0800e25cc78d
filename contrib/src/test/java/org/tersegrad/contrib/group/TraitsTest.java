package org.tersegrad.contrib.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.floats.Dense;
import org.tersegrad.compressors.sparse.Keep;
import org.tersegrad.compressors.sparse.Sparsifier;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Gather;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.ReducerRecipe;
import org.tersegrad.reducers.Reduction;

/** A wrapper inherits every trait that it does not change deliberately: checked around a recipe with all traits set. */
class TraitsTest {
    private static final List<Shape> SHAPES = List.of(
            Shape.vector(0),
            Shape.vector(1),
            Shape.vector(999),
            new Shape(30, 50),
            new Shape(1, 5000),
            new Shape(500, 1));
    private static final Shape LARGE = new Shape(100, 5000);
    private static final Traits PLAIN =
            Traits.of(new Guarantee.Contractive(0.125)).withCaution(Optional.of("mind the gap"));
    /** All that can be set, and more than wrappers allow of what they wrap. */
    private static final List<Traits> STRANGERS = List.of(
            PLAIN,
            PLAIN.withKeepsMomentum(true),
            PLAIN.withErrorFeedbackRefusal("no mean"),
            PLAIN.withRemembers(true).withSendsIncrements(true),
            PLAIN.withRemembers(true)
                    .withKeepsMomentum(true)
                    .withSendsIncrements(true)
                    .withErrorFeedbackRefusal("no mean"));

    /** A compressor of another project. */
    private record Stranger(Traits traits) implements Compressor, Sparsifier {
        @Override
        public Encoder encoder(Shape shape, Seed seed) {
            return new Dense().encoder(shape, seed);
        }

        @Override
        public int maxBytes(Shape shape) {
            return new Dense().maxBytes(shape);
        }

        @Override
        public Traits traits(Shape shape) {
            return traits;
        }

        @Override
        public Keep keep() {
            return new Keep.Fraction(1);
        }

        @Override
        public Sparsifier keeping(Keep other) {
            return this;
        }

        @Override
        public String toString() {
            return "stranger";
        }
    }

    /** A reducer of another project. */
    private record StrangersReducer(Traits traits) implements Reducer {
        @Override
        public Reduction reduction(Shape shape, Seed seed, Collective group) {
            return new Gather(new Dense()).reduction(shape, seed, group);
        }

        @Override
        public Traits traits(Shape shape) {
            return traits;
        }

        @Override
        public String toString() {
            return "stranger";
        }
    }

    /** The fields that a wrapper changes, by what its name promises; all others must come through. */
    private static Traits changed(String name, Traits inner, Traits outer) {
        Traits changed = inner;
        switch (name) {
            case "clip", "stranger-halved" -> changed = changed.withGuarantee(Guarantee.NONE);
            case "ef" -> changed = changed.withGuarantee(Guarantee.NONE).withRemembers(true);
            case "ef21", "efbv", "econtrol" ->
                changed = changed.withGuarantee(Guarantee.NONE)
                        .withRemembers(true)
                        .withSendsIncrements(true);
            case "ef21m" ->
                changed = changed.withGuarantee(Guarantee.NONE)
                        .withRemembers(true)
                        .withSendsIncrements(true)
                        .withKeepsMomentum(true);
            case "dgc" ->
                changed = changed.withGuarantee(Guarantee.NONE)
                        .withRemembers(true)
                        .withKeepsMomentum(true);
            case "marina" -> changed = changed.withGuarantee(Guarantee.NONE);
            case "adam", "zerooneadam", "lioncub" ->
                changed = changed.withGuarantee(Guarantee.NONE).withKeepsMomentum(true);
            case "hierarchical" -> changed = changed.withGuarantee(Guarantee.NONE);
            case "twoshot" -> changed = changed.withGuarantee(Guarantee.NONE).withSendsIncrements(false);
            default -> {}
        }
        // A reason against a residual may be another one outside, but a wrapper does not lose it.
        return outer.errorFeedbackRefusal().isPresent()
                ? changed.withErrorFeedbackRefusal(outer.errorFeedbackRefusal())
                : changed;
    }

    @TestFactory
    Stream<DynamicTest> wrappersOfCompressorsForwardWhatTheyDoNotChange() {
        return STRANGERS.stream()
                .flatMap(traits -> wrappers(Compressor.class, new Stranger(traits))
                        .map(wrapped -> DynamicTest.dynamicTest(
                                wrapped.recipe() + " " + STRANGERS.indexOf(traits),
                                () -> assertThat(wrapped.made().traits(LARGE))
                                        .isEqualTo(changed(
                                                wrapped.name(),
                                                traits,
                                                wrapped.made().traits(LARGE))))));
    }

    @TestFactory
    Stream<DynamicTest> wrappersOfReducersForwardWhatTheyDoNotChange() {
        return STRANGERS.stream()
                .map(traits -> traits.withSendsIncrements(false))
                .distinct()
                .flatMap(traits -> Stream.concat(
                                wrappers(Reducer.class, (Reducer) new StrangersReducer(traits)),
                                wrappers(Reducer.class, (Reducer) new Gather(new Stranger(traits))))
                        .map(wrapped -> DynamicTest.dynamicTest(
                                wrapped.recipe() + " " + traits.hashCode(),
                                () -> assertThat(wrapped.made().traits(LARGE))
                                        .isEqualTo(changed(
                                                wrapped.name(),
                                                traits,
                                                wrapped.made().traits(LARGE))))));
    }

    private record Wrapped<T>(String name, String recipe, T made) {}

    /** The result of every wrapper of the lists that accepts {@code inner}, with the arguments of its example. */
    private static <T> Stream<Wrapped<T>> wrappers(Class<T> kind, T inner) {
        return Recipe.entries(kind).stream()
                .filter(entry -> entry.maker() instanceof RecipeEntry.Behind)
                .flatMap(
                        entry -> Examples.wrap(kind, inner, entry)
                                .map(made -> new Wrapped<>(entry.name(), made.toString(), made))
                                .stream());
    }

    @Test
    void innerCautionsReachThePlan() {
        for (String wrapper : List.of("ef", "ef21", "ef21m", "efbv", "econtrol", "dgc")) {
            RecipeEntry<Compressor> entry = Recipe.entries().stream()
                    .filter(each -> each.name().equals(wrapper))
                    .findFirst()
                    .orElseThrow();
            Compressor made =
                    Examples.wrap(Compressor.class, new Stranger(PLAIN), entry).orElseThrow();
            assertThat(made.traits(LARGE).caution()).hasValue("mind the gap");
            assertThat(new Gather(made).traits(LARGE).caution()).hasValue("mind the gap");
        }
    }

    @Test
    void bothCautionsAreKept() {
        Compressor growing = new Stranger(PLAIN.withGuarantee(new Guarantee.Unbiased(3)));
        assertThat(Examples.wrap(Compressor.class, growing, "ef").traits(LARGE).caution())
                .hasValueSatisfying(caution ->
                        assertThat(caution).startsWith("mind the gap; ").endsWith("omega below 1, they do not"));
    }

    /** Constructors ask for these before there is a shape. */
    @TestFactory
    Stream<DynamicTest> someTraitsAreTheSameForAllShapes() {
        Stream<DynamicTest> compressors = Examples.compressors().stream()
                .map(compressor -> DynamicTest.dynamicTest(
                        compressor.toString(), () -> assertSameForAllShapes(compressor::traits)));
        Stream<DynamicTest> reducers = Examples.reducers().stream()
                .map(reducer ->
                        DynamicTest.dynamicTest(reducer.toString(), () -> assertSameForAllShapes(reducer::traits)));
        return Stream.concat(compressors, reducers);
    }

    private static void assertSameForAllShapes(java.util.function.Function<Shape, Traits> traits) {
        Traits any = traits.apply(Traits.ANY_SHAPE);
        assertThat(SHAPES).allSatisfy(shape -> {
            Traits these = traits.apply(shape);
            assertThat(these.remembers()).isEqualTo(any.remembers());
            assertThat(these.keepsMomentum()).isEqualTo(any.keepsMomentum());
            assertThat(these.errorFeedbackRefusal()).isEqualTo(any.errorFeedbackRefusal());
        });
    }

    @Test
    void traitsOfAGatherAreThoseOfItsCompressor() {
        assertThat(ReducerRecipe.parse("topk(0.01)").traits(LARGE))
                .isEqualTo(Recipe.parse("topk(0.01)").traits(LARGE));
    }
}
