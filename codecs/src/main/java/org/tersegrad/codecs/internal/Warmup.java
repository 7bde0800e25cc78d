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
 * calls, and begins to count when C1 has compiled the method, after 100 to 200 calls. Rehearsals are rationed by the work of
 * the scalar kernel, so that nobody waits for them.
 *
 * <p>The counters are shared by all threads without a lock. A thread may miss what another one has counted, or see later
 * that the warm-up is over; nothing but speed depends on it, since both kernels give the same bits.
 */
class Warmup {
    /** Elements in a rehearsal, at most, of a kernel that takes any number of them. */
    static final int PIECE = 256;

    private static final int ENOUGH_CALLS = 1300;
    private static final int ENOUGH_CALLS_AND_TURNS = 19_000;
    private static final int ENOUGH_CALLS_ALONE = 5500;

    /** Rehearsals in which the JDK's own methods are interpreted: a hundred times slower than later. */
    private static final int FIRST = 8;
    /** How many elements of work there are for one of rehearsal, first and later. */
    private static final int FIRST_RATION = 512;

    private static final int RATION = 16;
    /** Elements of work between the last rehearsal and the end. */
    private static final int PAUSE = 1 << 24;

    private final int turn;
    private int calls;
    private long turns;
    private long credit;
    private boolean over;

    /** @param turn elements that a turn of the vector kernel's loop takes, at most */
    Warmup(int turn) {
        this.turn = turn;
    }

    /** Whether the vector kernel does the work from now on. */
    boolean isOver() {
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
     * @return how many rehearsals there are to be before it
     */
    int due(long work, int piece) {
        credit += work;
        if (isEnough()) {
            over = credit >= PAUSE;
            return 0;
        }
        int left = calls < FIRST ? FIRST - calls : ENOUGH_CALLS;
        long cost = (long) piece * (calls < FIRST ? FIRST_RATION : RATION);
        int times = cost == 0 ? 0 : (int) Math.min(credit / cost, left);
        if (times > 0) {
            credit = 0;
        }
        calls += times;
        turns += (long) times * (piece / turn);
        return times;
    }
}
