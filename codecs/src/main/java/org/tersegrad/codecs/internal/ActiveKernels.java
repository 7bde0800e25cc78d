package org.tersegrad.codecs.internal;

import org.tersegrad.codecs.internal.floats.AdditionKernels;
import org.tersegrad.codecs.internal.floats.LevelKernels;
import org.tersegrad.codecs.internal.floats.ReductionKernels;
import org.tersegrad.codecs.internal.floats.RoundingKernels;
import org.tersegrad.codecs.internal.floats.SelectionKernels;
import org.tersegrad.codecs.internal.halves.HalfKernels;
import org.tersegrad.codecs.internal.integers.FieldKernels;
import org.tersegrad.codecs.internal.integers.GapKernels;
import org.tersegrad.codecs.internal.integers.PackingKernels;
import org.tersegrad.codecs.internal.integers.RandomKernels;
import org.tersegrad.codecs.internal.lowrank.LowRankKernels;
import org.tersegrad.codecs.internal.rotations.RotationKernels;
import org.tersegrad.codecs.internal.signs.SignKernels;
import org.tersegrad.codecs.internal.signs.VoteKernels;
import org.tersegrad.codecs.internal.smallfloats.SmallFloatKernels;
import org.tersegrad.codecs.internal.sums.SumKernels;

/**
 * Chooses the kernels, once, when this class is initialised.
 *
 * <p>The vector kernels are taken on any VM that has the vector module and on which one group of every kernel equals the
 * scalar one ({@link SelfTest}), unless the VM says that it does not optimise: then each vector is an object, and scalar code
 * is twenty times faster.
 *
 * <p>Nothing here needs more than Android has. What does is in classes of its own, which are loaded when they are called:
 * {@link BootLayer}, {@link SystemLog} and the vector kernels.
 */
public final class ActiveKernels {
    /** {@code scalar} forces the scalar kernels; {@code vector} leaves out the {@link Warmup}, for tests and measurements. */
    public static final String PROPERTY = "tersegrad.kernels";

    /** The kernels in use. */
    public static final Kernels KERNELS;

    // And each of them, a constant for the compiler.
    public static final PackingKernels PACKING;
    public static final GapKernels GAPS;
    public static final FieldKernels FIELDS;
    public static final RandomKernels RANDOM;
    public static final SignKernels SIGNS;
    public static final VoteKernels VOTES;
    public static final SumKernels SUMS;
    public static final HalfKernels HALVES;
    public static final ReductionKernels REDUCTIONS;
    public static final AdditionKernels ADDITIONS;
    public static final RoundingKernels ROUNDING;
    public static final LevelKernels LEVELS;
    public static final SelectionKernels SELECTION;
    public static final LowRankKernels LOW_RANK;
    public static final RotationKernels ROTATIONS;
    public static final SmallFloatKernels SMALL_FLOATS;

    /**
     * Why the scalar kernels are in use although nobody asked for them; empty when all is as it should be, and where no
     * others can be had because the VM knows no modules.
     */
    public static final String REASON;

    private static final String MODULE = "jdk.incubator.vector";

    static {
        Kernels kernels = new ScalarKernels();
        String reason = "";
        String wanted = System.getProperty(PROPERTY, "");
        if (!wanted.equals("scalar") && knowsModules()) {
            reason = obstacle();
            if (reason.isEmpty()) {
                try {
                    Kernels vector = Class.forName("org.tersegrad.codecs.internal.VectorKernels")
                            .asSubclass(Kernels.class)
                            .getDeclaredConstructor()
                            .newInstance();
                    if (SelfTest.agree(kernels, vector)) {
                        kernels = wanted.equals("vector") ? vector : new WarmingKernels(kernels, vector, Warmup::new);
                    } else {
                        reason = "the vector kernels failed their self-test on this JVM";
                    }
                } catch (ReflectiveOperationException | LinkageError e) {
                    reason = "the vector kernels do not link on this JVM: " + e;
                }
            }
        }
        KERNELS = kernels;
        PACKING = kernels.packing();
        GAPS = kernels.gaps();
        FIELDS = kernels.fields();
        RANDOM = kernels.random();
        SIGNS = kernels.signs();
        VOTES = kernels.votes();
        SUMS = kernels.sums();
        HALVES = kernels.halves();
        REDUCTIONS = kernels.reductions();
        ADDITIONS = kernels.additions();
        ROUNDING = kernels.rounding();
        LEVELS = kernels.levels();
        SELECTION = kernels.selection();
        LOW_RANK = kernels.lowRank();
        ROTATIONS = kernels.rotations();
        SMALL_FLOATS = kernels.smallFloats();
        REASON = reason;
        if (!reason.isEmpty()) {
            warn("Tersegrad runs without SIMD: " + reason + ". The bytes are the same.");
        }
    }

    private ActiveKernels() {}

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
        return "";
    }

    private static void warn(String message) {
        try {
            SystemLog.warn(message);
        } catch (LinkageError e) {
            // No log, no message: the reason is still there for whoever asks.
        }
    }
}
