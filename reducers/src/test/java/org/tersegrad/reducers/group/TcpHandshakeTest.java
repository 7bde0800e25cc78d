package org.tersegrad.reducers.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.reducers.group.TcpChannel.RejectedException;

/** The handshake byte by byte, with strangers at either end. */
@Tag("any-jdk")
class TcpHandshakeTest {
    private static final TcpOptions OPTIONS =
            TcpOptions.usual().withGroup("test").withSecret("sesame");
    private static final SecureRandom RANDOM = new SecureRandom();

    private static TcpHandshake connecting(TcpOptions options) {
        return TcpHandshake.connecting(1, 3, 0, options, RANDOM);
    }

    private static TcpHandshake accepting(TcpOptions options) {
        return TcpHandshake.accepting(0, 3, options, RANDOM);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "sesame"})
    void bothSidesAreProvenAndAgreeOnKeys(String secret) throws IOException {
        TcpHandshake one = connecting(OPTIONS.withSecret(secret));
        TcpHandshake other = accepting(OPTIONS.withSecret(secret));
        assertThat(one.isProven() || other.isProven()).isFalse();
        TcpPipe.run(one, other);
        assertThat(one.isProven()).isTrue();
        assertThat(other.isProven()).isTrue();
        assertThat(other.peer()).isEqualTo(1);

        TcpSession first = one.session();
        TcpSession second = other.session();
        first.begin(ByteBuffer.allocate(6), ByteBuffer.wrap(new byte[] {1, 2, 3}), 9, 0);
        second.begin(ByteBuffer.allocate(6), ByteBuffer.wrap(new byte[] {4, 5}), 9, 0);
        TcpPipe.run(first, second);
        assertThat(first.reader().message()).isEqualTo(ByteBuffer.wrap(new byte[] {0, 0, 0, 0, 0, 0, 4, 5}));
        assertThat(second.reader().message()).isEqualTo(ByteBuffer.wrap(new byte[] {0, 0, 0, 0, 0, 0, 1, 2, 3}));
    }

    /** Each side says how the other one differs, with the values of both. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | 3 | 0 | other | sesame | its group is 'other', this worker's is 'test' | its group is 'test', this worker's is 'other'",
                "1 | 2 | 0 | test | sesame | its group has 2 workers, this worker's has 3 | its group has 3 workers, this worker's has 2",
                "2 | 3 | 1 | test | sesame | it is worker 2 and wants worker 1, this is worker 0 of 3"
                        + " | it is worker 0, this is worker 2 of 3 and wants worker 1",
                "0 | 3 | 0 | test | sesame | it is worker 0 and wants worker 0, this is worker 0 of 3"
                        + " | it is worker 0, this is worker 0 of 3 and wants worker 0",
                "3 | 3 | 0 | test | sesame | it is worker 3 and wants worker 0, this is worker 0 of 3"
                        + " | it is worker 0, this is worker 3 of 3 and wants worker 0",
                "1 | 3 | 0 | test | open | its secret is another one | its secret is another one",
                "1 | 3 | 0 | test | '' | its secret is another one | its secret is another one: this worker has none"
            })
    void bothSidesAreToldWhatDiffers(
            int rank, int size, int wanted, String group, String secret, String accepts, String connects) {
        TcpOptions theirs = OPTIONS.withGroup(group).withSecret(secret);
        TcpHandshake one = TcpHandshake.connecting(rank, size, wanted, theirs, RANDOM);
        TcpHandshake other = accepting(OPTIONS);
        assertThatThrownBy(() -> TcpPipe.run(one, other))
                .isInstanceOf(RejectedException.class)
                .hasMessage(connects);
        assertThat(other.difference()).isEqualTo(accepts);
        assertThat(one.isProven() || other.isProven()).isFalse();
    }

    /** The first version's hello had 82 bytes, its answer one. */
    @Test
    void theFirstVersionIsToldSoAndNamed() throws IOException {
        byte[] hello = Arrays.copyOf("TGRP\1".getBytes(StandardCharsets.US_ASCII), 82);
        TcpHandshake accepting = accepting(OPTIONS);
        TcpPipe.give(hello, accepting, 1);
        assertThat(accepting.difference()).isEqualTo("it speaks version 1 of the protocol, this worker version 2");
        assertThat(TcpPipe.sentBy(accepting)).startsWith(1, TcpHandshake.VERSION);

        TcpHandshake connecting = connecting(OPTIONS);
        assertThat(TcpPipe.sentBy(connecting)).hasSizeGreaterThanOrEqualTo(82);
        TcpPipe.give(new byte[] {1}, connecting, 1);
        assertThatThrownBy(connecting::ended)
                .isInstanceOf(RejectedException.class)
                .hasMessage("it speaks version 1 of the protocol, this worker version 2");
    }

    @Test
    void aLaterVersionIsNamedAtBothSides() throws IOException {
        byte[] hello = TcpPipe.sentBy(connecting(OPTIONS));
        hello[4] = 7;
        TcpHandshake accepting = accepting(OPTIONS);
        TcpPipe.give(hello, accepting, 1);
        assertThat(accepting.difference()).isEqualTo("it speaks version 7 of the protocol, this worker version 2");
        assertThatThrownBy(() -> TcpPipe.give(new byte[] {1, 7}, connecting(OPTIONS), 1))
                .isInstanceOf(RejectedException.class)
                .hasMessage("it speaks version 7 of the protocol, this worker version 2");
    }

    @Test
    void noiseIsNotAWorker() throws IOException {
        TcpHandshake accepting = accepting(OPTIONS);
        TcpPipe.give("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII), accepting, 1);
        assertThat(accepting.difference()).isEqualTo("it does not speak the protocol of these groups");
        assertThatThrownBy(() -> TcpPipe.give("HTTP/1.1".getBytes(StandardCharsets.US_ASCII), connecting(OPTIONS), 1))
                .isInstanceOf(RejectedException.class)
                .hasMessage("it does not speak the protocol of these groups: it answers 72");
        assertThatThrownBy(accepting(OPTIONS)::ended).isInstanceOf(EOFException.class);
    }

    /** The bytes of a handshake that was overheard: those of the connecting side, and those of the accepting one. */
    private static byte[][] overheard() throws IOException {
        TcpHandshake one = connecting(OPTIONS);
        TcpHandshake other = accepting(OPTIONS);
        byte[] hello = TcpPipe.sentBy(one);
        TcpPipe.give(hello, other, 1);
        byte[] reply = TcpPipe.sentBy(other);
        TcpPipe.give(reply, one, 1);
        byte[] proof = TcpPipe.sentBy(one);
        TcpPipe.give(proof, other, 1);
        return new byte[][] {TcpPipe.joined(hello, proof), TcpPipe.joined(reply, TcpPipe.sentBy(other))};
    }

    /** Each side's random bytes are fresh. */
    @Test
    void anOverheardProofDoesNotProveAgain() throws IOException {
        byte[][] before = overheard();
        TcpHandshake accepting = accepting(OPTIONS);
        assertThat(TcpPipe.give(before[0], accepting, 1)).isEqualTo(before[0].length);
        assertThat(accepting.difference()).isEqualTo("its secret is another one");

        TcpHandshake connecting = connecting(OPTIONS);
        assertThatThrownBy(() -> TcpPipe.give(before[1], connecting, 1))
                .hasMessage("it does not prove that it knows the secret");
        assertThat(connecting.isProven()).isFalse();
    }

    /** One who listens in a worker's place says welcome and sends back the proof that it was given. */
    @Test
    void aProofDoesNotProveTheOtherSide() throws IOException {
        TcpHandshake connecting = connecting(OPTIONS);
        TcpHandshake honest = accepting(OPTIONS);
        TcpPipe.give(TcpPipe.sentBy(connecting), honest, 1);
        TcpPipe.give(TcpPipe.sentBy(honest), connecting, 1);
        byte[] proof = TcpPipe.sentBy(connecting);
        assertThatThrownBy(() -> TcpPipe.give(TcpPipe.joined(new byte[1], proof), connecting, 1))
                .hasMessage("it does not prove that it knows the secret");
    }

    /** A proof covers every byte before it: whatever is changed on the way, neither side is satisfied. */
    @Test
    void everyByteIsProven() throws IOException {
        for (int i = 0; i < TcpHandshake.HELLO_BYTES + TcpHandshake.REPLY_BYTES; i++) {
            TcpHandshake one = connecting(OPTIONS);
            TcpHandshake other = accepting(OPTIONS);
            int at = i;
            try {
                byte[] hello = TcpPipe.sentBy(one);
                TcpPipe.give(at < hello.length ? TcpPipe.damaged(hello, at) : hello, other, 1);
                byte[] reply = TcpPipe.sentBy(other);
                TcpPipe.give(at < hello.length ? reply : TcpPipe.damaged(reply, at - hello.length), one, 1);
                TcpPipe.run(one, other);
            } catch (RejectedException e) {
                // As it should be.
            }
            assertThat(one.isProven() || other.isProven()).as("byte %d", i).isFalse();
        }
    }

    /** The keys of frames are those of one direction of one connection. */
    @Test
    void aFrameOfAnotherDirectionOrConnectionIsNotAuthentic() throws IOException {
        TcpHandshake[] ends = {connecting(OPTIONS), accepting(OPTIONS), connecting(OPTIONS), accepting(OPTIONS)};
        TcpPipe.run(ends[0], ends[1]);
        TcpPipe.run(ends[2], ends[3]);
        TcpSession sender = ends[0].session();
        sender.writer().begin(ByteBuffer.allocate(6), ByteBuffer.allocate(1));
        byte[] frame = TcpPipe.sentBy(sender);
        for (int i = 0; i < ends.length; i++) {
            TcpSession receiver = i == 0 ? sender : ends[i].session();
            receiver.reader().begin(7);
            if (i == 1) {
                TcpPipe.give(frame, receiver, 1);
                assertThat(receiver.reader().isRead()).isTrue();
            } else {
                assertThatThrownBy(() -> TcpPipe.give(frame, receiver, 1)).hasMessageContaining("authentication code");
            }
        }
    }

    /** A worker without the secret gets nothing from which it can be guessed. */
    @Test
    void nothingIsProvenToAWorkerThatProvesNothing() throws IOException {
        byte[][] replies = new byte[2][];
        for (int i = 0; i < 2; i++) {
            TcpHandshake accepting = accepting(OPTIONS.withSecret("secret " + i));
            TcpHandshake stranger = connecting(OPTIONS.withSecret(""));
            TcpPipe.give(TcpPipe.sentBy(stranger), accepting, 1);
            byte[] reply = TcpPipe.sentBy(accepting);
            Arrays.fill(reply, 12, 44, (byte) 0); // its random bytes
            TcpPipe.give(new byte[TcpHandshake.PROOF_BYTES], accepting, 1);
            replies[i] = TcpPipe.joined(reply, TcpPipe.sentBy(accepting));
        }
        assertThat(replies[0]).isEqualTo(replies[1]);
    }

    @Test
    void aNameFromOutsideIsPrintable() {
        TcpHandshake accepting = accepting(OPTIONS);
        assertThatThrownBy(() -> TcpPipe.run(connecting(OPTIONS.withGroup("a\n\u001b[2J\u202eb")), accepting))
                .isInstanceOf(RejectedException.class);
        assertThat(accepting.difference()).isEqualTo("its group is 'a  [2J b', this worker's is 'test'");
    }
}
