/** Integers to bits and back, lossless. */
module org.tersegrad.codecs {
    // Optional at run time: without it the scalar kernels do the same work.
    requires static jdk.incubator.vector;

    exports org.tersegrad.codecs;
    exports org.tersegrad.codecs.internal to
            org.tersegrad.compressors,
            org.tersegrad.reducers;
    exports org.tersegrad.codecs.internal.floats to
            org.tersegrad.compressors,
            org.tersegrad.reducers;
    exports org.tersegrad.codecs.internal.halves to
            org.tersegrad.compressors,
            org.tersegrad.reducers;
    exports org.tersegrad.codecs.internal.integers to
            org.tersegrad.compressors,
            org.tersegrad.reducers;
    exports org.tersegrad.codecs.internal.lowrank to
            org.tersegrad.compressors,
            org.tersegrad.reducers;
    exports org.tersegrad.codecs.internal.rotations to
            org.tersegrad.compressors;
    exports org.tersegrad.codecs.internal.signs to
            org.tersegrad.compressors,
            org.tersegrad.reducers;
    exports org.tersegrad.codecs.internal.smallfloats to
            org.tersegrad.compressors;
    exports org.tersegrad.codecs.internal.sums to
            org.tersegrad.compressors,
            org.tersegrad.reducers;
}
