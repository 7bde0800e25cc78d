package org.tersegrad.bench.codecs;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4FastDecompressor;
import org.tersegrad.bench.BenchmarkBase;

/** Compressors for bytes of any kind. What they hold outside the heap is theirs until the JVM of a benchmark ends. */
interface ByteCoder {
    /** No message for so many bytes is longer. */
    int maxBytes(int count);

    /**
     * Compresses all of {@code in}.
     *
     * @return the bytes of the message
     */
    int encode(byte[] in, byte[] out);

    /** Fills {@code out} from a message. */
    void decode(byte[] in, int length, byte[] out);

    /** {@code deflate}, {@code zstd} or {@code lz4}; the last one has but one level. */
    static ByteCoder of(String name, int level) {
        return switch (name) {
            case "deflate" -> new Zip(new Deflater(level, true), new Inflater(true));
            case "zstd" -> new ZStandard(new ZstdCompressCtx().setLevel(level), new ZstdDecompressCtx());
            case "lz4" -> {
                LZ4Factory factory = LZ4Factory.fastestInstance();
                yield new Lz4(factory.fastCompressor(), factory.fastDecompressor());
            }
            default -> throw new IllegalArgumentException("there is no coder " + name);
        };
    }

    /** That of the JDK, without zlib's header. */
    record Zip(Deflater deflater, Inflater inflater) implements ByteCoder {
        @Override
        public int maxBytes(int count) {
            return count + count / 1000 + 64; // stored blocks of 16 kB, each with 5 bytes of its own
        }

        @Override
        public int encode(byte[] in, byte[] out) {
            deflater.reset();
            deflater.setInput(in);
            deflater.finish();
            int length = deflater.deflate(out);
            BenchmarkBase.require(deflater.finished(), "the room for Deflater");
            return length;
        }

        @Override
        public void decode(byte[] in, int length, byte[] out) {
            inflater.reset();
            inflater.setInput(in, 0, length);
            try {
                BenchmarkBase.require(inflater.inflate(out) == out.length, "the length from Inflater");
            } catch (DataFormatException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    record ZStandard(ZstdCompressCtx compressor, ZstdDecompressCtx decompressor) implements ByteCoder {
        @Override
        public int maxBytes(int count) {
            return Math.toIntExact(Zstd.compressBound(count));
        }

        @Override
        public int encode(byte[] in, byte[] out) {
            return compressor.compressByteArray(out, 0, out.length, in, 0, in.length);
        }

        @Override
        public void decode(byte[] in, int length, byte[] out) {
            decompressor.decompressByteArray(out, 0, out.length, in, 0, length);
        }
    }

    record Lz4(LZ4Compressor compressor, LZ4FastDecompressor decompressor) implements ByteCoder {
        @Override
        public int maxBytes(int count) {
            return compressor.maxCompressedLength(count);
        }

        @Override
        public int encode(byte[] in, byte[] out) {
            return compressor.compress(in, 0, in.length, out, 0);
        }

        @Override
        public void decode(byte[] in, int length, byte[] out) {
            decompressor.decompress(in, 0, out, 0, out.length);
        }
    }
}
