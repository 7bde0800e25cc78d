package org.tersegrad.codecs.internal;

/**
 * A kernel in use: the scalar form until the vector form is compiled, then the vector form. Both give the same bits, so only
 * speed depends on the moment of the switch.
 *
 * <p>Until C2 has compiled a vector kernel, every vector is an object and the kernel is about 50 times slower than its scalar
 * form. The scalar form therefore works at first, and the vector form <i>rehearses</i> on a {@link SampleBlock}: it runs the
 * kernel's sample, whose results are discarded. The first run is also the self-test; a vector form that differs from the scalar
 * form, or does not link on this JVM, is never used. Rehearsals are rationed by the kernel's own work, so that a kernel that a
 * process does not use costs nothing:
 *
 * <pre>
 *   elements of work      0 .. 1M     scalar alone: a first call with a million floats takes no longer than without SIMD
 *                        1M .. 6M     one rehearsal for every 4,000 elements, 1,300 in all
 *                        6M .. 7M     scalar alone
 *                        7M ..        vectors
 * </pre>
 *
 * <p>C2 compiles a method after 5,000 calls, or after 600 if calls and turns of loops reach 15,000, counted from the moment when
 * C1 has compiled the method. That many turns with vectors that are objects are expensive, above all because C1 and C2 compile
 * hundreds of methods of the JDK on the way. Only the first 250 rehearsals, and some later ones, therefore have a real block, from
 * which C2 learns types and turns; with fewer than that, C2 of JDK 17 was seen to box for good. The other rehearsals are calls in
 * which all arrays are empty: the leaves of a kernel have a guard for that and return before their first vector, and the calls
 * count all the same. A kernel without such guards rehearses with a real block each time.
 *
 * <p>C2 compiles in the background, and a cheap kernel is done with seven million elements in some tens of milliseconds. There
 * are therefore many more empty calls than C2 counts: they take some milliseconds as long as the kernel is not compiled, and
 * hardly any time afterwards.
 *
 * <p>The counters are shared by all threads without a lock. A thread may miss the count of another one or switch later; nothing
 * but speed depends on it.
 *
 * @param <T> the kernels of a topic
 */
public final class Kernel<T> {
    /**
     * One call of a kernel, or one of each of its loops: the self-test, the rehearsal and the row of the tests.
     *
     * @param <T> the kernels of a topic
     */
    @FunctionalInterface
    public interface Sample<T> {
        /** Reads inputs of the block and writes outputs of the block only. */
        void run(T kernels, SampleBlock block);
    }

    private static final int REHEARSALS = 1300;

    /** Elements of work before the first rehearsal. */
    private static final int START = 1 << 20;
    /** Elements of work for one rehearsal. */
    private static final int RATION = 4000;
    /** Elements of work before the vector form takes over. */
    private static final int END = 7 << 20;

    /** Calls with empty arrays in a rehearsal. */
    private static final int EMPTY_CALLS = 200;
    /** The first rehearsals have a real block and no empty calls; one in {@link #EVERY_REAL} later on has both. */
    private static final int FIRST_REAL = 250;

    private static final int EVERY_REAL = 16;

    private static final SampleBlock EMPTY = SampleBlock.empty();

    private final T scalar;
    private final Sample<T> sample;
    private final boolean guarded;
    private final boolean warmup;
    /** The scalar form until the vector form is loaded, and for good if that fails. */
    private T vector;

    private boolean loaded;
    private SampleBlock block = EMPTY;
    private long work;
    private int rehearsals;
    /** Whether the warm-up is over, and {@link #vector} in use. */
    private boolean warm;

    Kernel(T scalar, Sample<T> sample, boolean guarded, boolean simd, boolean warmup) {
        this.scalar = scalar;
        this.sample = sample;
        this.guarded = guarded;
        this.warmup = warmup;
        vector = scalar;
        warm = !simd;
    }

