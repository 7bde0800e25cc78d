package org.tersegrad.convergence.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tersegrad.compressors.Frame;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.floats.Dense;
import org.tersegrad.compressors.signs.Sign;
import org.tersegrad.compressors.sparse.TopK;

class InspectTest {
    private final Path folder;

    InspectTest(@TempDir Path folder) {
        this.folder = folder;
    }

    private CommandRun inspect(byte[] bytes) throws IOException {
        Path file = folder.resolve("gradient.tg");
        Files.write(file, bytes);
        return CommandRun.of("inspect", file.toString());
    }

    private static byte[] bytes(Payload payload) {
        ByteBuffer buffer = ByteBuffer.allocate(payload.byteLength());
        payload.writeTo(buffer);
        return buffer.array();
    }

    private static void assertRefused(CommandRun run, String... parts) {
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains(parts).hasLineCount(1);
    }

    @Test
    void payloadIsExplained() throws IOException {
        float[] gradient = new float[1000];
        gradient[7] = -3f;
        gradient[500] = 4f;
        Payload payload = TopK.count(2).compress(gradient);
        CommandRun run = inspect(bytes(payload));
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("message   " + payload)
                .contains("version 1, format 4 (sparse), 1000 elements, a body of " + (payload.byteLength() - 16)
                        + " bytes")
                .containsPattern("checksum [0-9a-f]{8}, correct")
                .containsPattern("\\d\\d\\.\\d\\d times as small as 32-bit floats")
                .contains("2 of 1000, 0.200 %")
                .contains("from -3.00000 to 4.00000, mean 0.00100000, Euclidean norm 5.00000");
    }

    @Test
    void tinyPayloadIsLargerThanItsFloats() throws IOException {
        assertThat(inspect(bytes(new Dense().compress(1f))).out()).contains("5.00 times as large as 32-bit floats");
    }

    @Test
    void payloadWithoutElementsIsExplained() throws IOException {
        CommandRun run = inspect(bytes(new Dense().compress()));
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("0 elements in 16 bytes").hasLineCount(2);
    }

    @Test
    void missingFile() {
        assertRefused(CommandRun.of("inspect", folder.resolve("none.tg").toString()), "none.tg", "does not exist");
    }

    @Test
    void folderInsteadOfAFile() {
        assertRefused(CommandRun.of("inspect", folder.toString()), folder.toString(), "folder");
    }

    /** To open a pipe waits until another process writes to it. */
    @Test
    void aPipeIsRefusedBeforeItIsOpened() throws IOException, InterruptedException {
        Path pipe = folder.resolve("pipe");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo")));
        assertThat(new ProcessBuilder("/usr/bin/mkfifo", pipe.toString())
                        .start()
                        .waitFor())
                .isZero();
        assertRefused(CommandRun.of("inspect", pipe.toString()), "pipe is no regular file");
        CommandRun data = CommandRun.of("compare", "--quiet", "--data", pipe.toString());
        assertThat(data.err()).contains("pipe is no regular file").hasLineCount(1);
    }

    @Test
    void emptyFile() throws IOException {
        assertRefused(inspect(new byte[0]), "gradient.tg is empty");
    }

    @Test
    void everyTruncationIsRefused() throws IOException {
        byte[] whole = bytes(new Sign().compress(1f, -2f, 3f));
        for (int length = 1; length < whole.length; length++) {
            assertRefused(inspect(Arrays.copyOf(whole, length)), "damaged", "at byte");
        }
    }

    @Test
    void damageIsRefusedWithItsPlace() throws IOException {
        byte[] damaged = bytes(new Sign().compress(1f, -2f, 3f));
        damaged[damaged.length - 1] ^= 1;
        assertRefused(inspect(damaged), "at byte 12, the checksum is not that of the bytes");
    }

    @Test
    void somethingElseIsRefused() throws IOException {
        assertRefused(
                inspect("a text that is no payload at all".getBytes(StandardCharsets.UTF_8)),
                "at byte 0",
                "letters Tg");
    }

    @Test
    void bytesAfterThePayloadAreRefused() throws IOException {
        byte[] whole = bytes(new Sign().compress(1f, -2f, 3f));
        assertRefused(inspect(Arrays.copyOf(whole, whole.length + 3)), "3 bytes after", "byte " + whole.length);
    }

    @Test
    void frameIsExplainedPayloadByPayload() throws IOException {
        Payload payload = new Sign().compress(1f, -2f, 3f);
        Frame frame = Frame.allocate(Frame.maxBytes(payload.byteLength(), payload.byteLength()));
        frame.add(payload);
        frame.add(payload);
        ByteBuffer buffer = ByteBuffer.allocate(frame.byteLength());
        frame.writeTo(buffer);
        CommandRun run = inspect(buffer.array());
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("2 payloads in 32 bytes", "0         " + payload, "1         " + payload);
        assertRefused(inspect(Arrays.copyOf(buffer.array(), 31)), "damaged", "at byte");
    }

    @Test
    void fileIsRequired() {
        CommandRun run = CommandRun.of("inspect");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("FILE");
    }
}
