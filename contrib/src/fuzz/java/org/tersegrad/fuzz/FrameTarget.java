package org.tersegrad.fuzz;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.Frame;
import org.tersegrad.compressors.Payload;

/** One bit says whether the header is mended, the rest is a frame. */
public final class FrameTarget {
    private static final int MOST_ELEMENTS = 1 << 18;

    private FrameTarget() {}

    public static void fuzzerTestOneInput(byte[] data) {
        if (data.length < 1 + Frame.HEADER_BYTES) {
            return;
        }
        byte[] message = Arrays.copyOfRange(data, 1, data.length);
        if ((data[0] & 1) != 0) {
            message[3] = 0;
            Accepted.mend(message, 'f');
        }
        Frame frame = Frame.allocate(message.length);
        try {
            int[] lengths = Frame.elementsOf(ByteBuffer.wrap(message));
            if (Arrays.stream(lengths).asLongStream().sum() > MOST_ELEMENTS) {
                return;
            }
            frame.readFrom(ByteBuffer.wrap(message), lengths);
        } catch (MalformedInputException e) {
            Accepted.require(frame.size() == 0, "a rejected frame left a trace");
            return;
        }
        Payload payload = Payload.allocate(message.length + Payload.HEADER_BYTES);
        for (int i = 0; i < frame.size(); i++) {
            frame.get(i, payload);
            Accepted.decode(payload);
        }
    }
}
