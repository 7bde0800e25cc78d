package org.tersegrad.compressors;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.tersegrad.compressors.floats.Dense;
import org.tersegrad.compressors.floats.Half;
import org.tersegrad.compressors.floats.Lossless;
import org.tersegrad.compressors.floats.Mx;
import org.tersegrad.compressors.floats.Natural;
import org.tersegrad.compressors.floats.Nvfp4;
import org.tersegrad.compressors.levels.AffineInteger;
import org.tersegrad.compressors.levels.BlockInteger;
import org.tersegrad.compressors.levels.Qsgd;
import org.tersegrad.compressors.levels.TernGrad;
import org.tersegrad.compressors.samples.Messages;
import org.tersegrad.compressors.samples.Tensor;
import org.tersegrad.compressors.signs.LionSign;
import org.tersegrad.compressors.signs.OneBit;
import org.tersegrad.compressors.signs.ScaledSign;
import org.tersegrad.compressors.signs.Sign;
import org.tersegrad.compressors.signs.TernarySign;
import org.tersegrad.compressors.sparse.RandomK;
import org.tersegrad.compressors.sparse.Strom;
import org.tersegrad.compressors.sparse.Threshold;
import org.tersegrad.compressors.sparse.TopK;
import org.tersegrad.compressors.transforms.CosineTopK;
import org.tersegrad.compressors.transforms.Eden;
import org.tersegrad.compressors.transforms.LowRank;
import org.tersegrad.compressors.wrappers.Chunked;

/**
 * The bytes of version 1, which never change: {@code golden/v1/<scheme>-<case>.bin} is the payload of the second step with
 * seed 42, {@code .txt} beside it the gradient and what is decoded, in hexadecimal.
 *
 * <p>A name that ends with a version has what that version wrote, where a later one writes fewer bytes; it is only read.
 *
 * <p>A file that is not there is written, and the test fails: look at it, and commit it on purpose.
 */
class GoldenPayloadsTest {
    private static final Path FOLDER = Path.of("src/test/resources/golden/v1");

    private static final Map<String, Compressor> CASES = new TreeMap<>(Map.ofEntries(
            Map.entry("dense-plain", new Dense()),
            Map.entry("fp16-plain", Half.fp16()),
            Map.entry("bf16-plain", Half.bf16()),
            Map.entry("sparse-topk", TopK.fraction(0.1)),
            Map.entry("sparse-topk-fp16", TopK.count(9).withValues(TopK.Values.FP16)),
            Map.entry("sparse-topk-int8", TopK.fraction(0.3).withValues(TopK.Values.INT8)),
            Map.entry("sparse-topk-complement", TopK.fraction(0.9)),
            Map.entry("sparse-threshold", new Threshold(0.02f)),
            Map.entry("random-subset-scaled", RandomK.fraction(0.05)),
            Map.entry("sparse-signs-strom", new Strom(0.015f)),
            Map.entry("levels-qsgd", Qsgd.levels(7).withBucket(128)),
            Map.entry("levels-qsgd-entropy", Qsgd.levels(15).entropyCoded()),
            Map.entry("levels-terngrad", new TernGrad()),
            Map.entry("levels-int8", BlockInteger.int8()),
            Map.entry("levels-int4-nearest", BlockInteger.int4().nearest().withBlock(100)),
            Map.entry("signs-plain", new Sign()),
            Map.entry("signs-scaled", new ScaledSign()),
            Map.entry("signs-lion", new LionSign()),
            Map.entry("two-means-onebit", new OneBit()),
            Map.entry("natural-plain", new Natural()),
            Map.entry("cosine-dct", CosineTopK.count(20)),
            Map.entry("lossless-plain", Lossless.fp32()),
            Map.entry("lossless-bf16", Lossless.bf16()),
            Map.entry("low-rank-two", new LowRank(2)),
            Map.entry("rotated-drive", Eden.bits(1).unbiased()),
            Map.entry("rotated-eden", Eden.bits(4)),
            Map.entry("block-floats-mxfp8", Mx.fp8()),
            Map.entry("block-floats-mxfp8-e5m2", Mx.fp8().withElement(Mx.Element.E5M2)),
            Map.entry("block-floats-mxfp6", Mx.fp6()),
            Map.entry("block-floats-mxfp6-e3m2", Mx.fp6().withElement(Mx.Element.E3M2)),
            Map.entry("block-floats-mxfp4-stochastic", Mx.fp4().stochastic()),
            Map.entry("block-floats-mxfp4-e3m0", Mx.fp4().withElement(Mx.Element.E3M0)),
            Map.entry("block-floats-nvfp4", Nvfp4.nearest()),
            Map.entry("affine-int8", AffineInteger.int8().withBlock(128)),
            Map.entry("affine-int4-nearest", AffineInteger.int4().nearest().withBlock(100)),
            Map.entry("levels-sign-zero", new TernarySign(true)),
            Map.entry("sparse-topk-sample", TopK.fraction(0.1).withSample(0.1)),
            Map.entry("chunks-topk", new Chunked(TopK.fraction(0.1), 250)),
            Map.entry("sparse-topk-increment", new Increments(TopK.fraction(0.1))),
            Map.entry("chunks-topk-increment", new Chunked(new Increments(TopK.fraction(0.1)), 250))));

