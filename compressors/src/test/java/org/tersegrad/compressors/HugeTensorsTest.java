package org.tersegrad.compressors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.tersegrad.codecs.IndexSetWriter;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.levels.Qsgd;

/** Tensors of the largest size, without an array of that size. */
class HugeTensorsTest {
    private static final int MOST = Shape.MAX_SIZE;

    private static Payload read(byte[] message, int elements) {
        Payload payload = Payload.allocate(message.length);
        payload.readFrom(ByteBuffer.wrap(message), elements);
        assertThat(payload.length()).isEqualTo(elements);
        return payload;
    }

    /** One index set: the last element of the largest tensor. */
    private static byte[] lastIndex() {
        byte[] out = new byte[IndexSetWriter.maxBytes(1, MOST)];
        int length = new IndexSetWriter().write(new int[] {MOST - 1}, 0, 1, MOST, out, 0);
        return Arrays.copyOf(out, length);
    }

    @Test
    void sparsePayloadsOfTheLargestTensorAreRead() {
        Wire sparse = new Wire().u8(0).i32(1).raw(lastIndex()).f32(3f);
        assertThat(read(sparse.payload(4, MOST), MOST)).asString().contains("1 elements");
        read(new Wire().f32(2f).i32(1).raw(lastIndex()).u8(1).payload(6, MOST), MOST);
        read(new Wire().i64(7).f32(2f, 1f, -1f).payload(5, MOST), MOST);
        int length = sparse.bytes().length;
        read(new Wire().i32(MOST).u8(4).i32(length).raw(sparse.bytes()).payload(12, MOST), MOST);
    }

    @Test
    void aMatrixOfTheLargestSizeIsRead() {
        int rows = 1 << 16;
        int columns = (1 << 15) - 1;
        Wire body = new Wire().i32(rows, 1).raw(new byte[4 * (rows + columns)]);
        assertThat(read(body.payload(11, MOST), MOST)).asString().contains("65536 x 32767 of rank 1");
    }

    @Test
    void bodiesThatAreTooShortForSoManyElementsAreRefused() {
        List<String> reasons = new ArrayList<>();
        for (int scheme : new int[] {1, 2, 3, 8, 9, 10}) {
            byte[] message = new Wire().f32(1f, 1f, 1f).payload(scheme, MOST);
            assertThatThrownBy(() -> read(message, MOST))
                    .isInstanceOfSatisfying(MalformedInputException.class, e -> reasons.add(e.reason()));
        }
        assertThat(reasons)
                .containsExactly(
                        "a body for 2147418112 elements takes 8589672448 bytes here, this has 12",
                        "a body for 2147418112 elements takes 4294836224 bytes here, this has 12",
                        "a body for 2147418112 elements takes 4294836224 bytes here, this has 12",
                        "a body for 2147418112 elements takes 268427268 bytes here, this has 12",
                        "a body for 2147418112 elements takes 268427272 bytes here, this has 12",
                        "a body for 2147418112 elements takes 2415845376 bytes here, this has 12");
    }

    @Test
    void moreThanTheLargestIsRefusedByName() {
        byte[] message = new Wire().i64(7).f32(2f).payload(5, MOST + 1);
        assertThatThrownBy(() -> Payload.elementsOf(ByteBuffer.wrap(message)))
                .isInstanceOf(MalformedInputException.class)
                .hasMessage("malformed input at byte 4: 2147418113 elements, a tensor has at most 2147418112");
        byte[] frame = new Wire()
                .u8(5, 0x81, 0x80, 0xfc, 0xff, 0x07, 12)
                .i64(7)
                .f32(2f)
                .frame(1);
        assertThatThrownBy(() -> Frame.elementsOf(ByteBuffer.wrap(frame)))
                .isInstanceOf(MalformedInputException.class)
                .hasMessage("malformed input at byte 17: 2147418113 elements, a tensor has at most 2147418112");
        frame[17] = (byte) 0x80;
        assertThat(Frame.elementsOf(ByteBuffer.wrap(frame))).containsExactly(MOST);
        for (int length : new int[] {-1, MOST + 1}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Payload.allocate(99).readFrom(ByteBuffer.wrap(message), length))
                    .withMessage("a tensor has 0 to 2147418112 elements, not " + length);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Frame.allocate(99).readFrom(ByteBuffer.wrap(frame), length))
                    .withMessage("a tensor has 0 to 2147418112 elements, not " + length);
        }
    }

    @Test
    void whatDoesNotFitInAnArrayIsRefusedByName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Qsgd.levels(32767).maxBytes(Shape.vector(1 << 30)))
                .withMessageContaining("may take 2155872279 bytes, the limit is 2147483639; split the tensor");
        assertThat(Frame.maxBytes(1 << 30, 1 << 29)).isEqualTo((1 << 30) + (1 << 29) + 6);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Frame.maxBytes(1 << 30, 1 << 30))
                .withMessage(
                        "a frame of 2 payloads may take 2147483654 bytes, the limit is 2147483639; use several frames");
    }

    /** Whatever walks through a tensor in blocks can step behind the last one. */
    @Test
    void noBlockIsLongerThanWhatIsLeftOfAnInt() throws Exception {
        int checked = 0;
        for (Path root : List.of(Path.of("../codecs/target/classes"), Path.of("target/classes"))) {
            for (Class<?> type : classes(root)) {
                for (Field field : type.getDeclaredFields()) {
                    if (field.getType() == int.class
                            && Modifier.isStatic(field.getModifiers())
                            && field.getName().matches(".*(BLOCK|GROUP|SECTION|TILE|BATCH|SIGNS|ROW|ELEMENTS).*")) {
                        field.setAccessible(true);
                        assertThat(field.getInt(null))
                                .as("%s", field)
                                .isLessThanOrEqualTo(Integer.MAX_VALUE - MOST + 1);
                        checked++;
                    }
                }
            }
        }
        assertThat(checked).isGreaterThan(20);
    }

    private static List<Class<?>> classes(Path root) throws IOException, ClassNotFoundException {
        try (Stream<Path> files = Files.walk(root)) {
            List<String> names = files.map(root::relativize)
                    .map(Path::toString)
                    .filter(name -> name.endsWith(".class") && !name.endsWith("-info.class"))
                    .map(name ->
                            name.substring(0, name.length() - ".class".length()).replace('/', '.'))
                    .toList();
            List<Class<?>> types = new ArrayList<>();
            for (String name : names) {
                types.add(Class.forName(name));
            }
            return types;
        }
    }
}
