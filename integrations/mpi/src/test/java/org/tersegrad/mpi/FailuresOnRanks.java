package org.tersegrad.mpi;

import java.time.Duration;
import org.tersegrad.compressors.FloatSlice;

/** One of the ranks does not do what it should; the others write what they got for it. */
final class FailuresOnRanks {
    /** More than any buffer of MPI's holds: it waits for its receiver. */
    private static final int MANY = 1 << 20;

    private FailuresOnRanks() {}

    /** {@code args} are the folder for the results and what the last rank does. */
    public static void main(String[] args) throws Exception {
        boolean sleeps = args[1].equals("sleeps");
        try (MpiGroup group = MpiGroup.world(sleeps ? Duration.ofSeconds(5) : Duration.ofMinutes(10))) {
            int rank = group.rank();
            try {
                group.allReduceSum(FloatSlice.of(new float[MANY]));
                if (rank == group.size() - 1) {
                    misbehave(args[1]);
                }
                group.allReduceSum(FloatSlice.of(new float[MANY]));
                Mpirun.say(args[0], rank, "no failure");
            } catch (RuntimeException e) {
                group.fail(e);
                Mpirun.say(args[0], rank, String.valueOf(e.getMessage()));
            } catch (EarlyEnd e) {
                Mpirun.say(args[0], rank, "ended early");
            }
        }
    }

    private static void misbehave(String how) throws InterruptedException, EarlyEnd {
        switch (how) {
            case "throws" -> throw new IllegalStateException("disk full");
            case "closes" -> throw new EarlyEnd();
            case "exits" -> Runtime.getRuntime().halt(3);
            case "sleeps" -> Thread.sleep(Duration.ofHours(1).toMillis());
            default -> throw new IllegalArgumentException(how);
        }
    }

    /** Leaves without a word. */
    private static final class EarlyEnd extends Exception {
        private static final long serialVersionUID = 1;
    }
}
