package org.tersegrad.bench;

import java.util.Arrays;
import java.util.Locale;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.tersegrad.codecs.Rans;

/**
 * Levels of a quantized Gaussian gradient made smaller once more: by our entropy coder, as {@code qsgd(4bit,code=entropy)}
 * has it, and by compressors for bytes of any kind. Ours takes levels and gives levels. The others take the packed bytes that
 * would be sent without them, with one, two or five levels in a byte, and give these back: the time of packing comes on top.
 */
@Fork(
        value = 1,
        // Two of the peers are native; newer JDKs warn of that in the middle of the results.
        jvmArgsAppend = {"--add-modules=jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED"})
public class LosslessBenchmark extends BenchmarkBase {
    @Param({"qsgd(4bit)", "terngrad", "int8"})
    public String recipe = "";

    @Param({"rans", "deflate-1", "deflate-6", "zstd-1", "zstd-3", "lz4-1"})
    public String coder = "";

    private Coding coding = () -> 0;
    private Coding decoding = () -> 0;

    /** One direction of one coder. */
    private interface Coding {
        int run();
    }

    @Setup
    public void setup() {
        QuantizedLevels levels = QuantizedLevels.of(recipe, gaussian(elements));
        int bytes = coder.equals("rans") ? prepareOurs(levels) : preparePeer(levels);
        System.out.printf(
                Locale.ROOT,
                "Bits per level: packed %.3f, %s %.3f%n",
                8.0 * levels.packed().length / elements,
                coder,
                8.0 * bytes / elements);
    }

    private int prepareOurs(QuantizedLevels levels) {
        Rans rans = new Rans(levels.alphabet());
        int[] symbols = levels.symbols();
        int[] decoded = new int[elements];
        byte[] message = new byte[rans.maxBytes(elements)];
        coding = () -> rans.write(symbols, 0, elements, message, 0);
        int length = encode();
        decoding = () -> {
            rans.read(message, 0, length, decoded, 0, elements);
            return decoded[0];
        };
        decode();
        requireEqual(symbols, decoded, "rans");
        return length;
    }

    private int preparePeer(QuantizedLevels levels) {
        String[] nameAndLevel = coder.split("-", -1);
        ByteCoder peer = ByteCoder.of(nameAndLevel[0], Integer.parseInt(nameAndLevel[1]));
        byte[] packed = levels.packed();
        byte[] decoded = new byte[packed.length];
        byte[] message = new byte[peer.maxBytes(packed.length)];
        coding = () -> peer.encode(packed, message);
        int length = encode();
        decoding = () -> {
            peer.decode(message, length, decoded);
            return decoded[0];
        };
        decode();
        require(Arrays.equals(packed, decoded), coder);
        return length;
    }

    @Benchmark
    public int encode() {
        return coding.run();
    }

    @Benchmark
    public int decode() {
        return decoding.run();
    }
}
