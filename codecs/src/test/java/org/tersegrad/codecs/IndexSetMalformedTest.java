package org.tersegrad.codecs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Every reason for which a reader rejects an index set, with the offset that it names. */
class IndexSetMalformedTest {
    /** Bytes before and after a message that belong to something else. */
    private static final int BEFORE = 3;

    /** Message, count, universe, offset in the message, reason. */
    private static final List<String> ROWS = List.of(
            "             | 0 | 10 | 0 | an index set begins with a tag byte, but nothing is there",
            // BITMAP: parameter, length, ones beyond the count and the universe
            "08 01 00     | 1 | 10 | 0 | BITMAP with parameter 1, here it must be 0",
            "00 01        | 1 | 10 | 2 | BITMAP of 1 indices below 10 takes 3 bytes, these are 2",
            "00 01 00 00  | 1 | 10 | 3 | BITMAP of 1 indices below 10 takes 3 bytes, these are 4",
            "00 01 00     | 2 | 10 | 3 | the bit string ends before the last index",
            "00 01 02     | 1 | 10 | 2 | a one bit after the last index",
            "00 00 04     | 1 | 10 | 1 | index 10 is not below 10",
            "00 01 00000000000000 02 | 1 | 70 | 9 | a one bit after the last index",
            // PLAIN
            "19 05        | 1 | 10 | 0 | PLAIN with parameter 3, here it must be 4",
            "29 05        | 1 | 10 | 0 | PLAIN with parameter 5, here it must be 4",
            "21           | 1 | 10 | 1 | PLAIN of 1 indices below 10 takes 2 bytes, these are 1",
            "21 05 00     | 1 | 10 | 2 | PLAIN of 1 indices below 10 takes 2 bytes, these are 3",
            "21 15        | 1 | 10 | 1 | padding bits that are not zero",
            "21 55        | 2 | 10 | 2 | indices that do not increase",
            "21 45        | 2 | 10 | 2 | indices that do not increase",
            "21 0a        | 1 | 10 | 2 | index 10 is not below 10",
            // RICE
            "fa 01        | 1 | 10 | 0 | parameter 31, the largest is 30",
            "42 00 01     | 3 | 99 | 3 | 3 fields of 8 bits and a bit string do not make 3 bytes",
            "02 01        | 2 | 10 | 2 | the bit string ends before the last index",
            "02 03        | 1 | 10 | 1 | a one bit after the last index",
            "02 01 00     | 1 | 10 | 2 | bytes after the last index",
            "02 00 04     | 1 | 10 | 1 | index 10 is not below 10",
            "0a 02 01     | 1 | 10 | 1 | padding bits that are not zero",
            "02 00        | 0 | 10 | 1 | bytes after the last index",
            // ELIAS_FANO
            "fb 01        | 1 | 10 | 0 | parameter 31, the largest is 30",
            "0b 01 03     | 2 | 10 | 2 | indices that do not increase",
            "0b 00 20     | 1 | 10 | 2 | index 10 is not below 10",
            "f3 00000000 10 | 1 | 10 | 5 | index 4294967296 is not below 10",
            "0b 00 03     | 1 | 10 | 2 | a one bit after the last index",
            "0b 00 01 00  | 1 | 10 | 3 | bytes after the last index",
            // PACKED_GAPS
            "0c 00 00000000    | 1 | 10 | 0 | PACKED_GAPS with parameter 1, here it must be 0",
            "04 00 000000      | 1 | 10 | 5 | the header of a block of gaps is cut off",
            "04 20 00000000    | 1 | 10 | 1 | a block of gaps of width 32 from 0 on",
            "04 ff 00000000    | 1 | 10 | 1 | a block of gaps of width -1 from 0 on",
            "04 00 ffffffff    | 1 | 10 | 1 | a block of gaps of width 0 from -1 on",
            "04 08 00000000 00 | 2 | 10 | 7 | a block of 2 gaps of 8 bits is cut off",
            "04 04 00000000 10 | 1 | 10 | 6 | padding bits that are not zero",
            "04 00 00000000 00 | 1 | 10 | 6 | bytes after the last index",
            "04 00 0a000000    | 1 | 10 | 6 | index 10 is not below 10",
            // SQUEEZED: the byte 0 is 00000, the byte 1 is 000010 in the order of the stream
            "fd 10        | 1 | 10 | 0 | parameter 31, the largest is 30",
            "45 00 01     | 3 | 99 | 3 | 3 fields of 8 bits and a bit string do not make 3 bytes",
            "05           | 1 | 10 | 1 | the bit string ends before the last index",
            "05 00        | 1 | 10 | 2 | the bit string ends before the last index",
            "05 0000000000000000 | 1 | 64 | 6 | a bit string that goes on after the last position for a one",
            "1d 00 0000000000000000 | 1 | 64 | 7 | a bit string that goes on after the last position for a one",
            "05 50        | 1 | 10 | 1 | padding bits that are not zero",
            "05 10 00     | 1 | 10 | 2 | 1 bytes after the end of the stream",
            "05 00        | 0 | 10 | 1 | 1 bytes after the end of the stream",
            "0d 02 10     | 1 | 10 | 1 | padding bits that are not zero",
            "05 00 01     | 1 | 10 | 1 | index 10 is not below 10",
            // COMPLEMENT
            "0e 01        | 10 | 10 | 0 | COMPLEMENT with parameter 1, here it must be 0",
            "06 21 43 05  | 5 | 10 | 0 | COMPLEMENT of 5 indices below 10, which is not more than half",
            "06           | 10 | 10 | 1 | an index set begins with a tag byte, but nothing is there",
            "06 06 21     | 10 | 10 | 1 | COMPLEMENT inside another index set",
            "06 07 21     | 10 | 10 | 1 | RUNS inside another index set",
            "06 21 0a     | 9 | 10 | 3 | index 10 is not below 10",
            "06 21 09 00  | 9 | 10 | 3 | PLAIN of 1 indices below 10 takes 2 bytes, these are 3",
            "06 04 00 80000000 | 62712 | 81879 | 7 | the header of a block of gaps is cut off",
            // RUNS
            "17 01000000 01000000 0100 | 1 | 10 | 0 | RUNS with parameter 2, here it must be 0",
            "07 01000000 010000        | 1 | 10 | 8 | the header of RUNS is cut off",
            "07 00000000 01000000 0100 | 1 | 10 | 1 | 0 runs of 1 indices below 10",
            "07 ffffffff 01000000 0100 | 1 | 10 | 1 | 4294967295 runs of 1 indices below 10",
            "07 02000000 01000000 0100 | 1 | 10 | 1 | 2 runs of 1 indices below 10",
            "07 03000000 01000000 0100 | 5 | 6  | 1 | 3 runs of 5 indices below 6",
            "07 01000000 01000000 0100 | 0 | 10 | 1 | 1 runs of 0 indices below 10",
            "07 01000000 ffffffff 0100 | 2 | 2  | 5 | 4294967295 bytes for the slots of runs, but 2 are left",
            "07 01000000 03000000 0100 | 2 | 2  | 5 | 3 bytes for the slots of runs, but 2 are left",
            "07 01000000 00000000 0101 | 2 | 2  | 9 | an index set begins with a tag byte, but nothing is there",
            "07 01000000 02000000 0100 | 2 | 2  | 10 | PLAIN of 1 indices below 1 takes 1 bytes, these are 2",
            "07 01000000 01000000 01   | 2 | 2  | 10 | an index set begins with a tag byte, but nothing is there",
            "07 01000000 01000000 0106 | 2 | 2  | 10 | COMPLEMENT inside another index set",
            "07 01000000 01000000 0701 | 2 | 2  | 9 | RUNS inside another index set",
            // ROWS: width, rows, bytes of the rows; rows of 5 below 10 are PLAIN fields of 1 bit, places in one row of
            // 3 bits
            "0f 05000000 01000000 020000          | 2 | 10 | 12 | the header of ROWS is cut off",
            "0f 00000000 01000000 02000000 0900   | 2 | 10 | 1 | rows of 0 indices",
            "0f ffffffff 01000000 02000000 0900   | 2 | 10 | 1 | rows of 4294967295 indices",
            "0f 05000000 00000000 02000000 0900   | 2 | 10 | 5 | 0 of 2 rows of 5 for 2 indices",
            "0f 05000000 ffffffff 02000000 0900   | 2 | 10 | 5 | 4294967295 of 2 rows of 5 for 2 indices",
            "0f 05000000 03000000 02000000 0900   | 4 | 10 | 5 | 3 of 2 rows of 5 for 4 indices",
            "0f 05000000 02000000 02000000 0900   | 1 | 10 | 5 | 2 of 2 rows of 5 for 1 indices",
            "0f 05000000 01000000 02000000 0900   | 6 | 10 | 5 | 1 of 2 rows of 5 for 6 indices",
            "0f 05000000 01000000 03000000 0900   | 2 | 10 | 9 | 3 bytes for the rows, but 2 are left",
            "0f 05000000 01000000 ffffffff 0900   | 2 | 10 | 9 | 4294967295 bytes for the rows, but 2 are left",
            "0f 05000000 01000000 02000000 0901   | 2 | 10 | 15 | an index set begins with a tag byte, but nothing is there",
            "0f 05000000 01000000 02000000 0901 0f | 2 | 10 | 15 | ROWS inside another index set",
            "0f 05000000 01000000 02000000 0f01 00 | 2 | 10 | 13 | ROWS inside another index set",
            "0f 05000000 01000000 02000000 0901 0e01 | 4 | 10 | 15 | COMPLEMENT with parameter 1, here it must be 0",
            "0f 05000000 01000000 02000000 0901 0601 | 2 | 10 | 15 | COMPLEMENT of 2 indices below 5, which is not more than half",
            "0f 05000000 02000000 01000000 01 2110 | 2 | 10 | 13 | PLAIN with parameter 0, here it must be 1",
            "0f 05000000 02000000 02000000 0902 2110 | 2 | 10 | 0 | ROWS with a row that holds no index",
            "0f 05000000 02000000 02000000 0902 2165 | 2 | 10 | 0 | ROWS with a row that holds no index",
            "0f 04000000 01000000 02000000 1102 11 02 | 1 | 10 | 0 | index 10 is not below 10");

