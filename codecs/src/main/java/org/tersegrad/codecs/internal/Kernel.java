package org.tersegrad.codecs.internal;

import java.util.concurrent.atomic.AtomicBoolean;

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
 *   elements of work      0 .. 2M     scalar alone, so that a first call with a million floats takes no longer than without SIMD,
 *                                     even if it uses the kernel twice
 *                        2M .. 6M     one rehearsal for every 4,500 elements, 900 in all
 *                        6M .. 7M     scalar alone, while C2 compiles in the background
 *                        7M ..        vectors
 * </pre>
 *
 * <p>C2 compiles a method after 5,000 calls, or after 600 if calls and turns of loops reach 15,000, counted from the moment when
 * C1 has compiled the method. Samples are large enough (16 turns and more) that 900 calls suffice, and that C2 does not take the
 * loops for short ones. If C2 is late, the first step with vectors is slow, and the only one.
 *
 * <p>Threads share the counters without a lock, and one of them at a time rehearses. A thread may miss the work of another one or
 * switch later; nothing but speed depends on it.
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

    private static final int REHEARSALS = 900;

    /** Elements of work before the first rehearsal. */
    private static final int START = 2 << 20;
    /** Elements of work for one rehearsal. */
    private static final int RATION = 4500;
    /** Elements of work before the vector form takes over. */
    private static final int END = 7 << 20;

    private static final SampleBlock NONE = new SampleBlock(0);

    private final T scalar;
    private final Sample<T> sample;
    private final boolean warmup;
    /** The scalar form until the vector form is loaded, and for good if that fails. */
    private T vector;

    /** Whether a thread is busy with the warm-up. */
    private final AtomicBoolean busy = new AtomicBoolean();

    private boolean loaded;
    private SampleBlock block = NONE;
    private long work;
    private int rehearsals;
    /** Whether the warm-up is over, and {@link #vector} in use. */
    private boolean warm;

    Kernel(T scalar, Sample<T> sample, boolean simd, boolean warmup) {
        this.scalar = scalar;
        this.sample = sample;
        this.warmup = warmup;
        vector = scalar;
        warm = !simd;
    }

    /** A kernel whose vector form is in the class of the same package that says {@code Vector} where the scalar one says so. */
    public static <T> Kernel<T> of(T scalar, Sample<T> sample) {
        return new Kernel<>(scalar, sample, ActiveKernels.SIMD, !ActiveKernels.WITHOUT_WARMUP);
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
        long before = work;
        work = before + elements;
        boolean due = !warmup || before >= START;
        if (due && busy.compareAndSet(false, true)) {
            try {
                advance(before);
            } finally {
                busy.set(false);
            }
        }
        return warm ? vector : scalar;
    }

    /** One thread at a time: some samples keep intermediate results in the block. The other threads go on with their work. */
    private void advance(long before) {
        load();
        int due = (int) Math.min((before - START) / RATION, REHEARSALS) - rehearsals;
        if (!warmup || (due <= 0 && before >= END)) {
            warm = true;
            block = NONE;
        }
        for (int i = 0; i < due && !warm; i++) {
            sample.run(vector, block);
            block.round++;
            rehearsals++;
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
                block = new SampleBlock(SampleBlock.REHEARSAL);
                vector = kernels;
                return;
            }
        } catch (ReflectiveOperationException | LinkageError e) {
            reason = "does not link: " + e;
        }
        warm = true;
        SystemLog.warn("A vector kernel beside " + scalar.getClass().getSimpleName() + " " + reason
                + ". The scalar kernel is used instead. The bytes are the same.");
    }

    @SuppressWarnings("unchecked") // the naming convention
    T load(ClassLoader loader) throws ReflectiveOperationException {
        String name = scalar.getClass().getName().replace(".Scalar", ".Vector");
        return (T) Class.forName(name, true, loader).getDeclaredConstructor().newInstance();
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
        SampleBlock expected = new SampleBlock(Kernels.GROUP);
        SampleBlock actual = new SampleBlock(Kernels.GROUP);
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
