package org.tersegrad.codecs.internal;

import java.util.Arrays;

/**
 * Chooses the kernels, once, when this class is initialised.
 *
 * <p>The vector kernels are taken only where they are known to be fast and right: on HotSpot with its optimising
 * compiler (without it each vector is an object, and scalar code is twenty times faster), with the vector module
 * present, and when one block of every kernel equals the scalar one.
 */
public final class ActiveKernels {
    /** {@code scalar} forces the scalar kernels. */
    public static final String PROPERTY = "tersegrad.kernels";

    /** The kernels in use. */
    public static final Kernels KERNELS;

    /** The float kernels in use. */
    public static final FloatKernels FLOATS;

    /** Why the scalar kernels are in use although nobody asked for them; empty when all is as it should be. */
    public static final String REASON;

    private static final String MODULE = "jdk.incubator.vector";

    static {
        Kernels kernels = new ScalarKernels();
        String reason = "";
        if (!"scalar".equals(System.getProperty(PROPERTY))) {
            reason = obstacle();
            if (reason.isEmpty()) {
                try {
                    Kernels vector = Class.forName("org.tersegrad.codecs.internal.VectorKernels")
                            .asSubclass(Kernels.class)
                            .getDeclaredConstructor()
                            .newInstance();
                    if (agree(kernels, vector)) {
                        kernels = vector;
                    } else {
                        reason = "the vector kernels failed their self-test on this JVM";
                    }
                } catch (ReflectiveOperationException | LinkageError e) {
                    reason = "the vector kernels do not link on this JVM: " + e;
                }
            }
        }
        KERNELS = kernels;
        FLOATS = kernels.floats();
        REASON = reason;
        if (!reason.isEmpty()) {
            System.getLogger("org.tersegrad")
                    .log(
                            System.Logger.Level.WARNING,
                            "Tersegrad runs without SIMD: " + reason + ". The bytes are the same.");
        }
    }

    private ActiveKernels() {}

    private static String obstacle() {
        if (ModuleLayer.boot().findModule(MODULE).isEmpty()) {
            return "the module " + MODULE + " is absent; start java with --add-modules " + MODULE;
        }
        String vm = System.getProperty("java.vm.name", "");
        if (!vm.contains("HotSpot") && !vm.contains("OpenJDK")) {
            return "this JVM is " + vm + ", not HotSpot";
        }
        String mode = System.getProperty("java.vm.info", "");
        if (mode.contains("interpreted") || mode.contains("emulated-client")) {
            return "the optimising compiler is off (" + mode + ")";
        }
        return "";
    }

    /** Whether two sets of kernels give the same bits for one group of each kind. */
    static boolean agree(Kernels a, Kernels b) {
        return Arrays.equals(fingerprint(a), fingerprint(b))
                && Arrays.equals(fingerprint(a.floats()), fingerprint(b.floats()));
    }

