package org.tersegrad.bench.codecs;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.tersegrad.bench.BenchmarkBase;
import org.tersegrad.codecs.Rans;

/**
 * Levels of a quantized Gaussian gradient made smaller once more: by our entropy coder, as {@code qsgd(4bit,code=entropy)}
 * has it, and by compressors for bytes of any kind. Ours takes levels and gives levels. The others take the packed bytes that
 * would be sent without them, with one, two or five levels in a byte, and give these back: the time of packing comes on top.
 */
public class LosslessBenchmark extends BenchmarkBase {
    public static final String OURS = "rans";

    @Param({"qsgd(4bit)", "terngrad", "int8"})
    public String recipe = "";

    @Param({OURS, "deflate-1", "deflate-6", "zstd-1", "zstd-3", "lz4-1"})
    public String coder = "";

    private int packedBytes;
    private int bytes;
    private Coding coding = () -> 0;
    private Coding decoding = () -> 0;

    /** One direction of one coder. */
    private interface Coding {
        int run();
    }

    @Setup
    public void setup() {
        QuantizedLevels levels = QuantizedLevels.of(recipe, gaussian(elements));
        packedBytes = levels.packed().length;
        bytes = coder.equals(OURS) ? prepareOurs(levels) : preparePeer(levels);
        System.out.println("Bits per level: packed " + bits(packedBytes) + ", " + coder + ' ' + bits(bytes));
    }

    private String bits(int count) {
        return String.format(Locale.ROOT, "%.3f", 8.0 * count / elements);
    }

    /** Bits per level, first without any coder. */
    static String sizes(String recipe, List<String> coders, int elements) {
        StringJoiner sizes = new StringJoiner(", ");
        for (String coder : coders) {
            LosslessBenchmark one = new LosslessBenchmark();
            one.recipe = recipe;
            one.coder = coder;
            one.elements = elements;
            one.setup();
            if (sizes.length() == 0) {
                sizes.add("packed " + one.bits(one.packedBytes));
            }
            sizes.add(coder + ' ' + one.bits(one.bytes));
        }
        return sizes.toString();
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
        byte[] message = new byte[peer.maxBytes().applyAsInt(packed.length)];
        coding = () -> peer.encoder().encode(packed, message);
        int length = encode();
        decoding = () -> {
            peer.decoder().decode(message, length, decoded);
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
