package org.tersegrad.compressors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.codecs.IndexSetWriter;
import org.tersegrad.codecs.Rans;
import org.tersegrad.compressors.sparse.SparseMessage;

/**
 * Every reason for which a payload or a frame is rejected: valid bytes, one field changed, and what must be said about it. Beside
 * each stands the smallest and the largest value of the field that is accepted.
 */
class MalformedReasonsTest {
    private static final Path SOURCES = Path.of("src/main/java/org/tersegrad/compressors");
    private static final int HEADER = 16;
    private static final float NAN = Float.NaN;
    private static final float INFINITY = Float.POSITIVE_INFINITY;
    private static final float MAX = Float.MAX_VALUE;

    private final MalformedReasons table = new MalformedReasons();

    /** Samples come with the formats, so a new format brings its own; a line that no sample reaches fails the test. */
    @Test
    void everyReasonIsGivenAtItsPlace() throws IOException {
        for (BodyFormat format : Recipe.formats()) {
            assertThat(format.malformed()).as(format.id().name()).isNotEmpty();
            for (Malformed sample : format.malformed()) {
                refuseSample(format, sample);
            }
        }
        headers();
        frames();
        framedNumbers();
        entriesOfAReducer();
        named();
        List<Path> sources = new ArrayList<>();
        try (Stream<Path> files = Files.walk(SOURCES)) {
            files.filter(file -> Files.isRegularFile(file) && !file.toString().endsWith("State.java"))
                    .forEach(sources::add);
        }
        table.requireAll(sources);
    }

    private void refuseSample(BodyFormat format, Malformed sample) {
        Wire body = new Wire();
        int start = HEADER;
        String reason = sample.reason();
        if (format.id().isCustom()) {
            byte[] name = format.id().name().getBytes(StandardCharsets.US_ASCII);
            body.u8(name.length).raw(name).u8(format.id().version());
            start += name.length + 2;
            reason = format.id().name() + ": " + reason;
        }
        byte[] message = body.raw(sample.body()).payload(format.id().number(), sample.elements());
        refused(start + sample.offset(), reason, message, sample.elements());
    }

    /** Beside each reason the smallest and the largest value of a field that is accepted. */
    @Test
    void fieldsAreAcceptedUpToTheirLimits() {
        dense();
        halves();
        sparse();
        sparseValues();
        randomSubset();
        sparseSigns();
        levelsFields();
        levelsCodes();
        levelsSections();
        signs();
        natural();
        lossless();
        cosine();
        lowRank();
        chunks();
        rotated();
        paddedRotation();
        blockFloats();
        affine();
        fourMeans();
    }

    private static void read(byte[] message, int elements) {
        Payload payload = Payload.allocate(Math.max(HEADER, message.length));
        payload.readFrom(ByteBuffer.wrap(message), elements);
    }

    private void refused(int offset, String reason, byte[] message, int elements) {
        table.refused(offset, reason, () -> read(message, elements));
    }

    private static byte[] with(byte[] bytes, int at, int value) {
        byte[] changed = bytes.clone();
        changed[at] = (byte) value;
        return changed;
    }

    /** A body of one scheme for a tensor: accepted as it is, and rejected from its first byte on. */
    private final class Rows {
        private final int scheme;
        private final int elements;

        Rows(int scheme, int elements) {
            this.scheme = scheme;
            this.elements = elements;
        }

        void accept(Wire body) {
            read(body.payload(scheme, elements), elements);
        }

        void refuse(int offset, String reason, Wire body) {
            refused(HEADER + offset, reason, body.payload(scheme, elements), elements);
        }
    }

    private static Wire body() {
        return new Wire();
    }

    private void headers() {
        byte[] message = body().f32(1f, 2f).payload(1, 2);
        read(message, 2);
        refused(15, "the header takes 16 bytes and only 15 are there", Arrays.copyOf(message, 15), 2);
        refused(0, "a payload begins with the letters Tg", with(message, 0, 't'), 2);
        refused(0, "a payload begins with the letters Tg", with(message, 1, 'f'), 2);
        refused(2, "version 0, known is 1", with(message, 2, 0), 2);
        refused(2, "version 2, known is 1", with(message, 2, 2), 2);
        refused(2, "version 17, known is 1", with(message, 2, 0x11), 2);
        refused(3, "format 0 is not known", with(message, 3, 0), 2);
        refused(3, "format 99 is not known", with(message, 3, 99), 2);
        refused(3, "format 99 is not known", with(message, 3, 0x80 | 99), 2);
        refused(4, "2 elements, expected are 3", message, 3);
        refused(4, "2 elements, expected are 1", message, 1);
        refused(4, "2147483650 elements, expected are 2", with(message, 7, 0x80), 2);
        table.refused(
                4,
                "2147483650 elements, a tensor has at most 2147418112",
                () -> Payload.elementsOf(ByteBuffer.wrap(with(message, 7, 0x80))));
        refused(8, "a body of 4294967048 bytes; here is room for 8", setInt(message, 8, -248), 2);
        refused(24, "the body takes 9 bytes and only 8 are there", with(message, 8, 9), 2);
        byte[] two = Arrays.copyOf(message, 48);
        table.refused(
                8,
                "a body of 25 bytes; here is room for 24",
                () -> Payload.allocate(40).readFrom(ByteBuffer.wrap(with(two, 8, 25)), 2));
        table.refused(
                8,
                "a body of 8 bytes; here is room for 7",
                () -> Payload.allocate(23).readFrom(ByteBuffer.wrap(message), 2));
        for (int at = 12; at < 16; at++) {
            refused(12, "the checksum is not that of the bytes", with(message, at, message[at] ^ 1), 2);
        }
    }

    private static byte[] setInt(byte[] message, int at, int value) {
        byte[] changed = message.clone();
        System.arraycopy(new Wire().i32(value).bytes(), 0, changed, at, 4);
        return changed;
    }

    private void refusedFrame(int offset, String reason, byte[] frame, int... lengths) {
        table.refused(offset, reason, () -> Frame.allocate(100).readFrom(ByteBuffer.wrap(frame), lengths));
    }

