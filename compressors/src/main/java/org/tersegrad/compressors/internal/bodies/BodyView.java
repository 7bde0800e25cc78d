package org.tersegrad.compressors.internal.bodies;

/** Where a body stands and how many elements it is for. Reused from message to message. */
public final class BodyView {
    public byte[] bytes = {};
    public int offset;
    public int length;
    public int elements;
    /** What a named body may be of; stays from message to message. */
    public KnownFormats formats = KnownFormats.services();

    /** Points at another body. */
    public void set(byte[] newBytes, int newOffset, int newLength, int newElements) {
        bytes = newBytes;
        offset = newOffset;
        length = newLength;
        elements = newElements;
    }

    /** The first byte after the body. */
    public int end() {
        return offset + length;
    }
}
