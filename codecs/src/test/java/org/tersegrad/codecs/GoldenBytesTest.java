package org.tersegrad.codecs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The bytes of every codec, frozen. A difference here is a change of the wire format: it belongs into a commit of its
 * own, with a new version.
 */
class GoldenBytesTest {
    private static final int[] COUNTS = {0, 1, 5, 40, 530};

    @Test
    void bytesAreWhatTheyHaveAlwaysBeen() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (SequenceCodec codec : SequenceCodec.all()) {
            for (int count : COUNTS) {
                byte[] message = codec.encode(codec.sample(2026, count));
                lines.append(name(codec))
                        .append(" x ")
                        .append(count)
                        .append(": ")
                        .append(HexFormat.of().formatHex(message))
                        .append('\n');
            }
        }
        Path actual = Path.of("target", "golden-codecs.txt");
        Files.createDirectories(actual.getParent());
        Files.writeString(actual, lines);
        List<String> written = lines.toString().lines().toList();
        List<String> golden = resource("/golden/v1/codecs.txt").lines().toList();
        for (int i = 0; i < Math.min(written.size(), golden.size()); i++) {
            assertThat(written.get(i)).as("line %d of %s", i + 1, actual).isEqualTo(golden.get(i));
        }
        assertThat(written).hasSameSizeAs(golden);
    }

    private static String name(SequenceCodec codec) {
        return codec instanceof SequenceCodec.PrefixCodec prefix
                ? prefix.code().toString()
                : codec instanceof SequenceCodec.RunLengthCodec runs
                        ? runs.runs().toString()
                        : codec.toString();
    }

    private static String resource(String path) throws IOException {
        try (InputStream in = GoldenBytesTest.class.getResourceAsStream(path)) {
            assertThat(in).as(path).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
