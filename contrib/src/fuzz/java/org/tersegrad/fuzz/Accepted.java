package org.tersegrad.fuzz;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Mirror;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Shape;

/** Checks of input that was accepted, and right headers for input that would be rejected too soon. */
final class Accepted {
    private static final int GUARDS = 32;

    private Accepted() {}

    /** Decodes to finite floats, and writes nowhere else. */
    static void decode(Payload payload) {
        float[] array = new float[GUARDS + payload.length() + GUARDS];
        Arrays.fill(array, Float.NaN);
        Arrays.fill(array, GUARDS, array.length - GUARDS, 0f);
        FloatSlice target = new FloatSlice(array, GUARDS, payload.length());
        if (payload.isIncrement()) {
            Mirror mirror = new Mirror(Shape.vector(payload.length()));
            mirror.add(payload, 1f);
            mirror.addTo(target, 1f);
        } else {
            payload.addTo(target, 1f);
        }
        for (int i = 0; i < array.length; i++) {
            boolean guard = i < GUARDS || i >= array.length - GUARDS;
            require(guard ? Float.isNaN(array[i]) : Float.isFinite(array[i]), "an element that is not finite");
        }
    }

    static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }

    /** Puts in letters, version, lengths and checksum of a message, so that it is the body that has to be checked. */
    static void mend(byte[] message, char letter) {
        ByteBuffer header = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
        header.put(0, (byte) 'T').put(1, (byte) letter).put(2, (byte) 1);
        header.putInt(8, message.length - 16);
        header.putInt(12, checksum(message, 12));
    }

    /** The checksum of all bytes but the four at {@code at}. */
    static int checksum(byte[] message, int at) {
        CRC32C checksum = new CRC32C();
        checksum.update(message, 0, at);
        checksum.update(message, at + 4, message.length - at - 4);
        return (int) checksum.getValue();
    }
}
