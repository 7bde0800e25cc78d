package org.tersegrad.codecs.internal;

/**
 * Whether a vector kernel has run often enough to be compiled.
 *
 * <p>Until C2 has compiled it, every vector of a kernel is an object, and the kernel 50 times slower than the scalar one.
 * So the scalar kernel does the work at first. Beside it the vector kernel <i>rehearses</i>: it runs on the beginning of
 * the same input, and what it gives is thrown away. When it has rehearsed enough, and the scalar kernel has done some more
 * work while C2 compiles in the background, the vector kernel takes over for good.
 *
 * <p>C2 compiles a method after 5000 calls, or after 600 if calls and turns of loops are 15,000 together; it looks every 1024
 * calls, and begins to count when C1 has compiled the method, after 100 to 200 calls. That many rehearsals take some tenths of
 * a second for all kernels of a step, as much as vectors save in a hundred steps with a million floats. So they begin when the
 * scalar kernel has done more work than that, and are rationed by its work, so that nobody waits for them: a short process is
 * never slower than without SIMD, a long one soon as fast as SIMD is.
 *
 * <p>The counters are shared by all threads without a lock. A thread may miss what another one has counted, or see later
 * that the warm-up is over; nothing but speed depends on it, since both kernels give the same bits.
 */
public class Warmup {
    /** Elements in a rehearsal, at most, of a kernel that takes any number of them. */
    public static final int PIECE = 256;

    private static final int ENOUGH_CALLS = 1300;
    private static final int ENOUGH_CALLS_AND_TURNS = 19_000;
    private static final int ENOUGH_CALLS_ALONE = 5500;

    /** Elements of work before the first rehearsal. */
    private static final int START = 1 << 27;
    /** Elements of work for one of rehearsal. */
    private static final int RATION = 64;
    /** Elements of work between the last rehearsal and the end. */
    private static final int PAUSE = 1 << 24;

    private final int turn;
    private int calls;
    private long turns;
    private long credit = -START;
    private boolean over;

    /** @param turn elements that a turn of the vector kernel's loop takes, at most */
    public Warmup(int turn) {
        this.turn = turn;
    }

    /** Whether the vector kernel does the work from now on. */
    public boolean isOver() {
        return over;
    }

    private boolean isEnough() {
        return calls >= ENOUGH_CALLS_ALONE || (calls >= ENOUGH_CALLS && calls + turns >= ENOUGH_CALLS_AND_TURNS);
    }

    /**
     * Counts the work of a call.
     *
     * @param work elements that the scalar kernel is given
     * @param piece elements that a rehearsal takes
     * @return how many rehearsals there are to be before it; 0 if there is no work
     */
    public int due(long work, int piece) {
        credit += work;
        if (isEnough()) {
            over = credit >= PAUSE;
            return 0;
        }
        long cost = (long) RATION * piece;
        // Without work there is no input to rehearse on, however much credit other threads have earned.
        if (work == 0 || cost == 0 || credit < cost) {
            return 0;
        }
        int times = (int) Math.min(credit / cost, ENOUGH_CALLS);
        credit = 0;
        calls += times;
        turns += (long) times * (piece / turn);
        return times;
    }
}
