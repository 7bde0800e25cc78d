import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;

/** Compresses the same gradient for a few steps, in three ways, and prints a checksum of all bytes. */
public class Main {
    public static void main(String[] args) {
        float[] gradient = new float[100_000];
        for (int i = 0; i < gradient.length; i++) {
            gradient[i] = (i % 2003 - 1001f) / (1 + i % 7);
        }
        for (String recipe : new String[] {"topk(0.01)+ef", "qsgd(4bit)", "sign+ef"}) {
            Compressor compressor = Recipe.parse(recipe);
            Shape shape = Shape.vector(gradient.length);
            Encoder encoder = compressor.encoder(shape, Seed.of(42));
            Payload payload = Payload.allocate(compressor.maxBytes(shape));
            ByteBuffer wire = ByteBuffer.allocate(compressor.maxBytes(shape));
            CRC32C checksum = new CRC32C();
            for (int step = 0; step < 5; step++) {
                encoder.encode(FloatSlice.of(gradient), payload);
                payload.writeTo(wire.clear());
                checksum.update(wire.flip());
            }
            System.out.println(payload);
            System.out.println(recipe + ": checksum " + Long.toHexString(checksum.getValue()));
        }
    }
}
