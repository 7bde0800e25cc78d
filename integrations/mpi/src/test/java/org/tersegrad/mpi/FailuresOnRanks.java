package org.tersegrad.mpi;

import java.nio.ByteBuffer;
import java.time.Duration;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.reducers.Collective;

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
                if (args[1].startsWith("floods")) {
                    flood(group, args[1].equals("floods another call"));
                } else if (rank == group.size() - 1) {
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

    /** The last rank sends more than the others expect. */
    private static void flood(MpiGroup group, boolean anotherCall) {
        boolean floods = group.rank() == group.size() - 1;
        if (anotherCall && !floods) {
            group.barrier();
        } else {
            Collective.Receiver bounded = Collective.Receiver.atMost(rank -> 5000, (rank, message) -> {});
            group.allGather(ByteBuffer.allocate(floods ? MANY : 5000), bounded);
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
