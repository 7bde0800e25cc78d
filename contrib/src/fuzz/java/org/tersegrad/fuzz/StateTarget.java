package org.tersegrad.fuzz;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Recipe;

/**
 * One byte names a recipe, the rest lies over the bytes of a saved state, whose checksum is mended. A rejected state leaves the
 * encoder as it was; after an accepted one small gradients are taken.
 */
public final class StateTarget {
    private static final String[] RECIPES = {
        "topk(0.25)+ef", "qsgd(4bit)", "sign+ef", "topk(0.25)+ef21", "topk(0.25)+dgc", "lion", "topk(0.25)+ef+chunked(5)",
        "topk(0.25)+warmup(stages=2,steps=1)", "lowrank(1)", "randomk(0.5)+econtrol", "int8+ef+clip(1)"
    };
    private static final Shape SHAPE = new Shape(3, 4);
    private static final int CHECKSUM_AT = 16;

    private StateTarget() {}

    public static void fuzzerTestOneInput(byte[] data) {
        if (data.length < 1) {
            return;
        }
        Compressor compressor = Recipe.parse(RECIPES[(data[0] & 0xff) % RECIPES.length]);
        Encoder encoder = compressor.encoder(SHAPE, Seed.of(1));
        Encoder twin = compressor.encoder(SHAPE, Seed.of(1));
        byte[] state = new byte[encoder.stateBytes()];
        encoder.save(ByteBuffer.wrap(state));
        System.arraycopy(data, 1, state, 0, Math.min(state.length, data.length - 1));
        ByteBuffer.wrap(state)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(CHECKSUM_AT, Accepted.checksum(state, CHECKSUM_AT));
        boolean restored = restore(encoder, state);
        Payload payload = Payload.allocate(compressor.maxBytes(SHAPE));
        encoder.encode(gradient(), payload);
        Accepted.decode(payload);
        if (!restored) {
            Payload expected = Payload.allocate(compressor.maxBytes(SHAPE));
            twin.encode(gradient(), expected);
            Accepted.require(Arrays.equals(bytes(payload), bytes(expected)), "a rejected state left a trace");
        }
    }

    private static boolean restore(Encoder encoder, byte[] state) {
        try {
            encoder.restore(ByteBuffer.wrap(state));
            return true;
        } catch (MalformedInputException | IllegalArgumentException e) {
            return false;
        }
    }

    private static FloatSlice gradient() {
        return FloatSlice.of(1, -2, 3, -4, 5, -6, 7, -8, 9, -10, 11, -12);
    }

    private static byte[] bytes(Payload payload) {
        ByteBuffer out = ByteBuffer.allocate(payload.byteLength());
        payload.writeTo(out);
        return out.array();
    }
}
