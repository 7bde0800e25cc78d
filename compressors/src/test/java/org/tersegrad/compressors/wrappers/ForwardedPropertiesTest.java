package org.tersegrad.compressors.wrappers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.floats.Dense;

/** A wrapper says of itself what the wrapped compressor says, and what {@link Compressor} says if that one is silent. */
class ForwardedPropertiesTest {
    private static final Shape SHAPE = new Shape(30, 50);

    /** Says the opposite of what compressors say that say nothing. */
    private record Outspoken() implements Compressor {
        @Override
        public Encoder encoder(Shape shape, Seed seed) {
            return new Dense().encoder(shape, seed);
        }

        @Override
        public int maxBytes(Shape shape) {
            return new Dense().maxBytes(shape);
        }

        @Override
        public Guarantee guarantee(Shape shape) {
            return new Dense().guarantee(shape);
        }

        @Override
        public boolean remembers() {
            return true;
        }

        @Override
        public boolean keepsMomentum() {
            return true;
        }

        @Override
        public boolean sendsIncrements(Shape shape) {
            return true;
        }

        @Override
        public Optional<String> caution(Shape shape) {
            return Optional.of("mind the gap");
        }
    }

    private static List<Compressor> around(Compressor inner) {
        Chunked chunked = new Chunked(inner, 700);
        return List.of(
                new Clip(inner, 1),
                new NonFinite(inner, NonFinite.Policy.ZERO),
                new SkipSmall(inner, 10, false),
                chunked,
                new ChunkedOnExecutor(chunked, Runnable::run));
    }

    @Test
    void whatIsSaidIsForwarded() {
        assertThat(around(new Outspoken())).allSatisfy(wrapper -> {
            assertThat(wrapper.remembers()).isTrue();
            assertThat(wrapper.keepsMomentum()).isTrue();
            assertThat(wrapper.sendsIncrements(SHAPE)).isTrue();
            assertThat(wrapper.caution(SHAPE)).hasValue("mind the gap");
        });
    }

    @Test
    void whatIsNotSaidIsNotMadeUp() {
        assertThat(around(new Dense())).allSatisfy(wrapper -> {
            assertThat(wrapper.remembers()).isFalse();
            assertThat(wrapper.keepsMomentum()).isFalse();
            assertThat(wrapper.sendsIncrements(SHAPE)).isFalse();
            assertThat(wrapper.caution(SHAPE)).isEmpty();
        });
    }
}