    @Test
    void isRefusedAtItsPlace() {
        provoke(new MalformedReasons());
    }

    /** Runs every message of the table through a reader that must reject it. */
    static void provoke(MalformedReasons table) {
        for (String row : ROWS) {
            String[] fields = row.split("\\|", -1);
            byte[] message = HexFormat.of().parseHex(fields[0].replace(" ", ""));
            byte[] bytes = new byte[BEFORE + message.length + 20];
            Arrays.fill(bytes, (byte) 0xff);
            System.arraycopy(message, 0, bytes, BEFORE, message.length);
            int count = Integer.parseInt(fields[1].strip());
            int universe = Integer.parseInt(fields[2].strip());
            long offset = BEFORE + Long.parseLong(fields[3].strip());
            table.refused(offset, fields[4].strip(), () -> readAll(bytes, BEFORE, message.length, count, universe));
        }
        byte[] squeezed = {5, 0};
        BitWriter writer = new BitWriter();
        writer.wrap(squeezed, 1, 1);
        writer.write(SqueezedBytes.word(3), SqueezedBytes.length(3)); // two ones, and there is only one index
        writer.finish();
        table.refused(1, "a one bit after the last index", () -> readAll(squeezed, 0, 2, 1, 10));
        byte[] cut = {5, -1}; // eight ones begin a longer word
        int ones = SqueezedBytes.read(0xff) >>> 16;
        table.refused(2, "the bit string ends before the last index", () -> readAll(cut, 0, 2, ones, 100));
    }

