package org.tersegrad.compressors;

/**
 * An encoder that looks at a tensor block by block, and can therefore add what is owed to a block just before that, while it
 * is in the cache: a step with a memory takes one pass where three would read and write all of it.
 */
abstract class BlockEncoder extends TensorEncoder {
    private static final Memory NO_MEMORY = new Memory(0);
    private static final FloatSlice NO_GRADIENT = FloatSlice.of();

    private Memory memory = NO_MEMORY;
    private FloatSlice gradient = NO_GRADIENT;

    BlockEncoder(Compressor recipe, Shape shape, Seed seed) {
        super(recipe, shape, seed);
    }

    @Override
    public final void encode(FloatSlice newGradient, Memory itsMemory, Payload payload) {
        byte[] out = open(newGradient, payload);
        newGradient.requireLength(itsMemory.length());
        memory = itsMemory;
        gradient = newGradient;
        try {
            int bytes = encodeBody(memory.sum(), 0, out, Payload.HEADER_BYTES);
            keepRest(memory, out, Payload.HEADER_BYTES);
            close(payload, bytes);
        } catch (IllegalArgumentException e) {
            throw itsMemory.refusal(newGradient); // in terms of what the caller gave
        } finally {
            memory = NO_MEMORY;
            gradient = NO_GRADIENT;
        }
    }

    /** Whether this step has a memory; then what is encoded is its sum. */
    final boolean remembering() {
        return memory != NO_MEMORY;
    }

    /** Called by {@link #encodeBody} for elements that it is about to look at, once for each: the first time. */
    final void prepare(int from, int count) {
        if (remembering()) {
            memory.add(gradient, from, count);
        }
    }

    /**
     * Makes what is left of the sum the new memory.
     *
     * @param out not modified: the body that was written, from {@code at} on
     */
    abstract void keepRest(Memory memory, byte[] out, int at);
}