    private void frames() {
        byte[] frame = body().u8(1, 1, 4).f32(1f).u8(0x81, 0, 0).frame(2);
        Frame.allocate(100).readFrom(ByteBuffer.wrap(frame), 1, 0);
        refusedFrame(15, "the header takes 16 bytes and only 15 are there", Arrays.copyOf(frame, 15), 1, 0);
        refusedFrame(0, "a frame begins with the letters Tf", with(frame, 1, 'g'), 1, 0);
        refusedFrame(2, "version 2, known is 1", with(frame, 2, 2), 1, 0);
        refusedFrame(2, "version 257, known is 1", with(frame, 3, 1), 1, 0);
        refusedFrame(8, "85 bytes; here is room for 84", with(frame, 8, 85), 1, 0);
        refusedFrame(8, "2147483658 bytes; here is room for 84", with(frame, 11, 0x80), 1, 0);
        refusedFrame(26, "what follows the header takes 84 bytes and only 10 are there", with(frame, 8, 84), 1, 0);
        refusedFrame(12, "the checksum is not that of the bytes", with(frame, 15, frame[15] ^ 1), 1, 0);
        refusedFrame(4, "2 payloads, expected are 3", frame, 1, 0, 0);
        refusedFrame(4, "4294967295 payloads, expected are 2", setInt(frame, 4, -1), 1, 0);
        refusedFrame(26, "3 payloads announced, only 2 are there", Wire.mend(with(frame, 4, 3)), 1, 0, 0);
        refusedFrame(23, "bytes after the last payload", Wire.mend(with(frame, 4, 1)), 1);
        refusedFrame(17, "1 elements, expected are 2", frame, 2, 0);
        refusedFrame(16, "format 99 is not known", Wire.mend(with(frame, 16, 99)), 1, 0);
        refusedFrame(26, "a body of 1 bytes is cut off", Wire.mend(with(frame, 25, 1)), 1, 0);
        refusedFrame(
                19, "the value NaN is not finite", body().u8(1, 1, 4).f32(NAN).frame(1), 1);
        table.refused(
                17,
                "2147483647 elements, a tensor has at most 2147418112",
                () -> Frame.elementsOf(ByteBuffer.wrap(
                        body().u8(1, 0xff, 0xff, 0xff, 0xff, 7, 0).frame(1))));
    }

    private void framedNumbers() {
        String reason = "not a number in as few bytes as it needs";
        refusedFrame(17, "127 elements, expected are 0", body().u8(1, 0x7f, 0).frame(1), 0);
        refusedFrame(
                17, "128 elements, expected are 0", body().u8(1, 0x80, 1, 0).frame(1), 0);
        refusedFrame(17, reason, body().u8(1, 0x80, 0, 0).frame(1), 0);
        refusedFrame(17, reason, body().u8(1, 0xff, 0, 0).frame(1), 127);
        refusedFrame(
                17,
                "2147483647 elements, expected are 0",
                body().u8(1, 0xff, 0xff, 0xff, 0xff, 7, 0).frame(1),
                0);
        refusedFrame(17, reason, body().u8(1, 0x80, 0x80, 0x80, 0x80, 8, 0).frame(1), 0);
        refusedFrame(17, reason, body().u8(1, 0x81, 0x80, 0x80, 0x80, 0x80, 1).frame(1), 1);
        refusedFrame(17, reason, body().u8(1, 0x81).frame(1), 1);
        refusedFrame(17, reason, body().u8(1).frame(1), 1);
        refusedFrame(18, reason, body().u8(1, 1).frame(1), 1);
        refusedFrame(18, reason, body().u8(1, 1, 0x84, 0).f32(1f).frame(1), 1);
    }

    private void dense() {
        Rows rows = new Rows(1, 2);
        rows.accept(body().f32(MAX, -MAX));
        rows.accept(body().f32(Float.MIN_VALUE, -0f));
        rows.refuse(7, "a body for 2 elements takes 8 bytes here, this has 7", body().raw(new byte[7]));
        rows.refuse(8, "a body for 2 elements takes 8 bytes here, this has 9", body().raw(new byte[9]));
        rows.refuse(0, "the value NaN is not finite", body().f32(NAN, 1f));
        rows.refuse(4, "the value Infinity is not finite", body().f32(1f, INFINITY));
        rows.refuse(4, "the value -Infinity is not finite", body().f32(1f, -INFINITY));
    }

    private void halves() {
        String reason = "a 16-bit value that is not finite";
        for (int scheme = 2; scheme <= 3; scheme++) {
            int infinity = scheme == 2 ? 0x7c00 : 0x7f80;
            Rows rows = new Rows(scheme, 2);
            rows.accept(body().u16(infinity - 1, infinity - 1 | 0x8000));
            rows.refuse(0, reason, body().u16(infinity, 0));
            rows.refuse(2, reason, body().u16(0, infinity | 0x8000));
            rows.refuse(2, reason, body().u16(0, 0x7fff));
            rows.refuse(3, "a body for 2 elements takes 4 bytes here, this has 3", body().raw(new byte[3]));
            rows.refuse(4, "a body for 2 elements takes 4 bytes here, this has 5", body().raw(new byte[5]));
        }
    }

    /** Indices 1 and 4 of ten, one of 3 bytes. */
    private static byte[] twoOfTen() {
        byte[] out = new byte[IndexSetWriter.maxBytes(2, 10)];
        return Arrays.copyOf(out, new IndexSetWriter().write(new int[] {1, 4}, 0, 2, 10, out, 0));
    }

    private void sparse() {
        byte[] set = twoOfTen();
        Rows rows = new Rows(4, 10);
        rows.accept(body().u8(0).i32(2).raw(set).f32(MAX, -MAX));
        rows.accept(body().u8(0).i32(0).raw(new byte[] {1 | 4 << 3}));
        rows.refuse(4, "a body of 4 bytes; the fields before its data take 5", body().u8(0, 0, 0, 0));
        rows.refuse(
                0,
                "value format 7, known are 0 to 6",
                body().u8(7).i32(2).raw(set).f32(1f, 1f));
        rows.refuse(
                0,
                "value format 255, known are 0 to 6",
                body().u8(255).i32(2).raw(set).f32(1f, 1f));
        rows.refuse(1, "11 of 10 elements", body().u8(0).i32(11).raw(set).raw(new byte[44]));
        rows.refuse(
                1, "4294967295 of 10 elements", body().u8(0).i32(-1).raw(set).f32(1f, 1f));
        rows.refuse(
                12,
                "2 values take 8 bytes, the body has 12",
                body().u8(0).i32(2).raw(new byte[7]));
        rows.refuse(
                5,
                "an index set begins with a tag byte, but nothing is there",
                body().u8(0).i32(2).f32(1f, 1f));
        rows.refuse(
                7, "the header of RUNS is cut off", body().u8(0).i32(2).u8(7, 0).f32(1f, 1f));
        rows.refuse(
                7,
                "PLAIN of 2 indices below 10 takes 2 bytes, these are 3",
                body().u8(0).i32(2).raw(set).u8(0).f32(1f, 1f));
    }

