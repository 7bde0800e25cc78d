package org.tersegrad.contrib.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.errorfeedback.ErrorFeedback;

/** A step that was taken back has left no trace: neither in the state nor in the next payload. */
class UndoTest {
    private static final Shape SHAPE = new Shape(20, 31);

    static Stream<Compressor> compressors() {
        return Recipe.entries().stream()
                .map(entry -> Recipe.parse(entry.example()))
                .flatMap(each -> each.traits(Traits.ANY_SHAPE).remembers()
                        ? Stream.of(each)
                        : Stream.of(each, ErrorFeedback.over(each), each.with(new ErrorFeedback(0.9f, 0.5f))));
    }

    private static FloatSlice gradient(int step) {
        float[] values = new float[SHAPE.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) Math.sin(i * (step + 1.3)) * (i % 7 - 3);
        }
        return FloatSlice.of(values);
    }

    @ParameterizedTest
    @MethodSource("compressors")
    void aStepThatWasTakenBackLeavesNoTrace(Compressor compressor) {
        Encoder encoder = compressor.encoder(SHAPE, Seed.of(3));
        if (!encoder.canUndo()) {
            return; // a caller that may have to undo a step saves the state first
        }
        Encoder undisturbed = compressor.encoder(SHAPE, Seed.of(3));
        Payload payload = Payload.allocate(compressor.maxBytes(SHAPE));
        Payload expected = Payload.allocate(compressor.maxBytes(SHAPE));
        for (int step : List.of(0, 2, 4)) {
            encoder.encode(gradient(step), payload);
            encoder.encode(gradient(step + 1), payload);
            encoder.undo();
            undisturbed.encode(gradient(step), expected);
        }
        encoder.encode(gradient(9), payload);
        undisturbed.encode(gradient(9), expected);
        assertThat(payload.decompress()).isEqualTo(expected.decompress());
        assertThat(state(encoder)).isEqualTo(state(undisturbed));
    }

    /** Those have to save all of their state before each step of a group. */
    @Test
    void onlyFewCannotTakeAStepBack() {
        assertThat(compressors().filter(each -> !each.encoder(SHAPE, Seed.of(3)).canUndo()))
                .extracting(Compressor::toString)
                .allMatch(
                        recipe -> recipe.matches("lowrank.*|lion.*|.*\\+(ef21|diana|efbv).*|.*\\+econtrol.*"),
                        "has a good reason");
    }

    private static byte[] state(Encoder encoder) {
        ByteBuffer state = ByteBuffer.allocate(encoder.stateBytes());
        encoder.save(state);
        return state.array();
    }
}
