package org.tersegrad.djl;

import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Block;
import ai.djl.nn.Parameter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tersegrad.compressors.BufferSlice;
import org.tersegrad.reducers.model.NamedTensor;

/**
 * A parameter under the name that it has in its model.
 *
 * @param name as in {@code 01Linear_weight}, the same in every process
 * @param parameter initialized
 * @param trained whether it was when the trainer was initialized
 */
record NamedParameter(String name, Parameter parameter, boolean trained) {
    /** All parameters in the order of the block's list; one that blocks share stands there once, under its first name. */
    static List<NamedParameter> all(Block block) {
        Map<String, NamedParameter> byId = new LinkedHashMap<>();
        block.getParameters().forEach(pair -> {
            Parameter parameter = pair.getValue();
            byId.putIfAbsent(
                    parameter.getId(), new NamedParameter(pair.getKey(), parameter, parameter.requiresGradient()));
        });
        return List.copyOf(byId.values());
    }

    /** Whether it holds floats that can be averaged: of 32 bits or FLOAT16; DJL 0.35 ends the JVM where it converts BFLOAT16. */
    boolean hasFloats() {
        return switch (type()) {
            case FLOAT32, FLOAT16 -> true;
            default -> false;
        };
    }

    /** Whether it is neither learned nor given, but counted by forward passes, such as a running mean. */
    boolean isBuffer() {
        return switch (parameter.getType()) {
            case RUNNING_MEAN, RUNNING_VAR, OTHER -> !trained && hasFloats();
            default -> false;
        };
    }

    private DataType type() {
        return parameter.getArray().getDataType();
    }

    /** The bytes of its elements. */
    int bytes() {
        return Math.toIntExact(
                Math.multiplyExact(type().getNumOfBytes(), parameter.getArray().size()));
    }

    /** Its elements, or those of its gradient, in the memory of an engine. */
    BufferSlice slice(ByteBuffer bytes) {
        ByteBuffer its = bytes.duplicate().order(ByteOrder.nativeOrder());
        return type() == DataType.FLOAT16 ? BufferSlice.fp16(its.asShortBuffer()) : BufferSlice.of(its.asFloatBuffer());
    }

    /** As compressors see it: a tensor of more than two dimensions is folded into the first and all others. */
    NamedTensor tensor() {
        Shape shape = parameter.getArray().getShape();
        if (shape.size() > org.tersegrad.compressors.Shape.MAX_SIZE) {
            throw new IllegalArgumentException("parameter " + name + " has " + shape.size() + " elements, the limit is "
                    + org.tersegrad.compressors.Shape.MAX_SIZE);
        }
        int rows = shape.dimension() < 2 ? 1 : (int) shape.get(0);
        int columns = rows == 0 ? 0 : (int) (shape.size() / rows);
        return new NamedTensor(name, new org.tersegrad.compressors.Shape(rows, columns));
    }

    /** The properties that all workers must share, on one line. */
    String description() {
        return (trained ? "parameter " : "frozen parameter ") + name + " "
                + parameter.getArray().getShape() + (type() == DataType.FLOAT32 ? "" : " of " + type());
    }
}