    /** The largest step of which {@code levels} are finite. */
    private static float largestStep(int levels) {
        float step = MAX / levels;
        while (Float.isFinite(step * levels)) {
            step = Math.nextUp(step);
        }
        while (Float.isInfinite(step * levels)) {
            step = Math.nextDown(step);
        }
        return step;
    }

    private void sparseValues() {
        byte[] set = twoOfTen();
        int at = 5 + set.length;
        Rows rows = new Rows(4, 10);
        rows.refuse(
                at, "the value NaN is not finite", body().u8(0).i32(2).raw(set).f32(NAN, 1f));
        rows.refuse(
                at + 4,
                "the value Infinity is not finite",
                body().u8(0).i32(2).raw(set).f32(1f, INFINITY));
        for (int format = 1; format <= 2; format++) {
            int infinity = format == 1 ? 0x7c00 : 0x7f80;
            rows.accept(body().u8(format).i32(2).raw(set).u16(infinity - 1, infinity - 1));
            for (int i = 0; i < 2; i++) {
                Wire bad = body().u8(format).i32(2).raw(set).u16(i == 0 ? infinity : 0, i == 1 ? infinity : 0);
                rows.refuse(at + 2 * i, "a 16-bit value that is not finite", bad);
            }
        }
        float largest = largestStep(127);
        rows.accept(body().u8(3).i32(2).raw(set).f32(largest).u8(0, 254));
        rows.refuse(
                at,
                "the value NaN is not finite",
                body().u8(3).i32(2).raw(set).f32(NAN).u8(0, 254));
        rows.refuse(
                at,
                "the magnitude -1.0 is negative",
                body().u8(3).i32(2).raw(set).f32(-1f).u8(0, 254));
        rows.refuse(
                at,
                "a step of " + Math.nextUp(largest) + " overflows at level 127",
                body().u8(3).i32(2).raw(set).f32(Math.nextUp(largest)).u8(0, 254));
        rows.refuse(
                at + 4,
                "level 255 of 0 to 254",
                body().u8(3).i32(2).raw(set).f32(1f).u8(255, 0));
        rows.refuse(
                at + 5,
                "level 255 of 0 to 254",
                body().u8(3).i32(2).raw(set).f32(1f).u8(0, 255));
    }

    /** Messages between the workers of a tree carry the expected number of elements of an expected tensor. */
    private void entriesOfAReducer() {
        SparseMessage entries = new SparseMessage(3, 10);
        byte[] signs = body().f32(1f).u8(0, 0).payload(8, 10);
        table.refused(
                3,
                "expected are some of 10 elements, this is 10 elements in 22 bytes, 17.000 bits each: "
                        + "the sign of every element, times 1.0",
                () -> entries.readFrom(ByteBuffer.wrap(signs)));
        byte[] two = body().u8(0).i32(2).raw(twoOfTen()).f32(1f, 2f).payload(4, 10);
        table.refused(HEADER + 1, "expected are 3 elements, these are 2", () -> entries.readFrom(ByteBuffer.wrap(two)));
    }

    private void randomSubset() {
        Rows rows = new Rows(5, 3);
        rows.accept(body().i64(-1).f32(0f));
        rows.accept(body().i64(-1).f32(1f, MAX, -MAX, 0f));
        rows.refuse(11, "a body of 11 bytes; the fields before its data take 12", body().raw(new byte[11]));
        rows.refuse(8, "the magnitude -0.0 is negative", body().i64(1).f32(-0f));
        rows.refuse(8, "the value Infinity is not finite", body().i64(1).f32(INFINITY));
        rows.refuse(28, "16 bytes of values for 3 elements", body().i64(1).f32(1f, 1f, 1f, 1f, 1f));
        rows.refuse(
                17,
                "5 bytes of values for 3 elements",
                body().i64(1).f32(1f, 1f).u8(0));
        rows.refuse(16, "the value NaN is not finite", body().i64(1).f32(1f, 1f, NAN));
        rows.refuse(12, "a value that overflows times 2.0", body().i64(1).f32(2f, MAX));
        rows.refuse(16, "a value that overflows times 2.0", body().i64(1).f32(2f, 1f, -MAX));
    }

    private void sparseSigns() {
        byte[] set = twoOfTen();
        Rows rows = new Rows(6, 10);
        rows.accept(body().f32(MAX).i32(2).raw(set).u8(3));
        rows.refuse(7, "a body of 7 bytes; the fields before its data take 8", body().raw(new byte[7]));
        rows.refuse(
                0,
                "the magnitude -2.0 is negative",
                body().f32(-2f).i32(2).raw(set).u8(3));
        rows.refuse(
                0,
                "the value NaN is not finite",
                body().f32(NAN).i32(2).raw(set).u8(3));
        rows.refuse(4, "11 of 10 elements", body().f32(1f).i32(11).raw(set).u8(3, 3));
        rows.refuse(
                4, "4294967295 of 10 elements", body().f32(1f).i32(-1).raw(set).u8(3));
        rows.refuse(8, "2 signs are cut off", body().f32(1f).i32(2));
        rows.refuse(9, "9 signs are cut off", body().f32(1f).i32(9).u8(0));
        rows.refuse(
                8,
                "COMPLEMENT of 2 indices below 10, which is not more than half",
                body().f32(1f).i32(2).u8(6, 0).u8(3));
        int last = 8 + set.length;
        rows.refuse(
                last,
                "the bits after the last sign are not zero",
                body().f32(1f).i32(2).raw(set).u8(4));
        rows.refuse(
                last,
                "the bits after the last sign are not zero",
                body().f32(1f).i32(2).raw(set).u8(0x80));
    }

