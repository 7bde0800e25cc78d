package org.tersegrad.bench.codecs;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import java.util.function.IntUnaryOperator;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4FastDecompressor;
import org.tersegrad.bench.BenchmarkDefaults;

/**
 * A compressor for bytes of any kind. Its memory outside the heap stays until the JVM of a benchmark ends.
 *
 * @param maxBytes upper bound of a message for that many bytes
 * @param encoder compresses all of an array
 * @param decoder fills an array from a message
 */
record ByteCoder(IntUnaryOperator maxBytes, Encoder encoder, Decoder decoder) {
    /** Compresses all of {@code in}, and returns the bytes of the message. */
    interface Encoder {
        int encode(byte[] in, byte[] out);
    }

    /** Fills {@code out} from a message. */
    interface Decoder {
        void decode(byte[] in, int length, byte[] out);
    }

    /** {@code deflate}, {@code zstd} or {@code lz4}; the last one has but one level. */
    static ByteCoder of(String name, int level) {
        return switch (name) {
            case "deflate" -> deflate(new Deflater(level, true), new Inflater(true));
            case "zstd" -> zstd(new ZstdCompressCtx().setLevel(level), new ZstdDecompressCtx());
            case "lz4" -> lz4(LZ4Factory.fastestInstance());
            default -> throw new IllegalArgumentException("there is no coder " + name);
        };
    }

    /** The Deflate of the JDK, without zlib's header. */
    private static ByteCoder deflate(Deflater deflater, Inflater inflater) {
        return new ByteCoder(
                count -> count + count / 1000 + 64, // stored blocks of 16 kB, each with 5 bytes of its own
                (in, out) -> {
                    deflater.reset();
                    deflater.setInput(in);
                    deflater.finish();
                    int length = deflater.deflate(out);
                    BenchmarkDefaults.require(deflater.finished(), "the space for Deflater");
                    return length;
                },
                (in, length, out) -> {
                    inflater.reset();
                    inflater.setInput(in, 0, length);
                    try {
                        BenchmarkDefaults.require(inflater.inflate(out) == out.length, "the length from Inflater");
                    } catch (DataFormatException e) {
                        throw new IllegalStateException(e);
                    }
                });
    }

    private static ByteCoder zstd(ZstdCompressCtx compressor, ZstdDecompressCtx decompressor) {
        return new ByteCoder(
                count -> Math.toIntExact(Zstd.compressBound(count)),
                (in, out) -> compressor.compressByteArray(out, 0, out.length, in, 0, in.length),
                (in, length, out) -> decompressor.decompressByteArray(out, 0, out.length, in, 0, length));
    }

    private static ByteCoder lz4(LZ4Factory factory) {
        LZ4Compressor compressor = factory.fastCompressor();
        LZ4FastDecompressor decompressor = factory.fastDecompressor();
        return new ByteCoder(
                compressor::maxCompressedLength,
                (in, out) -> compressor.compress(in, 0, in.length, out, 0),
                (in, length, out) -> decompressor.decompress(in, 0, out, 0, out.length));
    }
}
