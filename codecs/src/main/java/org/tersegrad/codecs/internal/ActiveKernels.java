package org.tersegrad.codecs.internal;

/**
 * The choice between scalar and vector kernels, made once.
 *
 * <p>Vector kernels are used on any VM that has the vector module, unless the VM says that it does not optimize: then each
 * vector is an object, and scalar code is twenty times faster. Every {@link Kernel} tests its vector form before it uses it.
 *
 * <p>Nothing here needs more than Android has. Classes that do are loaded when they are called: {@link BootLayer},
 * the logger of {@link SystemLog} and the vector kernels.
 */
public final class ActiveKernels {
    /** {@code scalar} forces the scalar kernels; {@code vector} skips the warm-up, for tests and measurements. */
    public static final String PROPERTY = "tersegrad.kernels";

    /** Whether kernels use vectors once they are warm. */
    public static final boolean SIMD;

    /** Whether kernels use vectors from their first call on. */
    static final boolean WITHOUT_WARMUP;

    /**
     * The reason for scalar kernels that no user asked for; empty if there is none, and on VMs without modules, which have no
     * other kernels.
     */
    public static final String REASON;

    private static final String MODULE = "jdk.incubator.vector";

    static {
        String wanted = System.getProperty(PROPERTY, "");
        boolean possible = !wanted.equals("scalar") && knowsModules();
        REASON = possible ? obstacle() : "";
        SIMD = possible && REASON.isEmpty();
        WITHOUT_WARMUP = wanted.equals("vector");
        if (!REASON.isEmpty()) {
            SystemLog.warn("Tersegrad runs without SIMD: " + REASON + ". The bytes are the same.");
        }
    }

    private ActiveKernels() {}

    /** The kernels in words, for users and logs. */
    public static String describe() {
        return SIMD ? "SIMD, " + VectorLanes.LENGTH * Integer.SIZE + " bits" : "scalar";
    }

    private static boolean knowsModules() {
        try {
            return BootLayer.has("java.base");
        } catch (LinkageError e) {
            return false;
        }
    }

    private static String obstacle() {
        if (!BootLayer.has(MODULE)) {
            return "the module " + MODULE + " is absent; start java with --add-modules " + MODULE;
        }
        String mode = System.getProperty("java.vm.info", "");
        if (mode.contains("interpreted") || mode.contains("emulated-client")) {
            return "the optimising compiler is off (" + mode + ")";
        }
        try {
            Class.forName("jdk.incubator.vector.IntVector", false, ActiveKernels.class.getClassLoader());
            return "";
        } catch (ClassNotFoundException | LinkageError e) {
            return "the vector kernels do not link on this JVM: " + e;
        }
    }
}
