package org.tersegrad.reducers.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Frames, their codes, reasons and the limit of silence, without a socket or a clock. */
@Tag("any-jdk")
class TcpSessionTest {
    private static final int HEADER = PairwiseGroup.HEADER_BYTES;
    private static final Duration LIMIT = Duration.ofNanos(1000);

    private static ByteBuffer header() {
        return ByteBuffer.wrap(new byte[] {5, 0, 0, 0, 0, 0});
    }

    private static TcpMac mac(boolean secret, int key) {
        return secret ? TcpMac.of(new byte[] {(byte) key}) : TcpMac.none();
    }

    /** One of two ends; end 0 sends with key 0. */
    private static TcpSession end(boolean secret, int number) {
        return new TcpSession(mac(secret, number), mac(secret, 1 - number));
    }

    private static byte[] frames(TcpSession from, ByteBuffer content) {
        from.writer().begin(header(), content);
        return TcpPipe.sentBy(from);
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private static byte[] content(TcpSession of) {
        byte[] content = new byte[of.reader().message().remaining() - HEADER];
        of.reader().message().duplicate().position(HEADER).get(content);
        return content;
    }

    @Test
    void theLayoutIsAsSpecified() {
        byte[] plain = frames(end(false, 0), ByteBuffer.wrap(new byte[] {7, 8}));
        assertThat(plain).containsExactly(0, 0, 0, 8, 5, 0, 0, 0, 0, 0, 7, 8);
        byte[] authentic = frames(end(true, 0), ByteBuffer.wrap(new byte[] {7, 8}));
        assertThat(authentic).startsWith(plain).hasSize(plain.length + 16);
        TcpSession failing = end(false, 0);
        failing.writer().abort(PairwiseGroup.reason("no"));
        assertThat(TcpPipe.sentBy(failing)).containsExactly(0x80, 0, 0, 8, 0, 0, 0, 0, 0, 0, 'n', 'o');
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void messagesOfAllLengthsArrive(boolean secret) throws IOException {
        TcpSession one = end(secret, 0);
        TcpSession other = end(secret, 1);
        int frame = TcpWriter.FRAME_BYTES;
        for (int length : new int[] {0, 1, 4096, frame - 7, frame - 6, frame - 5, frame, 3 * frame, 3 * frame + 1}) {
            byte[] content = bytes(length);
            for (boolean direct : new boolean[] {false, true}) {
                ByteBuffer mine =
                        direct ? ByteBuffer.allocateDirect(length).put(content).flip() : ByteBuffer.wrap(content);
                other.reader().begin(HEADER + length);
                byte[] sent = frames(one, mine.asReadOnlyBuffer());
                assertThat(TcpPipe.give(sent, other, 1 + length / 3)).isEqualTo(sent.length);
                assertThat(other.isComplete() && one.isComplete()).isTrue();
                assertThat(content(other)).isEqualTo(content);
            }
        }
    }

    /** A byte that is changed on its way is found wherever it is. */
    @Test
    void everyByteOfAFrameIsAuthentic() throws IOException {
        byte[] frame = frames(end(true, 0), ByteBuffer.wrap(new byte[] {1, 2, 3, 4}));
        for (int i = 0; i < frame.length; i++) {
            TcpSession other = end(true, 1);
            other.reader().begin(1000);
            try {
                TcpPipe.give(TcpPipe.damaged(frame, i), other, 1);
            } catch (IOException e) {
                assertThat(e).hasMessageMatching(".*(authentication code|announces a message).*");
            }
            assertThat(other.reader().isRead()).as("byte %d", i).isFalse();
        }
    }

    /** Frames are numbered, and each direction and connection has its own key. */
    @Test
    void aFrameCountsOnceAndInItsPlace() throws IOException {
        TcpSession one = end(true, 0);
        byte[] first = frames(one, ByteBuffer.wrap(new byte[] {1}));
        byte[] second = frames(one, ByteBuffer.wrap(new byte[] {2}));
        TcpSession left = end(true, 1);
        left.reader().begin(100);
        assertThatThrownBy(() -> TcpPipe.give(second, left, 100)).hasMessageContaining("authentication code");

        TcpSession repeated = end(true, 1);
        repeated.reader().begin(100);
        TcpPipe.give(first, repeated, 100);
        assertThat(content(repeated)).containsExactly(1);
        repeated.reader().begin(100);
        assertThatThrownBy(() -> TcpPipe.give(first, repeated, 100)).hasMessageContaining("authentication code");

        TcpSession itself = end(true, 0);
        itself.reader().begin(100);
        assertThatThrownBy(() -> TcpPipe.give(first, itself, 100)).hasMessageContaining("authentication code");
    }

    /** Two parts of one message cannot change places. */
    @Test
    void framesOfAMessageKeepTheirOrder() throws IOException {
        int frame = 4 + TcpWriter.FRAME_BYTES + 16;
        byte[] sent = frames(end(true, 0), ByteBuffer.wrap(bytes(3 * TcpWriter.FRAME_BYTES)));
        byte[] swapped = sent.clone();
        System.arraycopy(sent, frame + 4, swapped, 2 * frame + 4, frame - 4);
        System.arraycopy(sent, 2 * frame + 4, swapped, frame + 4, frame - 4);
        TcpSession other = end(true, 1);
        other.reader().begin(Integer.MAX_VALUE);
        assertThatThrownBy(() -> TcpPipe.give(swapped, other, 1 << 20)).hasMessageContaining("authentication code");
    }

    /** A reason follows the frame that has begun, however much of the message is left. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aReasonEndsALongMessage(boolean secret) throws IOException {
        TcpSession one = end(secret, 0);
        TcpSession other = end(secret, 1);
        one.writer().begin(header(), ByteBuffer.wrap(new byte[40_000_000]));
        other.reader().begin(Integer.MAX_VALUE);
        one.outgoing()[0].get(new byte[0]);
        one.writer().abort(PairwiseGroup.reason("disk full"));
        byte[] sent = TcpPipe.sentBy(one);
        assertThat(sent).hasSizeLessThan(TcpWriter.FRAME_BYTES + 100);
        TcpPipe.give(sent, other, 1000);
        assertThat(other.reader().isFailure()).isTrue();
        assertThat(PairwiseGroup.reasonIn(other.reader().message())).hasMessage("disk full");
    }

    /** Between messages nothing is read but the first bytes of the next, or a reason. */
    @Test
    void whoListensHearsAReasonAndKeepsAMessage() throws IOException {
        TcpSession other = end(true, 1);
        other.reader().listen();
        TcpSession one = end(true, 0);
        byte[] message = frames(one, ByteBuffer.wrap(bytes(1000)));
        int taken = TcpPipe.give(message, other, 3);
        assertThat(taken).isEqualTo(4 + HEADER);
        assertThat(other.reader().isRead()).isFalse();
        other.reader().begin(HEADER + 1000);
        TcpPipe.give(Arrays.copyOfRange(message, taken, message.length), other, 1000);
        assertThat(content(other)).isEqualTo(bytes(1000));

        other.reader().listen();
        one.writer().abort(PairwiseGroup.reason("disk full"));
        TcpPipe.give(TcpPipe.sentBy(one), other, 1);
        assertThat(other.reader().isFailure()).isTrue();
    }

    @Test
    void anEmptyMessageThatCameEarlyIsThere() throws IOException {
        TcpSession other = end(false, 1);
        other.reader().listen();
        TcpPipe.give(frames(end(false, 0), ByteBuffer.allocate(0)), other, 1);
        other.reader().begin(HEADER);
        assertThat(other.reader().isRead()).isTrue();
    }

    /** Before anything is allocated, and as soon as the length is there. */
    @Test
    void aLengthBeyondTheExpectedIsRejected() throws IOException {
        for (int announced : new int[] {Integer.MAX_VALUE, 4103, 5, 0}) {
            TcpReader reader = end(true, 1).reader();
            reader.begin(4102);
            reader.incoming().putInt(announced);
            assertThatThrownBy(reader::received)
                    .hasMessage("it announces a message of " + announced + " bytes, 6 to 4102 are possible");
            assertThat(reader.message().capacity()).isEqualTo(4096);
        }
        TcpReader reader = end(true, 1).reader();
        reader.begin(Integer.MAX_VALUE);
        reader.incoming().putInt(Integer.MIN_VALUE | 1007);
        assertThatThrownBy(reader::received).hasMessage("it announces a message of 1007 bytes, 6 to 1006 are possible");
    }

    @Test
    void aFrameThatDoesNotContinueItsMessageIsRejected() throws IOException {
        byte[] sent = frames(end(false, 0), ByteBuffer.wrap(new byte[2 * TcpWriter.FRAME_BYTES]));
        sent[4 + TcpWriter.FRAME_BYTES + 3] ^= 1;
        TcpSession other = end(false, 1);
        other.reader().begin(Integer.MAX_VALUE);
        assertThatThrownBy(() -> TcpPipe.give(sent, other, 1 << 20))
                .hasMessageContaining("a message of 1048583 bytes, 1048582 to 1048582 are possible");
    }

    /** A byte now and then is no progress; 4096 bytes are, and so is the end of a message. */
    @Test
    void whoBringsTooLittleIsGivenUp() throws IOException {
        TcpSession session = end(false, 0);
        session.begin(header(), ByteBuffer.allocate(0), 1 << 20, 0);
        TcpPipe.sentBy(session);
        for (int now = 0; now < 1000; now += 10) {
            session.moved(1, now);
            session.requireProgress(LIMIT, now);
        }
        assertThat(session.patience(LIMIT, 990)).isEqualTo(10);
        assertThatThrownBy(() -> session.requireProgress(LIMIT, 1000))
                .isInstanceOf(SocketTimeoutException.class)
                .hasMessage("it has moved 100 bytes within 0 ms");
        session.moved(3996, 1000);
        assertThat(session.patience(LIMIT, 1500)).isEqualTo(500);
        session.requireProgress(LIMIT, 1999);
        assertThatThrownBy(() -> session.requireProgress(LIMIT, 2000)).isInstanceOf(SocketTimeoutException.class);

        TcpPipe.give(frames(end(false, 1), ByteBuffer.allocate(1)), session, 100);
        session.requireProgress(LIMIT, 1_000_000);
        assertThat(session.patience(LIMIT, 1_000_000)).isEqualTo(Long.MAX_VALUE);
        assertThatThrownBy(session::ended).isInstanceOf(EOFException.class);
    }

    @Test
    void aReasonIsBoundedAndPrintable() {
        String hostile = "line\r\nline\u001b[31m\u202e\u2028" + "x".repeat(5000);
        String reason = String.valueOf(
                PairwiseGroup.reasonIn(PairwiseGroup.reason(hostile)).getMessage());
        assertThat(reason).startsWith("line  line [31m  xxx").hasSizeLessThanOrEqualTo(1000);
        ByteBuffer longer = ByteBuffer.allocate(HEADER + 5000);
        assertThat(PairwiseGroup.reasonIn(longer).getMessage()).hasSize(1000).isBlank();
    }
}