    private void levelsFields() {
        Rows rows = new Rows(7, 5);
        Wire steps = body().u8(0).u16(1).i32(2).f32(1f, 2f, MAX);
        rows.accept(steps.u8(0b10_01_00_10, 0b10));
        rows.refuse(6, "a body of 6 bytes; the fields before its data take 7", body().raw(new byte[6]));
        rows.refuse(
                3, "buckets of 0 elements", body().u8(0).u16(1).i32(0).f32(1f).u8(0, 0));
        rows.refuse(
                3,
                "buckets of 4294967295 elements",
                body().u8(0).u16(1).i32(-1).f32(1f).u8(0, 0));
        rows.accept(body().u8(0).u16(1).i32(Integer.MAX_VALUE).f32(1f).u8(0, 0));
        rows.refuse(
                18,
                "a body of 18 bytes; the fields before its data take 19",
                body().u8(0).u16(1).i32(2).raw(new byte[11]));
        for (int i = 0; i < 3; i++) {
            float[] nan = {1f, 1f, 1f};
            nan[i] = NAN;
            rows.refuse(
                    7 + 4 * i,
                    "the value NaN is not finite",
                    body().u8(0).u16(1).i32(2).f32(nan).u8(0, 0));
        }
        rows.refuse(
                7,
                "the magnitude -0.0 is negative",
                body().u8(0).u16(1).i32(5).f32(-0f).u8(0, 0));
        float largest = largestStep(2);
        rows.accept(body().u8(0).u16(2).i32(5).f32(largest).u8(0, 0));
        rows.refuse(
                7,
                "a step of " + Math.nextUp(largest) + " overflows at level 2",
                body().u8(0).u16(2).i32(5).f32(Math.nextUp(largest)).u8(0, 0));
    }

    private void levelsCodes() {
        Rows rows = new Rows(7, 5);
        rows.refuse(
                0,
                "code 3 for levels up to 1",
                body().u8(3).u16(1).i32(5).f32(1f).u8(0, 0));
        rows.refuse(
                0,
                "code -1 for levels up to 1",
                body().u8(-1).u16(1).i32(5).f32(1f).u8(0, 0));
        rows.refuse(
                0,
                "code 0 for levels up to 0",
                body().u8(0).u16(0).i32(5).f32(1f).u8(0, 0));
        rows.accept(body().u8(0).u16(32767).i32(5).f32(1f).u16(65534, 0, 0, 0, 0));
        rows.refuse(
                0,
                "code 0 for levels up to 32768",
                body().u8(0).u16(32768).i32(5).f32(1f).u16(0, 0, 0, 0, 0));
        rows.refuse(
                0,
                "level 65535 of 0 to 65534 at element 4",
                body().u8(0).u16(32767).i32(5).f32(1f).u16(0, 0, 0, 0, -1));
        rows.refuse(
                0,
                "level 3 of 0 to 2 at element 1",
                body().u8(0).u16(1).i32(5).f32(1f).u8(0b1100, 0));
        rows.refuse(
                12,
                "padding bits that are not zero",
                body().u8(0).u16(1).i32(5).f32(1f).u8(0, 0b100));
        rows.refuse(
                12,
                "a body for 5 elements takes 13 bytes here, this has 12",
                body().u8(0).u16(1).i32(5).f32(1f).u8(0));
        rows.refuse(
                13,
                "a body for 5 elements takes 13 bytes here, this has 14",
                body().u8(0).u16(1).i32(5).f32(1f).u8(0, 0, 0));
        rows.accept(body().u8(2).u16(1).i32(5).f32(1f).u8(242));
        rows.refuse(
                0,
                "code 2 for levels up to 2",
                body().u8(2).u16(2).i32(5).f32(1f).u8(0));
        rows.refuse(
                11,
                "byte 243, five trits make at most 242",
                body().u8(2).u16(1).i32(5).f32(1f).u8(243));
        rows.refuse(
                12,
                "a body for 5 elements takes 12 bytes here, this has 13",
                body().u8(2).u16(1).i32(5).f32(1f).u8(0, 0));
        new Rows(7, 6)
                .refuse(
                        12,
                        "byte 3, the last 1 trits make at most 2",
                        body().u8(2).u16(1).i32(6).f32(1f).u8(0, 3));
    }

    private static byte[] section(int alphabet, int... symbols) {
        Rans coder = new Rans(alphabet);
        byte[] out = new byte[coder.maxBytes(symbols.length)];
        return Arrays.copyOf(out, coder.write(symbols, 0, symbols.length, out, 0));
    }

    private void levelsSections() {
        byte[] symbols = section(3, 0, 1, 2, 1, 1);
        int length = symbols.length;
        Rows rows = new Rows(7, 5);
        Wire good = body().u8(1).u16(1).i32(5).f32(1f).i32(length).raw(symbols);
        rows.accept(good);
        rows.accept(body().u8(1)
                .u16(127)
                .i32(5)
                .f32(1f)
                .i32(section(255, 0, 254, 1, 1, 1).length)
                .raw(section(255, 0, 254, 1, 1, 1)));
        rows.refuse(
                0,
                "code 1 for levels up to 128",
                body().u8(1).u16(128).i32(5).f32(1f).i32(length).raw(symbols));
        rows.refuse(
                14,
                "the length of a section is cut off",
                body().u8(1).u16(1).i32(5).f32(1f).raw(new byte[3]));
        rows.refuse(
                11,
                "a section of " + (length + 1) + " bytes is longer than the body",
                body().u8(1).u16(1).i32(5).f32(1f).i32(length + 1).raw(symbols));
        rows.refuse(
                11,
                "a section of 4294967295 bytes is longer than the body",
                body().u8(1).u16(1).i32(5).f32(1f).i32(-1).raw(symbols));
        rows.refuse(
                15 + length,
                "bytes after the last section",
                body().raw(good.bytes()).u8(0));
        rows.refuse(
                15 + length,
                "1 bytes after the last symbol",
                body().u8(1).u16(1).i32(5).f32(1f).i32(length + 1).raw(symbols).u8(0));
        int[] zeros = new int[40960];
        byte[] whole = section(3, zeros);
        byte[] last = section(3, 2);
        Wire two = body().u8(1).u16(1).i32(50000).f32(1f).i32(whole.length).raw(whole);
        new Rows(7, 40960).accept(two);
        new Rows(7, 40961).refuse(15 + whole.length, "the length of a section is cut off", body().raw(two.bytes()));
        new Rows(7, 40961).accept(body().raw(two.bytes()).i32(last.length).raw(last));
        new Rows(7, 0)
                .refuse(
                        7,
                        "bytes after the last section",
                        body().u8(1).u16(1).i32(5).u8(0));
    }

