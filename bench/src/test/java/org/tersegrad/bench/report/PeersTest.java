package org.tersegrad.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class PeersTest {
    private static String twin(String peer, String... ours) {
        return Peers.twin(peer, Set.of(ours))
                .map(twin -> twin.peer() + " -> " + twin.benchmark())
                .orElse("none");
    }

    @Test
    void findsTwinsByName() {
        assertThat(twin("Packing.unpackPeer", "Packing.pack", "Packing.unpack"))
                .isEqualTo("JavaFastPFOR -> Packing.unpack");
        assertThat(twin("Matrix.ejmlMultiply", "Matrix.multiply", "LowRank.multiply"))
                .isEqualTo("EJML -> Matrix.multiply");
        assertThat(twin("Index.encodeJavaFastPfor", "Index.encode", "Index.decode"))
                .isEqualTo("JavaFastPFOR -> Index.encode");
        assertThat(twin("Sign.packScalar", "Sign.pack")).isEqualTo("our scalar kernels -> Sign.pack");
    }

    @Test
    void anotherWayToDoTheSameIsNamed() {
        assertThat(twin("PowerSgd.peerStepByRows", "PowerSgd.step")).isEqualTo("EJML, by rows -> PowerSgd.step");
        assertThat(twin("Lossless.decodeZstd3", "Lossless.encode", "Lossless.decode"))
                .isEqualTo("zstd, 3 -> Lossless.decode");
        assertThat(twin("Random.javaSplittable", "Random.counter")).isEqualTo("the JDK, splittable -> Random.counter");
    }

    @Test
    void whatPyTorchDoesIsACompressorUnlessItIsListed() {
        assertThat(twin("Torch.bf16", "Compressor.encode")).isEqualTo("PyTorch -> Compressor.encode");
        assertThat(twin("Torch.signWithMemory", "Feedback.withMemory")).isEqualTo("PyTorch -> Feedback.withMemory");
        assertThat(twin("Torch.gradient", "Model.gradient")).isEqualTo("PyTorch -> Model.gradient");
    }

    @Test
    void oursAreNoPeersAndAPeerMayBeAlone() {
        assertThat(Peers.isPeer("Compressor.encode")).isFalse();
        assertThat(twin("Symbol.zstdCompress", "Symbol.ransEncode", "Symbol.tritEncode"))
                .isEqualTo("none");
    }
}
