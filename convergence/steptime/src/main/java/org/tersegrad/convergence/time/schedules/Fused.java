package org.tersegrad.convergence.time.schedules;

import org.tersegrad.convergence.time.ProfileTensor;

/**
 * Buckets by size, as in Horovod and PyTorch's DDP: a group is full when its gradients have reached a number of bytes, the
 * last tensor included.
 *
 * @param megabytes of 2^20 bytes, not negative
 */
public record Fused(double megabytes) implements Grouped {
    static final double MEGABYTE = 1 << 20;

    public Fused {
        if (!(megabytes >= 0)) {
            throw new IllegalArgumentException("groups of 0 MB or more, not " + megabytes);
        }
    }

    @Override
    public Grouping grouping(Step step) {
        Grouping.Builder groups = new Grouping.Builder();
        double bytes = 0;
        for (ProfileTensor tensor : step.profile().backwardOrder()) {
            bytes += (double) Float.BYTES * tensor.elements();
            boolean full = bytes >= megabytes * MEGABYTE;
            groups.add(full);
            bytes = full ? 0 : bytes;
        }
        return groups.build();
    }

    @Override
    public String toString() {
        return Schedules.text("fuse", megabytes);
    }
}