    private static int[] fingerprint(FloatKernels kernels) {
        int[] words = new int[Kernels.GROUP];
        float[] floats = new float[Kernels.GROUP];
        new ScalarKernels().randomWords(1, 2, 3, words, 0, words.length);
        for (int i = 0; i < floats.length; i++) {
            floats[i] = words[i] * 0x1p-31f;
        }
        float[] results = new float[4 * Kernels.GROUP];
        kernels.sumMagnitudes(floats, 0, floats.length, results);
        kernels.sumSquares(floats, 0, floats.length, 0.75f, results);
        kernels.sumPositive(floats, 0, floats.length, -1f, results);
        float[] scratch = new float[FloatKernels.scratch(4, 16)];
        kernels.multiply(floats, 0, 32, 16, 4, floats, 100, results, 16, scratch);
        kernels.multiplyTransposed(floats, 0, 32, 16, 4, floats, 50, results, 200, scratch);
        kernels.addProduct(results, 512, 32, 16, 4, 0.5f, floats, 0, floats, 200, scratch);
        kernels.addScaled(floats, 0, floats.length, 0.5f, results, 512);
        float[] room = new float[FloatKernels.PRODUCT_SCRATCH];
        kernels.addMatrixProduct(9, 13, 17, floats, 0, 13, 1, floats, 100, 1, 13, results, 512, room);
        int fraction = FloatKernels.USUAL_FRACTION;
        float factor = 127 << fraction;
        int[] rounding = new int[Kernels.ROUNDING_WORDS];
        new ScalarKernels().roundingWords(1, 2, 3, 1, rounding);
        int[] fields = new int[Kernels.GROUP];
        kernels.roundAtRandom(floats, 0, 256, factor, fraction, rounding, 0, 127, fields, 0);
        kernels.roundToNearest(floats, 256, 256, 127f, 127, fields, 256);
        kernels.fromLevels(fields, 0, fields.length, 127, 0.5f, results, 1024);
        kernels.addToOwed(floats, 0, 128, 0.25f, -0.5f, 0.75f, floats, 256, results, 1536);
        kernels.addToOwed(floats, 0, 64, 0f, 0f, 1f, floats, 256, results, 1664);
        kernels.addToOwedAndSum(floats, 0, 64, 0.5f, floats, 256, results, 1728, results);
        kernels.subtractLevels(fields, 0, 256, 127, 0.5f, results, 1536, results, 1792);
        byte[] packed = new byte[16 * Kernels.ROW_BYTES];
        kernels.packAtRandom(floats, 0, 1, factor, fraction, rounding, 0, 127, 8, packed, 0);
        kernels.packNearest(floats, 0, 1, 127f, 127, 8, packed, 8 * Kernels.ROW_BYTES);
        int[] indices = new int[floats.length + FloatKernels.COLLECT_ROOM];
        int found = kernels.collect(floats, 0, floats.length, Float.floatToRawIntBits(0.5f), 0, indices, 0);
        return new int[] {
            kernels.largestKey(floats, 0, floats.length),
            Arrays.hashCode(results),
            Arrays.hashCode(fields),
            Arrays.hashCode(packed),
            found,
            Arrays.hashCode(Arrays.copyOf(indices, found))
        };
    }

    private static int[] fingerprint(Kernels kernels) {
        int width = 13;
        int[] words = new int[Kernels.GROUP];
        kernels.randomWords(0x1234567, 0x89abcdef, 42, words, 0, words.length);
        int[] fields = new int[Kernels.GROUP];
        int[] trits = new int[Kernels.TRIT_GROUP];
        float[] floats = new float[Kernels.GROUP];
        for (int i = 0; i < words.length; i++) {
            fields[i] = words[i] >>> (32 - width);
            floats[i] = words[i];
            trits[i % trits.length] = (words[i] >>> 1) % 3 - 1;
        }
        byte[] bytes = new byte[(width + 2) * Kernels.ROW_BYTES];
        int or = kernels.pack(fields, 0, 1, width, bytes, 0);
        kernels.packSigns(floats, 0, 1, bytes, width * Kernels.ROW_BYTES);
        kernels.packTrits(trits, 0, 1, bytes, (width + 1) * Kernels.ROW_BYTES);
        int[] all = Arrays.copyOf(words, 5 * Kernels.GROUP + 1);
        kernels.unpack(bytes, 0, 1, width, all, Kernels.GROUP);
        kernels.unpackTrits(bytes, (width + 1) * Kernels.ROW_BYTES, 1, all, 2 * Kernels.GROUP);
        kernels.unpackSigns(bytes, width * Kernels.ROW_BYTES, 1, 1.5f, floats, 0);
        for (int i = 0; i < floats.length; i++) {
            all[3 * Kernels.GROUP + i] = Float.floatToRawIntBits(floats[i]);
            all[4 * Kernels.GROUP + i] = bytes[i % bytes.length];
        }
        byte[] planes = Arrays.copyOf(bytes, 9 * Kernels.ROW_BYTES);
        int row = Kernels.ROW_BYTES;
        kernels.addEightVotes(bytes, 0, row, planes, row, 0, row, 2 * row, 3 * row, 6 * row);
        kernels.addTwoCarries(planes, row, 0, row, 6 * row, 7 * row, 8 * row);
        all[5 * Kernels.GROUP] = or ^ Arrays.hashCode(bytes) ^ 31 * Arrays.hashCode(planes);
        return all;
    }
}