    @TestFactory
    Stream<DynamicTest> theBytesNeverChange() {
        return CASES.entrySet().stream()
                .map(entry -> DynamicTest.dynamicTest(entry.getKey(), () -> check(entry.getKey(), entry.getValue())));
    }

    /** Version 0.1 wrote these indices as a bitmap, which is longer than what is written now. */
    @Test
    void theBytesOfVersion01AreStillRead() throws IOException {
        byte[] before = Files.readAllBytes(FOLDER.resolve("sparse-signs-strom-0.1.bin"));
        byte[] now = Files.readAllBytes(FOLDER.resolve("sparse-signs-strom.bin"));
        assertThat(now).hasSizeLessThan(before.length);
        Payload payload = Payload.allocate(before.length);
        payload.readFrom(ByteBuffer.wrap(before), 12 * 50);
        float[] decoded = Messages.decoded(payload);
        payload.readFrom(ByteBuffer.wrap(now), 12 * 50);
        assertThat(decoded).isEqualTo(Messages.decoded(payload));
    }

    private static void check(String name, Compressor compressor) throws IOException {
        Path message = FOLDER.resolve(name + ".bin");
        Path text = FOLDER.resolve(name + ".txt");
        Shape shape = new Shape(12, 50);
        if (!Files.exists(message)) {
            write(compressor, shape, message, text);
            throw new AssertionError(message + " was not there and has been written");
        }
        List<String> lines = Files.readAllLines(text);
        assertThat(lines.get(0)).isEqualTo(compressor + " of 12 x 50");
        float[] gradient = new float[shape.size()];
        float[] decoded = new float[shape.size()];
        for (int i = 0; i < shape.size(); i++) {
            String[] words = lines.get(i + 1).split(" ", -1);
            gradient[i] = Float.intBitsToFloat(Integer.parseUnsignedInt(words[0], 16));
            decoded[i] = Float.intBitsToFloat(Integer.parseUnsignedInt(words[1], 16));
        }
        byte[] expected = Files.readAllBytes(message);
        assertThat(encode(compressor, shape, gradient)).isEqualTo(expected);
        Payload payload = Payload.allocate(expected.length);
        payload.readFrom(ByteBuffer.wrap(expected), shape.size());
        assertThat(Messages.decoded(payload)).isEqualTo(decoded);
    }

    private static byte[] encode(Compressor compressor, Shape shape, float[] gradient) {
        Encoder encoder = compressor.encoder(shape, Seed.of(42));
        Payload payload = Payload.allocate(compressor.maxBytes(shape));
        encoder.encode(FloatSlice.of(gradient), payload);
        encoder.encode(FloatSlice.of(gradient), payload);
        ByteBuffer out = ByteBuffer.allocate(payload.byteLength());
        payload.writeTo(out);
        return out.array();
    }

    private static void write(Compressor compressor, Shape shape, Path message, Path text) throws IOException {
        float[] gradient = new Tensor(Tensor.Kind.GAUSSIAN, shape.rows(), shape.columns(), 42).values();
        byte[] bytes = encode(compressor, shape, gradient);
        Payload payload = Payload.allocate(bytes.length);
        payload.readFrom(ByteBuffer.wrap(bytes), shape.size());
        float[] decoded = Messages.decoded(payload);
        List<String> lines = new ArrayList<>();
        lines.add(compressor + " of 12 x 50");
        for (int i = 0; i < gradient.length; i++) {
            lines.add(String.format(
                    "%08x %08x", Float.floatToRawIntBits(gradient[i]), Float.floatToRawIntBits(decoded[i])));
        }
        Files.createDirectories(FOLDER);
        Files.write(message, bytes);
        Files.write(text, lines);
    }
}
