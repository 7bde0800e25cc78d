package org.tersegrad.reducers.model;

import java.util.ArrayList;
import java.util.List;

/** Tensors that are exchanged together, and which of them are ready. The last tensors of the model are in the first bucket. */
final class BucketPlan {
    private final List<List<Integer>> buckets = new ArrayList<>();
    private final int[] bucketOf;
    private final int[] missing;

    /** Buckets of at most {@code limit} bytes; a larger tensor is a bucket by itself. */
    BucketPlan(long limit, List<NamedTensor> tensors) {
        bucketOf = new int[tensors.size()];
        long bytes = 0;
        for (int tensor = tensors.size() - 1; tensor >= 0; tensor--) {
            long its = (long) Float.BYTES * tensors.get(tensor).shape().size();
            boolean joins = !buckets.isEmpty() && bytes + its <= limit;
            if (!joins) {
                buckets.add(new ArrayList<>());
                bytes = 0;
            }
            bytes += its;
            bucketOf[tensor] = buckets.size() - 1;
            buckets.get(buckets.size() - 1).add(tensor);
        }
        missing = new int[buckets.size()];
        clear();
    }

    /** None of the tensors is ready. */
    void clear() {
        for (int bucket = 0; bucket < missing.length; bucket++) {
            missing[bucket] = buckets.get(bucket).size();
        }
    }

    /** One more tensor is ready. */
    void add(int tensor) {
        missing[bucketOf[tensor]]--;
    }

    /** Whether there is such a bucket, and all of its tensors are ready. */
    boolean isComplete(int bucket) {
        return bucket < missing.length && missing[bucket] == 0;
    }

    /** The tensors of a bucket. */
    List<Integer> tensors(int bucket) {
        return buckets.get(bucket);
    }
}
