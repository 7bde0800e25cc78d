package org.tersegrad.spark;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.KryoSerializable;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.Serializable;

/**
 * The place of a partition's worker in the memory of its executor: the one element of the partition of a cached RDD, so that Spark
 * brings later tasks to where it is, makes a new one where that executor is gone, and frees it in the end.
 *
 * <p>It cannot be serialized. Where Spark runs a task on another executor all the same, it would copy the element, and two copies
 * of a residual would go different ways; since it cannot, it makes a new worker there, which says that it has lost its state.
 */
final class PartitionSlot implements Serializable, KryoSerializable {
    private static final long serialVersionUID = 1L;
    private static final String STAYS = "the state of a partition stays on its executor";

    private final transient PartitionWorker<?> worker;

    PartitionSlot(PartitionWorker<?> worker) {
        this.worker = worker;
    }

    PartitionWorker<?> worker() {
        return worker;
    }

    private void writeObject(ObjectOutputStream out) throws NotSerializableException {
        throw new NotSerializableException(STAYS);
    }

    @Override
    public void write(Kryo kryo, Output output) {
        throw new KryoException(STAYS);
    }

    @Override
    public void read(Kryo kryo, Input input) {
        throw new KryoException(STAYS);
    }
}
