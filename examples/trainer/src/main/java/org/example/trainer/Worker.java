package org.example.trainer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.zip.CRC32;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.group.GroupFailedException;
import org.tersegrad.reducers.group.TcpGroup;
import org.tersegrad.reducers.model.ModelReduction;
import org.tersegrad.reducers.model.Policy;

/** One worker, a process: {@code java Worker FOLDER PAUSE}, with its rank and the address of worker 0 in the environment. */
public final class Worker {
    static final int STEPS = 100;
    static final int CHECKPOINT_EVERY = 10;

    /** The line that a worker prints when it pauses. */
    static final String PAUSED = "paused";

    private static final Policy POLICY = Policy.parse("vectors: dense; *: topk(0.02)+ef");
    private static final int BATCH = 8;
    private static final float RATE = 0.1f;

    private Worker() {}

    public static void main(String[] args) throws Exception {
        int pause = Integer.parseInt(args[1]);
        try (TcpGroup group = TcpGroup.join()) {
            Checkpoints checkpoints = new Checkpoints(Path.of(args[0]), group.rank());
            float[][] parameters = train(checkpoints, pause, group);
            int right = new SoftmaxRegression().right(parameters);
            System.out.println(right + " of " + SoftmaxRegression.TEST + " right, checksum " + checksum(parameters));
        } catch (GroupFailedException e) {
            System.out.println(e.getMessage()); // names the worker that failed
            System.exit(1);
        }
    }

    private static float[][] train(Checkpoints checkpoints, int pause, Collective group)
            throws IOException, InterruptedException {
        SoftmaxRegression model = new SoftmaxRegression();
        float[][] parameters = SoftmaxRegression.zeros();
        ModelReduction reduction = new ModelReduction(POLICY, SoftmaxRegression.TENSORS, Seed.of(42), group);

        int step = newestOfAll(checkpoints, group);
        if (step > 0) {
            checkpoints.restore(step, parameters, reduction);
        }
        while (step < STEPS) {
            if (step == pause) {
                System.out.println(PAUSED);
                Thread.sleep(Long.MAX_VALUE); // until the trainer kills this process
            }
            int from = (step * group.size() + group.rank()) * BATCH % SoftmaxRegression.TRAINING;
            float[][] gradient = model.gradient(parameters, from, from + BATCH);
            for (int t = 0; t < gradient.length; t++) {
                reduction.reduce(t, FloatSlice.of(gradient[t])); // this worker's before, the mean afterwards
                for (int i = 0; i < gradient[t].length; i++) {
                    parameters[t][i] -= RATE * gradient[t][i];
                }
            }
            step++;
            if (step % CHECKPOINT_EVERY == 0) {
                checkpoints.save(step, parameters, reduction);
            }
        }
        return parameters;
    }

    /** The last step of which all workers have a checkpoint. No worker is more than one checkpoint ahead of another. */
    private static int newestOfAll(Checkpoints checkpoints, Collective group) throws IOException {
        float[] least = {-checkpoints.newest()};
        group.allReduceMax(FloatSlice.of(least));
        return (int) -least[0];
    }

    private static String checksum(float[][] parameters) {
        CRC32 checksum = new CRC32();
        for (float[] tensor : parameters) {
            for (float value : tensor) {
                int bits = Float.floatToIntBits(value);
                for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
                    checksum.update(bits >>> shift);
                }
            }
        }
        return Long.toHexString(checksum.getValue());
    }
}
