package org.tersegrad.fuzz;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.Payload;

/** Two bytes say how many elements are expected, the rest is a message, whose header is mended if the first bit says so. */
public final class PayloadTarget {
    private PayloadTarget() {}

    public static void fuzzerTestOneInput(byte[] data) {
        if (data.length < 2 + Payload.HEADER_BYTES) {
            return;
        }
        int length = ((data[0] & 0xff) | (data[1] & 0xff) << 8) >>> 1;
        byte[] message = Arrays.copyOfRange(data, 2, data.length);
        if ((data[0] & 1) != 0) {
            ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN).putInt(4, length);
            Accepted.mend(message, 'g');
        }
        Payload payload = Payload.allocate(message.length);
        try {
            payload.readFrom(ByteBuffer.wrap(message), length);
        } catch (MalformedInputException e) {
            Accepted.require(payload.isEmpty(), "a rejected message left a trace");
            return;
        }
        ByteBuffer again = ByteBuffer.allocate(payload.byteLength());
        payload.writeTo(again);
        Accepted.require(
                Arrays.equals(again.array(), Arrays.copyOf(message, again.capacity())), "other bytes when written again");
        Accepted.decode(payload);
    }
}