    @Test
    void theWidestBlockOfGapsIsRead() {
        byte[] wide = {4, 31, 0, 0, 0, 0, -2, -1, -1, 127};
        readAll(wide, 0, wide.length, 1, Integer.MAX_VALUE);
    }

    /** The present indices end with a block, before the last absent ones after them have been looked at. */
    @Test
    void absentIndicesAfterTheLastPresentOneAreChecked() {
        int count = 2 * IndexSetReader.BLOCK;
        int universe = 2000;
        byte[] bytes = new byte[1000];
        int length = new IndexSetWriter()
                .writeAs(IndexSetCode.COMPLEMENT, IntStream.range(0, count).toArray(), 0, count, universe, bytes, 0);
        readAll(bytes, 0, length, count, universe);
        assertThat(IndexSetCode.ofTag(bytes[1])).isEqualTo(IndexSetCode.BITMAP);
        bytes[length - 1] &= 0x7f;
        assertThat(catchThrowableOfType(
                        MalformedInputException.class, () -> readAll(bytes, 0, length, count, universe)))
                .hasMessage("malformed input at byte " + length + ": the bit string ends before the last index");
    }

    /** Reads with buffers of exactly the size that a call asks for. */
    private static void readAll(byte[] bytes, int offset, int length, int count, int universe) {
        IndexSetReader reader = new IndexSetReader().open(bytes, offset, length, count, universe);
        int read = 0;
        int got;
        do {
            got = reader.next(new int[Math.min(IndexSetReader.BLOCK, count - read)], 0);
            read += got;
        } while (got > 0);
        assertThat(read).isEqualTo(count);
    }
}
