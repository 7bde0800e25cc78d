package org.example.compressor;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Shape;

/** Compresses a gradient, sends it through a byte buffer and prints what arrives. */
public final class PrintPayload {
    private PrintPayload() {}

    public static void main(String[] args) {
        Compressor compressor = Recipe.parse("nibbles");
        Payload sent = compressor.compress(0.7f, -0.36f, 0.04f, 0, -0.7f);

        ByteBuffer wire = ByteBuffer.allocate(sent.byteLength());
        sent.writeTo(wire);
        int body = NibblesFormat.bodyBytes(5); // behind the header, the name of the format and its version
        byte[] bytes = wire.array();
        System.out.println(HexFormat.ofDelimiter(" ").formatHex(bytes, bytes.length - body, bytes.length));

        Payload received = Payload.allocate(compressor.maxBytes(Shape.vector(5)));
        received.readFrom(wire.flip(), 5);
        System.out.println(received);
        System.out.println(Arrays.toString(received.decompress()));
    }
}