    private void signs() {
        String padding = "the bits after the last sign are not zero";
        Rows rows = new Rows(8, 9);
        rows.accept(body().f32(MAX).u8(255, 1));
        rows.refuse(
                5,
                "a body for 9 elements takes 6 bytes here, this has 5",
                body().f32(1f).u8(0));
        rows.refuse(
                6,
                "a body for 9 elements takes 6 bytes here, this has 7",
                body().f32(1f).u8(0, 0, 0));
        rows.refuse(0, "the value Infinity is not finite", body().f32(INFINITY).u8(0, 0));
        rows.refuse(0, "the magnitude -1.0 is negative", body().f32(-1f).u8(0, 0));
        rows.refuse(5, padding, body().f32(1f).u8(0, 2));
        rows.refuse(5, padding, body().f32(1f).u8(0, 0x80));
        Rows means = new Rows(9, 9);
        means.accept(body().f32(MAX, -MAX).u8(255, 1));
        means.refuse(
                9,
                "a body for 9 elements takes 10 bytes here, this has 9",
                body().f32(1f, 1f).u8(0));
        means.refuse(
                10,
                "a body for 9 elements takes 10 bytes here, this has 11",
                body().f32(1f, 1f).u8(0, 0, 0));
        means.refuse(0, "the value NaN is not finite", body().f32(NAN, 1f).u8(0, 0));
        means.refuse(4, "the value NaN is not finite", body().f32(1f, NAN).u8(0, 0));
        means.refuse(9, padding, body().f32(1f, 1f).u8(0, 2));
    }

    private void natural() {
        Rows rows = new Rows(10, 2);
        rows.accept(body().u8(254, 0b1111_1101, 3)); // exponent 254, then 254 and negative
        rows.refuse(0, "element 0 is not finite", body().u8(255, 0, 0));
        rows.refuse(0, "element 1 is not finite", body().u8(0, 0b1111_1110, 1));
        rows.refuse(2, "a body for 2 elements takes 3 bytes here, this has 2", body().u8(0, 0));
        rows.refuse(3, "a body for 2 elements takes 3 bytes here, this has 4", body().u8(0, 0, 0, 0));
        rows.refuse(2, "padding bits that are not zero", body().u8(0, 0, 4));
        byte[] many = new byte[9 * 5120 / 8 + 2];
        many[9 * 5120 / 8] = -1;
        new Rows(10, 5121).refuse(0, "element 5120 is not finite", body().raw(many));
    }

    private void lossless() {
        Rows rows = new Rows(16, 3);
        byte[] coded = section(255, 127, 254, 0);
        int length = coded.length;
        byte[] rests = {1, 2, 3, 4, 5, (byte) 0x86, 0, 0, 0};
        Wire good = body().u8(3).i32(length).raw(coded).raw(rests);
        rows.accept(good);
        rows.accept(body().u8(3).i32(0).u8(127, 254, 0).raw(rests));
        rows.accept(body().u8(1).i32(0).u8(127, 254, 0).u8(1, 255, 0x80));
        rows.refuse(0, "a body of 0 bytes; the fields before its data take 1", body());
        String known = " bytes of fraction and sign, known are 1 and 3";
        rows.refuse(0, "2" + known, body().u8(2).i32(0).u8(1, 1, 1).raw(new byte[6]));
        rows.refuse(0, "-1" + known, body().u8(-1).i32(0).u8(1, 1, 1));
        rows.refuse(4, "the length of a section is cut off", body().u8(3, 0, 0, 0));
        rows.refuse(
                1,
                "a section of 4294967295 bytes is longer than the body",
                body().u8(3).i32(-1).raw(coded).raw(rests));
        rows.refuse(
                13,
                "a section of 3 elements is cut off",
                body().u8(3).i32(0).u8(1, 1, 1).raw(new byte[5]));
        rows.refuse(
                5 + length + 8,
                "a section of 3 elements is cut off",
                body().u8(3).i32(length).raw(coded).raw(new byte[8]));
        rows.refuse(
                6,
                "an exponent of 255, which is not finite",
                body().u8(1).i32(0).u8(127, 255, 0).u8(0, 0, 0));
        rows.refuse(
                14 + length,
                "bytes after the last section",
                body().raw(good.bytes()).u8(0));
        rows.refuse(
                5 + length,
                "1 bytes after the last symbol",
                body().u8(3).i32(length + 1).raw(coded).u8(0).raw(rests));
        byte[] whole = section(255, new int[40960]);
        Wire two = body().u8(1).i32(whole.length).raw(whole).raw(new byte[40960]);
        new Rows(16, 40960).accept(two);
        new Rows(16, 40961).refuse(two.bytes().length, "the length of a section is cut off", body().raw(two.bytes()));
        new Rows(16, 40961).accept(body().raw(two.bytes()).i32(0).u8(5, 0));
        new Rows(16, 0).accept(body().u8(3));
    }

    private void cosine() {
        Rows rows = new Rows(17, 6);
        byte[] indices = new byte[IndexSetWriter.maxBytes(2, 6)];
        indices = Arrays.copyOf(indices, new IndexSetWriter().write(new int[] {1, 4}, 0, 2, 6, indices, 0));
        int at = 8 + indices.length;
        Wire good = body().i32(2, 2).raw(indices).f32(1f, -2f);
        rows.accept(good);
        rows.accept(body().i32(6, 2).raw(indices).f32(0x1p126f, -0x1p126f));
        rows.refuse(7, "a body of 7 bytes; the fields before its data take 8", body().raw(new byte[7]));
        rows.refuse(0, "6 elements in 0 columns", body().i32(0, 2).raw(indices).f32(1f, 2f));
        rows.refuse(
                0, "6 elements in 65 columns", body().i32(65, 2).raw(indices).f32(1f, 2f));
        rows.refuse(
                0,
                "6 elements in 4294967295 columns",
                body().i32(-1, 2).raw(indices).f32(1f, 2f));
        rows.refuse(4, "7 of 6 coefficients", body().i32(2, 7).raw(indices).f32(1f, 2f));
        rows.refuse(4, "9 of 8 coefficients", body().i32(4, 9).raw(indices).f32(1f, 2f));
        rows.refuse(
                4,
                "4294967295 of 6 coefficients",
                body().i32(2, -1).raw(indices).f32(1f, 2f));
        rows.refuse(
                15,
                "a body of 15 bytes; the fields before its data take 16",
                body().i32(2, 2).raw(new byte[7]));
        rows.refuse(
                at + 4,
                "the value NaN is not finite",
                body().i32(2, 2).raw(indices).f32(1f, NAN));
        rows.accept(body().i32(2, 2).raw(indices).f32(MAX, -MAX)); // elements up to 0.8 of it
        Rows pair = new Rows(17, 2);
        pair.accept(body().i32(2, 2).u8(0, 3).f32(MAX / 1.5f, MAX / 1.5f));
        pair.refuse(
                10,
                "coefficients with elements that overflow",
                body().i32(2, 2).u8(0, 3).f32(MAX / 1.4f, MAX / 1.4f));
        new Rows(17, 0).accept(body().i32(1, 0).raw(emptyIndices()));
    }

