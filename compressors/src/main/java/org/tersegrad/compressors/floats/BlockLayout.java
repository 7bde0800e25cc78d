package org.tersegrad.compressors.floats;

import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.internal.smallfloats.SmallFloat;

/** Layouts of scaled blocks of small floats, with their ids in the wire format. */
enum BlockLayout {
    MXFP8_E4M3(0, SmallFloat.E4M3),
    MXFP8_E5M2(1, SmallFloat.E5M2),
    MXFP6_E2M3(2, SmallFloat.E2M3),
    MXFP6_E3M2(3, SmallFloat.E3M2),
    MXFP4_E2M1(4, SmallFloat.E2M1),
    MXFP4_E3M0(5, SmallFloat.E3M0),
    NVFP4(6, SmallFloat.E2M1);

    /** The format of the scales of {@link #NVFP4}. */
    static final SmallFloat SCALE = SmallFloat.E4M3;

    /** Elements of the shortest block. */
    static final int SHORTEST = 16;

    private static final BlockLayout[] ALL = values();

    private final int id;
    private final SmallFloat element;

    BlockLayout(int id, SmallFloat element) {
        this.id = id;
        this.element = element;
    }

    int id() {
        return id;
    }

    /** The format of an element. */
    public SmallFloat element() {
        return element;
    }

    /** Whether there is a scale of the whole tensor, which those of the blocks are multiplied by. */
    boolean hasTensorScale() {
        return this == NVFP4;
    }

    /** Number of elements that share a scale. */
    public int block() {
        return hasTensorScale() ? SHORTEST : 32;
    }

    /** The largest byte of a scale: no element times a larger one is finite. */
    int largestScale() {
        return hasTensorScale() ? SCALE.nearest(Float.MAX_VALUE) : 254 - element.largestExponent();
    }

    /** The scale that a byte encodes. */
    float scale(int code, float tensorScale) {
        return hasTensorScale() ? SCALE.value(code) * tensorScale : Math.scalb(1f, code - 127);
    }

    /** Whether elements overflow with this scale of the tensor. */
    boolean overflows(float tensorScale) {
        return Float.isInfinite(element.largest() * (SCALE.largest() * tensorScale));
    }

    /** Bytes before the scales of the blocks. */
    int fields() {
        return hasTensorScale() ? 1 + Float.BYTES : 1;
    }

    int blocks(int elements) {
        return elements / block() + (elements % block() == 0 ? 0 : 1);
    }

    /** The length of a body. */
    public long byteLength(int elements) {
        return fields() + (long) blocks(elements) + ((long) elements * element.width() + 7) / 8;
    }

    /** The format with this number. */
    static BlockLayout of(int id, int at) {
        for (BlockLayout format : ALL) {
            if (format.id == id) {
                return format;
            }
        }
        throw new MalformedInputException(at, "block format " + (id & 0xff) + ", known are 0 to " + (ALL.length - 1));
    }
}
