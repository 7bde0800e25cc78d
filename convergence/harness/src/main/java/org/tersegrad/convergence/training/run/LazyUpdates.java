package org.tersegrad.convergence.training.run;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.tersegrad.convergence.training.checkpoints.DamagedCheckpointException;
import org.tersegrad.reducers.sync.LazySteps;

/** In every step all workers compute, and those send whose gradients have changed, as {@link LazySteps} says. */
final class LazyUpdates implements ServedUpdates {
    private final LazySteps how;
    private final WorkerModel server;
    private final BatchGradients gradients;
    private final Downlink down;
    private final List<Worker> workers = new ArrayList<>();
    private final float[] mean;
    private final float[] before;
    /** The squared lengths of the model's last moves; step t has number t modulo their count. */
    private final double[] moves;

    /** One of the workers. */
    private static final class Worker {
        final Uplink up;
        final Batches batches;
        /** The model of its last message, and what the server made of that. */
        final float[] model;

        final float[] message;
        int age = Integer.MAX_VALUE;
        long seen;
        long received;

        Worker(Uplink up, Batches batches, int parameters) {
            this.up = up;
            this.batches = batches;
            model = new float[parameters];
            message = new float[parameters];
        }
    }

    /** @param server modified: its parameters and its optimizer are the server's */
    LazyUpdates(LazySteps how, Run run, WorkerModel server, BatchGradients gradients) {
        this.how = how;
        this.server = server;
        this.gradients = gradients;
        int parameters = server.parameters.length;
        mean = new float[parameters];
        before = new float[parameters];
        moves = new double[how.window()];
        List<ServerTensor> tensors = ServerTensor.of(server, how);
        down = new Downlink(tensors, server.parameters, run.seed.fork(Run.SERVER));
        for (int rank = 0; rank < run.settings.workers(); rank++) {
            Uplink up = new Uplink(tensors, run.seed.fork(Run.REDUCTIONS), rank);
            workers.add(new Worker(up, run.batches(rank), parameters));
        }
    }

    @Override
    public void step(int step, float rate) {
        double scale = (double) rate * workers.size();
        double limit = how.weight() / (scale * scale) * Arrays.stream(moves).sum();
        Arrays.fill(mean, 0f);
        for (Worker worker : workers) {
            compute(worker, worker.batches.of(step), limit);
            for (int i = 0; i < mean.length; i++) {
                mean[i] += worker.message[i] / workers.size();
            }
        }
        System.arraycopy(mean, 0, server.gradient, 0, mean.length);
        System.arraycopy(server.parameters, 0, before, 0, before.length);
        server.optimize(step, rate);
        double moved = WorkerModel.distance(before, server.parameters);
        moves[step % moves.length] = moved * moved;
        down.publish(server.parameters);
    }

    /** Sends a gradient, or leaves the last one in its place. */
    private void compute(Worker worker, int[] examples, double limit) {
        worker.received += down.bits(worker.seen);
        worker.seen = down.total();
        gradients.compute(down.model(), examples, server.gradient);
        boolean silent = false;
        if (worker.age < how.window()) {
            gradients.repeat(worker.model, examples, before);
            double changed = WorkerModel.distance(server.gradient, before);
            silent = changed * changed <= limit;
        }
        if (silent) {
            worker.age++;
            return;
        }
        byte[] sent = worker.up.send(server.gradient);
        Arrays.fill(worker.message, 0f);
        worker.up.take(sent, worker.message, 1f);
        worker.up.addEstimates(worker.message, 1f);
        System.arraycopy(down.model(), 0, worker.model, 0, worker.model.length);
        worker.age = 1;
    }

    @Override
    public float[] model() {
        return server.parameters;
    }

    @Override
    public double virtualSeconds() {
        return Double.NaN;
    }

    @Override
    public long bitsSent(int rank) {
        return workers.get(rank).up.bitsSent();
    }

    @Override
    public long bitsReceived(int rank) {
        return workers.get(rank).received;
    }

    @Override
    public double residualNorm(int rank) {
        return workers.get(rank).up.residualNorm();
    }

    /** All workers compute at the server's model. */
    @Override
    public double distance(int rank) {
        return 0;
    }

    @Override
    public int serverBytes() {
        return server.bytes() + down.bytes() + Double.BYTES * moves.length;
    }

    @Override
    public void saveServer(ByteBuffer out) {
        server.save(out);
        down.save(out);
        for (double move : moves) {
            out.putDouble(move);
        }
    }

    @Override
    public void restoreServer(ByteBuffer in) {
        server.restore(in);
        down.restore(in);
        for (int i = 0; i < moves.length; i++) {
            moves[i] = in.getDouble();
            if (!(moves[i] >= 0)) {
                throw new DamagedCheckpointException("its model has moved by " + moves[i]);
            }
        }
    }

    @Override
    public int workerBytes(int rank) {
        Worker worker = workers.get(rank);
        return worker.up.bytes() + 2 * Float.BYTES * worker.model.length + Integer.BYTES + Long.BYTES;
    }

    @Override
    public void saveWorker(int rank, ByteBuffer out) {
        Worker worker = workers.get(rank);
        worker.up.save(out);
        WorkerModel.put(worker.model, out);
        WorkerModel.put(worker.message, out);
        out.putInt(worker.age).putLong(worker.seen);
    }

    @Override
    public void restoreWorker(int rank, ByteBuffer in, long bitsSent, long bitsReceived) {
        Worker worker = workers.get(rank);
        worker.up.restore(in, bitsSent);
        WorkerModel.get(worker.model, in);
        WorkerModel.get(worker.message, in);
        worker.age = in.getInt();
        worker.seen = in.getLong();
        if (worker.age < 1) {
            throw new DamagedCheckpointException("the message of worker " + rank + " is " + worker.age + " steps old");
        }
        worker.received = bitsReceived;
    }
}