    private static byte[] emptyIndices() {
        byte[] none = new byte[IndexSetWriter.maxBytes(0, 0)];
        return Arrays.copyOf(none, new IndexSetWriter().write(new int[0], 0, 0, 0, none, 0));
    }

    /** A block of 4. */
    private void paddedRotation() {
        Rows rows = new Rows(19, 3);
        rows.accept(body().u8(1).i64(7).f32(MAX / 16).u8(0b1111));
        rows.refuse(
                13,
                "a body for 3 elements takes 14 bytes here, this has 13",
                body().u8(1).i64(7).f32(1f));
        float above = Math.nextUp(MAX / 16);
        rows.refuse(
                9,
                "a factor of " + above + " overflows in a block of 4",
                body().u8(1).i64(7).f32(above).u8(0));
        rows.refuse(
                13,
                "padding bits that are not zero",
                body().u8(1).i64(7).f32(1f).u8(0x10));
    }

    /** Blocks of 2 and 1. */
    private void rotated() {
        Rows rows = new Rows(14, 3);
        rows.accept(body().u8(1).i64(-1).f32(0f, MAX / 4).u8(0b111));
        rows.accept(body().u8(4).i64(7).f32(MAX / 8, 1f).u8(0xff, 0x0f));
        rows.refuse(8, "a body of 8 bytes; the fields before its data take 9", body().raw(new byte[8]));
        rows.refuse(
                0,
                "levels of 0 bits, known are 1 to 4",
                body().u8(0).i64(7).f32(1f, 1f).u8(0));
        rows.refuse(
                0,
                "levels of 5 bits, known are 1 to 4",
                body().u8(5).i64(7).f32(1f, 1f).u8(0, 0));
        rows.refuse(
                0,
                "levels of -1 bits, known are 1 to 4",
                body().u8(255).i64(7).f32(1f, 1f).u8(0));
        rows.refuse(
                17,
                "a body for 3 elements takes 18 bytes here, this has 17",
                body().u8(1).i64(7).f32(1f, 1f));
        rows.refuse(
                18,
                "a body for 3 elements takes 18 bytes here, this has 19",
                body().u8(1).i64(7).f32(1f, 1f).u8(0, 0));
        rows.refuse(
                9,
                "the value NaN is not finite",
                body().u8(1).i64(7).f32(NAN, 1f).u8(0));
        rows.refuse(
                13,
                "the magnitude -0.0 is negative",
                body().u8(1).i64(7).f32(1f, -0f).u8(0));
        float largest = MAX / 4;
        rows.refuse(
                13,
                "a factor of " + Math.nextUp(largest) + " overflows in a block of 1",
                body().u8(1).i64(7).f32(1f, Math.nextUp(largest)).u8(0));
        rows.refuse(
                9,
                "a factor of " + largest + " overflows in a block of 2",
                body().u8(1).i64(7).f32(largest, 1f).u8(0));
        rows.refuse(
                17,
                "padding bits that are not zero",
                body().u8(1).i64(7).f32(1f, 1f).u8(0b1000));
    }

    private void blockFloats() {
        Rows rows = new Rows(15, 3);
        rows.accept(body().u8(0, 246, 0x7e, 0xfe, 0));
        rows.accept(body().u8(1, 239, 0x7b, 0xfb, 0));
        rows.accept(body().u8(4, 252, 0xff, 0x0f));
        rows.refuse(0, "a body of 0 bytes; the fields before its data take 1", body());
        rows.refuse(0, "block format 7, known are 0 to 6", body().u8(7, 0, 0, 0));
        rows.refuse(0, "block format 255, known are 0 to 6", body().u8(255, 0, 0, 0));
        rows.refuse(3, "a body for 3 elements takes 4 bytes here, this has 3", body().u8(4, 0, 0));
        rows.refuse(5, "a body for 3 elements takes 5 bytes here, this has 6", body().u8(0, 0, 0, 0, 0, 0));
        rows.refuse(1, "a scale of 247, the largest is 246", body().u8(0, 247, 0, 0, 0));
        rows.refuse(1, "a scale of 255, the largest is 252", body().u8(4, 255, 0, 0));
        rows.refuse(0, "element 0 is not finite", body().u8(0, 0, 0x7f, 0, 0));
        rows.refuse(0, "element 2 is not finite", body().u8(1, 0, 0, 0, 0xfc));
        rows.refuse(3, "padding bits that are not zero", body().u8(4, 0, 0, 0x10));
        float largest = largestTensorScale();
        rows.accept(body().u8(6).f32(largest).u8(0x7e, 0xff, 0x0f));
        rows.refuse(1, "the value NaN is not finite", body().u8(6).f32(NAN).u8(0, 0, 0));
        rows.refuse(1, "the magnitude -0.0 is negative", body().u8(6).f32(-0f).u8(0, 0, 0));
        rows.refuse(
                1,
                "the largest element overflows, times " + Math.nextUp(largest),
                body().u8(6).f32(Math.nextUp(largest)).u8(0, 0, 0));
        rows.refuse(
                5, "a scale of 127, the largest is 126", body().u8(6).f32(1f).u8(0x7f, 0, 0));
        rows.refuse(
                5, "a scale of 129, the largest is 126", body().u8(6).f32(1f).u8(0x81, 0, 0));
    }