    /** A kernel whose vector form is in the class of the same package that says {@code Vector} where the scalar one says so. */
    public static <T> Kernel<T> of(T scalar, Sample<T> sample) {
        return new Kernel<>(scalar, sample, true, ActiveKernels.SIMD, !ActiveKernels.WITHOUT_WARMUP);
    }

    /**
     * A kernel whose leaves have no guard against empty arrays. It must be said: an attempt would throw, C2 would know from then
     * on that indices can be out of bounds, and would box vectors for the sake of that in every kernel of the process.
     */
    public static <T> Kernel<T> withoutGuards(T scalar, Sample<T> sample) {
        return new Kernel<>(scalar, sample, false, ActiveKernels.SIMD, !ActiveKernels.WITHOUT_WARMUP);
    }

    /**
     * The kernels to call now.
     *
     * @param elements work of this call
     */
    public T at(int elements) {
        return warm ? vector : warmUp(elements);
    }

    /** Elements of work so far, as long as the warm-up counts them. */
    public long warmUpWork() {
        return work;
    }

    /** Whether the warm-up is over. */
    public boolean isWarm() {
        return warm;
    }

    private T warmUp(int elements) {
        if (!warmup) {
            load();
            warm = true;
            return vector;
        }
        long before = work;
        work = before + elements;
        int due = (int) Math.min((before - START) / RATION, REHEARSALS) - rehearsals;
        if (due > 0) {
            rehearse(due);
        } else if (before >= END) {
            warm = true;
            block = EMPTY;
            return vector;
        }
        return scalar;
    }

    private void rehearse(int times) {
        load();
        T kernels = vector;
        if (kernels == scalar) {
            return; // it failed, or another thread is loading it
        }
        for (int i = 0; i < times; i++) {
            rehearsals++;
            if (!guarded || rehearsals < FIRST_REAL || rehearsals % EVERY_REAL == 0) {
                sample.run(kernels, block);
                block.round++;
            }
            for (int call = 0; guarded && rehearsals >= FIRST_REAL && call < EMPTY_CALLS; call++) {
                sample.run(kernels, EMPTY);
            }
        }
    }

    private void load() {
        if (loaded) {
            return;
        }
        loaded = true;
        String reason = "fails its self-test";
        try {
            T kernels = load(scalar.getClass().getClassLoader());
            if (agrees(kernels, 1)) {
                block = SampleBlock.of(SampleBlock.REHEARSAL);
                vector = kernels;
                return;
            }
        } catch (ReflectiveOperationException | LinkageError e) {
            reason = "does not link: " + e;
        }
        warm = true;
        ActiveKernels.warn("A vector kernel beside " + scalar.getClass().getSimpleName() + " " + reason
                + ". The scalar kernel is used instead. The bytes are the same.");
    }

    @SuppressWarnings("unchecked") // the naming convention
    T load(ClassLoader loader) throws ReflectiveOperationException {
        String name = scalar.getClass().getName().replace(".Scalar", ".Vector");
        return (T) Class.forName(name, true, loader).getDeclaredConstructor().newInstance();
    }

    /** Whether leaves are said to return at once if all arrays are empty. */
    boolean isGuarded() {
        return guarded;
    }

    /** The scalar form. */
    T scalar() {
        return scalar;
    }

    /** The sample, for the tests. */
    Sample<T> sample() {
        return sample;
    }

    /** Whether the sample gives the same bits with these kernels; a kernel that throws does not agree. */
    boolean agrees(T kernels, int rounds) {
        SampleBlock expected = SampleBlock.of(Kernels.GROUP);
        SampleBlock actual = SampleBlock.of(Kernels.GROUP);
        try {
            for (; expected.round < rounds; expected.round++, actual.round++) {
                sample.run(scalar, expected);
                sample.run(kernels, actual);
            }
        } catch (RuntimeException e) {
            return false;
        }
        return expected.sameResults(actual);
    }
}
