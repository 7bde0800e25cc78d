package org.tersegrad.mpi;

import java.nio.ByteBuffer;
import java.time.Duration;
import org.tersegrad.compressors.FloatSlice;

/** A process without mpirun that makes all mistakes that are rejected, one after the other. */
final class MistakesAlone {
    private MistakesAlone() {}

    /** Prints the answers. */
    public static void main(String[] args) {
        refused(() -> MpiGroup.world(Duration.ZERO));
        MpiGroup group = MpiGroup.world();
        float[] sum = {1, 2};
        group.allReduceSum(FloatSlice.of(sum));
        System.out.println("worker " + group.rank() + " of " + group.size() + ": " + sum[0] + " " + sum[1]);
        refused(MpiGroup::world);
        group.close();
        refused(() -> group.allGather(ByteBuffer.allocate(1), (rank, message) -> {}));
        refused(MpiGroup::world);
        group.close();
    }

    private static void refused(Runnable call) {
        try {
            call.run();
            System.out.println("not refused");
        } catch (IllegalArgumentException | IllegalStateException e) {
            System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }
}