    private void fourMeans() {
        Rows rows = new Rows(26, 3);
        rows.accept(body().i32(3).f32(-MAX, 0f, 1f, MAX).u8(0x1b));
        rows.accept(body().i32(1)
                .f32(1f, 2f, 3f, 4f)
                .f32(1f, 2f, 3f, 4f)
                .f32(0f, 0f, 0f, 0f)
                .u8(0x3f));
        rows.refuse(3, "a body of 3 bytes; the fields before its data take 4", body().u8(3, 0, 0));
        rows.refuse(
                0,
                "rows of 0 elements, and there are 3",
                body().i32(0).f32(0f, 0f, 0f, 0f).u8(0));
        rows.refuse(
                0,
                "rows of 2 elements, and there are 3",
                body().i32(2).f32(0f, 0f, 0f, 0f).u8(0));
        rows.refuse(
                0,
                "rows of 6 elements, and there are 3",
                body().i32(6).f32(0f, 0f, 0f, 0f).u8(0));
        rows.refuse(
                0,
                "rows of 4294967293 elements, and there are 3",
                body().i32(-3).f32(0f, 0f, 0f, 0f).u8(0));
        rows.refuse(
                20,
                "a body for 3 elements takes 21 bytes here, this has 20",
                body().i32(3).f32(0f, 0f, 0f, 0f));
        rows.refuse(
                12,
                "the value Infinity is not finite",
                body().i32(3).f32(0f, 0f, Float.POSITIVE_INFINITY, 0f).u8(0));
        rows.refuse(
                16,
                "the value -0.0 has to be 0.0",
                body().i32(3).f32(0f, 0f, 0f, -0f).u8(0));
        rows.refuse(
                20,
                "padding bits that are not zero",
                body().i32(3).f32(0f, 0f, 0f, 0f).u8(0x40));
    }

    private void affine() {
        Rows rows = new Rows(18, 3);
        rows.accept(body().u8(8).i32(3).f32(-MAX, MAX / 128).u8(0, 128, 255));
        rows.accept(body().u8(4).i32(2).f32(1f, 0f, -1f, 0.5f).u8(0xff, 0x0f));
        rows.refuse(4, "a body of 4 bytes; the fields before its data take 5", body().u8(8, 3, 0, 0));
        rows.refuse(
                0,
                "integers of 5 bits, known are 4 and 8",
                body().u8(5).i32(3).f32(0f, 1f).u8(0, 0));
        rows.refuse(
                0,
                "integers of 255 bits, known are 4 and 8",
                body().u8(255).i32(3).f32(0f, 1f).u8(0, 0));
        rows.refuse(1, "blocks of 0 elements", body().u8(8).i32(0).f32(0f, 1f).u8(0, 0, 0));
        rows.refuse(
                1,
                "blocks of 4294967295 elements",
                body().u8(8).i32(-1).f32(0f, 1f).u8(0, 0, 0));
        rows.refuse(
                15,
                "a body for 3 elements takes 16 bytes here, this has 15",
                body().u8(8).i32(3).f32(0f, 1f).u8(0, 0));
        rows.refuse(
                16,
                "a body for 3 elements takes 16 bytes here, this has 17",
                body().u8(8).i32(3).f32(0f, 1f).u8(0, 0, 0, 0));
        rows.refuse(
                5,
                "the value NaN is not finite",
                body().u8(8).i32(3).f32(NAN, 1f).u8(0, 0, 0));
        rows.refuse(
                5,
                "the minimum -0.0 has to be 0.0",
                body().u8(8).i32(3).f32(-0f, 1f).u8(0, 0, 0));
        rows.refuse(
                9,
                "the magnitude -0.0 is negative",
                body().u8(8).i32(3).f32(1f, -0f).u8(0, 0, 0));
        rows.refuse(
                9,
                "a step of " + MAX / 16 + " overflows at 255 above -1.0",
                body().u8(8).i32(3).f32(-1f, MAX / 16).u8(0, 0, 0));
        rows.refuse(
                14,
                "padding bits that are not zero",
                body().u8(4).i32(3).f32(0f, 1f).u8(0, 0x10));
    }

    /** Times 448, rounded, and times 6 it is still finite. */
    private static float largestTensorScale() {
        float scale = Math.nextUp(MAX / 2600);
        while (Float.isInfinite(6f * (448f * scale))) {
            scale = Math.nextDown(scale);
        }
        return scale;
    }

    private void lowRank() {
        Rows rows = new Rows(11, 6);
        rows.accept(body().i32(2, 1).f32(1f, 2f).f32(1f, 2f, 3f));
        rows.accept(body().i32(2, 2).raw(new byte[40]));
        rows.accept(body().i32(6, 1).raw(new byte[28]));
        rows.refuse(7, "a body of 7 bytes; the fields before its data take 8", body().raw(new byte[7]));
        rows.refuse(0, "6 elements in 0 rows", body().i32(0, 1).raw(new byte[20]));
        rows.refuse(0, "6 elements in 4294967295 rows", body().i32(-1, 1).raw(new byte[20]));
        rows.refuse(0, "6 elements in 4 rows", body().i32(4, 1).raw(new byte[20]));
        rows.refuse(4, "rank 0 of a matrix of 2 x 3", body().i32(2, 0));
        rows.refuse(4, "rank 3 of a matrix of 2 x 3", body().i32(2, 3).raw(new byte[60]));
        rows.refuse(4, "rank 4294967295 of a matrix of 2 x 3", body().i32(2, -1).raw(new byte[20]));
        rows.refuse(
                27,
                "a body for 6 elements takes 28 bytes here, this has 27",
                body().i32(2, 1).raw(new byte[19]));
        rows.refuse(
                28,
                "a body for 6 elements takes 28 bytes here, this has 29",
                body().i32(2, 1).raw(new byte[21]));
        rows.refuse(12, "the value NaN is not finite", body().i32(2, 1).f32(1f, NAN, 1f, 1f, 1f));
        rows.refuse(24, "the value -Infinity is not finite", body().i32(2, 1).f32(1f, 1f, 1f, 1f, -INFINITY));
        rows.accept(body().i32(2, 1).f32(0f, 0x1p100f).f32(0f, 0f, -0x1p27f));
        rows.refuse(
                8,
                "factors whose products may be as large as " + Math.scalb(1.0, 128),
                body().i32(2, 1).f32(0f, 0x1p100f).f32(0f, 0f, -0x1p28f));
        rows.refuse(
                8,
                "factors whose products may be as large as " + Math.scalb(1.5, 127),
                body().i32(2, 2).f32(0x1p100f, 0f, 0f, 0x1p100f).f32(0x1p27f, 0f, 0f, 0f, 0f, 0x1p26f));
    }

