package org.tersegrad.convergence.training.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.floats.Dense;
import org.tersegrad.reducers.AllReduce;
import org.tersegrad.reducers.Gather;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.Server;
import org.tersegrad.reducers.sync.Synchronization;

/**
 * How one tensor crosses between workers and a server.
 *
 * @param up what compresses a worker's gradients or differences
 * @param down what compresses the way back; nothing if the whole tensor is sent
 * @param place where the tensor stands among all parameters
 * @param payload room for one message, which all workers of a thread share
 */
record ServerTensor(Compressor up, Optional<Compressor> down, Shape shape, FloatSlice place, Payload payload) {
    /**
     * All tensors of a model, each as its reducer says.
     *
     * @throws IllegalArgumentException if a reducer is one of a group without a server
     */
    static List<ServerTensor> of(WorkerModel model, Synchronization synchronization) {
        List<ServerTensor> tensors = new ArrayList<>();
        for (int i = 0; i < model.tensors(); i++) {
            tensors.add(of(model.reductions.reducer(i), model.shape(i), model.place(i), synchronization));
        }
        return tensors;
    }

    private static ServerTensor of(Reducer reducer, Shape shape, FloatSlice place, Synchronization synchronization) {
        Compressor up;
        Optional<Compressor> down = Optional.empty();
        if (reducer instanceof AllReduce) {
            up = new Dense();
        } else if (reducer instanceof Gather gather) {
            up = gather.compressor();
        } else if (reducer instanceof Server server && server.equals(new Server(server.up(), server.down()))) {
            up = server.up();
            down = Optional.of(server.down());
        } else {
            throw new IllegalArgumentException(
                    synchronization + " has a server, for dense, a compressor as topk(0.01)+ef,"
                            + " or server(up=topk(0.01)+ef,down=int8), and not for " + reducer);
        }
        if (down.isPresent() && down.get().traits(Traits.ANY_SHAPE).remembers()) {
            throw new IllegalArgumentException("what a server has not sent is still in the next difference of its"
                    + " model, so down is a compressor without a residual, and not " + down.get());
        }
        int bytes = Math.max(
                up.maxBytes(shape), down.map(each -> each.maxBytes(shape)).orElse(0));
        return new ServerTensor(up, down, shape, place, Payload.allocate(bytes));
    }

    /** This tensor in another array of all parameters. */
    FloatSlice in(float[] parameters) {
        return new FloatSlice(parameters, place.offset(), place.length());
    }

    boolean sendsIncrements() {
        return up.traits(shape).sendsIncrements();
    }
}
