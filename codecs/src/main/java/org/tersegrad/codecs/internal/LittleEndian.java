package org.tersegrad.codecs.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Little-endian words in a byte array at any index: one load or store each, on every CPU. */
public final class LittleEndian {
    /** Empty array, for a reader or writer that has no buffer yet. */
    public static final byte[] NO_BYTES = {};

    private static final String ANY_SIGNATURE =
            "VarHandle.get and set are there, but the check does not know that they take any types";

    // Exact by their types below. There is a method that enforces it, but not on Android.
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    private LittleEndian() {}

    @NotCheckedForAndroid(ANY_SIGNATURE)
    public static long getLong(byte[] bytes, int index) {
        return (long) LONG.get(bytes, index);
    }

    @NotCheckedForAndroid(ANY_SIGNATURE)
    public static void putLong(byte[] bytes, int index, long value) {
        LONG.set(bytes, index, value);
    }

    @NotCheckedForAndroid(ANY_SIGNATURE)
    public static int getInt(byte[] bytes, int index) {
        return (int) INT.get(bytes, index);
    }

    @NotCheckedForAndroid(ANY_SIGNATURE)
    public static void putInt(byte[] bytes, int index, int value) {
        INT.set(bytes, index, value);
    }

    /** The two bytes as an unsigned number. */
    @NotCheckedForAndroid(ANY_SIGNATURE)
    public static int getShort(byte[] bytes, int index) {
        return (short) SHORT.get(bytes, index) & 0xffff;
    }

    @NotCheckedForAndroid(ANY_SIGNATURE)
    public static void putShort(byte[] bytes, int index, int value) {
        SHORT.set(bytes, index, (short) value);
    }
}