    private void named() {
        Rows rows = new Rows(13, 2);
        byte[] name = "byte-steps".getBytes(StandardCharsets.US_ASCII);
        rows.accept(body().u8(10).raw(name).u8(1).f32(0.5f).u8(127, 0x81));
        rows.refuse(0, "a body of 0 bytes; the fields before its data take 1", body());
        rows.refuse(
                0,
                "a name of 0 characters, a body format has 1 to 64",
                body().u8(0).raw(name).u8(1));
        rows.refuse(
                0,
                "a name of 65 characters, a body format has 1 to 64",
                body().u8(65).raw(name).u8(1));
        rows.refuse(
                11,
                "a body of 11 bytes; the fields before its data take 12",
                body().u8(10).raw(name));
        rows.refuse(
                2,
                "the name of a body format has letters, digits, dots and hyphens, not the byte 66",
                body().u8(2, 'a', 'B', 1));
        rows.refuse(
                1,
                "the body format byte-steps, version 2, is not known here; known are byte-steps 1",
                body().u8(10).raw(name).u8(2).f32(0.5f).u8(1, 2));
        rows.refuse(
                12,
                "byte-steps: 5 bytes for 2 elements",
                body().u8(10).raw(name).u8(1).f32(1f).u8(1));
        rows.refuse(
                12,
                "byte-steps: a step of NaN",
                body().u8(10).raw(name).u8(1).f32(NAN).u8(1, 2));
        rows.refuse(
                17,
                "byte-steps: -128 steps of 1.0",
                body().u8(10).raw(name).u8(1).f32(1f).u8(1, 0x80));
        BodyFormat bad = new BodyFormat() {
            @Override
            public Id id() {
                return Id.name("bad", 0);
            }

            @Override
            public void validate(Body body) {
                if (body.length() < 3) {
                    throw new UnsupportedOperationException();
                }
            }

            @Override
            public void addTo(Body body, float[] target, int offset, float weight) {
                Arrays.fill(target, offset, offset + body.elements(), INFINITY);
            }

            @Override
            public String describe(Body body) {
                return "bad";
            }
        };
        for (int bytes = 2; bytes < 4; bytes++) {
            byte[] message = body().u8(3, 'b', 'a', 'd', 0).raw(new byte[bytes]).payload(13, 2);
            table.refused(
                    HEADER + 5,
                    bytes == 2 ? "bad: java.lang.UnsupportedOperationException" : "bad: element 0 decodes to Infinity",
                    () -> Payload.allocate(100, bad).readFrom(ByteBuffer.wrap(message), 2));
        }
    }

    private void chunks() {
        Rows rows = new Rows(12, 3);
        Wire good = body().i32(2).u8(1).i32(8).f32(1f, 2f).u8(8).i32(5).f32(1f).u8(1);
        rows.accept(good);
        rows.accept(body().i32(Integer.MAX_VALUE).u8(1).i32(12).f32(1f, 2f, 3f));
        rows.refuse(3, "a body of 3 bytes; the fields before its data take 4", body().u8(0, 0, 0));
        rows.refuse(0, "chunks of 0 elements", body().i32(0).u8(1).i32(12).f32(1f, 2f, 3f));
        rows.refuse(
                0, "chunks of 4294967295 elements", body().i32(-1).u8(1).i32(12).f32(1f, 2f, 3f));
        rows.refuse(8, "the fields of a chunk are cut off", body().i32(2).u8(1, 8, 0, 0));
        rows.refuse(
                17,
                "the fields of a chunk are cut off",
                body().i32(2).u8(1).i32(8).f32(1f, 2f));
        rows.refuse(4, "format 0 is not known", body().i32(3).u8(0).i32(12).f32(1f, 2f, 3f));
        rows.refuse(4, "format 129 is not known", body().i32(3).u8(0x81).i32(12).f32(1f, 2f, 3f));
        byte[] inner = body().i32(3).u8(1).i32(12).f32(1f, 2f, 3f).bytes();
        rows.refuse(
                4,
                "a chunk of format CHUNKS and 21 bytes",
                body().i32(3).u8(12).i32(21).raw(inner));
        rows.refuse(
                4,
                "a chunk of format DENSE and 13 bytes",
                body().i32(3).u8(1).i32(13).f32(1f, 2f, 3f));
        rows.refuse(
                4,
                "a chunk of format DENSE and 4294967295 bytes",
                body().i32(3).u8(1).i32(-1).f32(1f, 2f, 3f));
        rows.refuse(27, "bytes after the last chunk", body().raw(good.bytes()).u8(0));
        rows.refuse(
                26,
                "the bits after the last sign are not zero",
                body().i32(2).u8(1).i32(8).f32(1f, 2f).u8(8).i32(5).f32(1f).u8(2));
        new Rows(12, 0).accept(body().i32(1));
        new Rows(12, 0).refuse(4, "bytes after the last chunk", body().i32(1).u8(0));
    }

    /** Also where whole groups follow, in which formats without NaN need no check. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 511, 512, 514})
    void anElementOfABlockThatIsNotFiniteIsRejectedWhereverItIs(int at) {
        int size = 515;
        Compressor mxfp8 = Recipe.parse("mxfp8");
        Payload payload = Payload.allocate(mxfp8.maxBytes(Shape.vector(size)));
        mxfp8.encoder(Shape.vector(size), Seed.of(1)).encode(FloatSlice.of(new float[size]), payload);
        byte[] bytes = new byte[payload.byteLength()];
        payload.writeTo(ByteBuffer.wrap(bytes));
        bytes[bytes.length - size + at] = 0x7f;
        assertThatThrownBy(() -> payload.readFrom(ByteBuffer.wrap(Wire.mend(bytes)), size))
                .hasMessageMatching(
                        ".*element \\d+ is not finite"); // bytes of a group are not in the order of its elements
    }
}
