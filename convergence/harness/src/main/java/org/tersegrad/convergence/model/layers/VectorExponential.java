package org.tersegrad.convergence.model.layers;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/** {@link Exponential#exp} for whole vectors: the same operations in the same order. */
final class VectorExponential implements Exponential.OfArrays {
    /** As wide as the vectors of matrix products: C2 of JDK 17 boxes where a process has vectors of two shapes. */
    private static final VectorSpecies<Double> DOUBLES = VectorSpecies.of(double.class, shape());

    private static VectorShape shape() {
        int bits = Integer.getInteger("tersegrad.vectorBits", FloatVector.SPECIES_PREFERRED.vectorBitSize());
        return bits > 128 ? VectorShape.S_256_BIT : VectorShape.S_128_BIT;
    }

    @Override
    public void replace(double[] values, int count) {
        int whole = DOUBLES.loopBound(count);
        for (int i = 0; i < whole; i += DOUBLES.length()) {
            DoubleVector x = DoubleVector.fromArray(DOUBLES, values, i)
                    .min(Exponential.LIMIT)
                    .max(-Exponential.LIMIT);
            DoubleVector shifted = x.mul(Exponential.LOG2_E).add(Exponential.MAGIC);
            DoubleVector r = x.sub(shifted.sub(Exponential.MAGIC).mul(Exponential.LN_2));
            DoubleVector sum = r.mul(1 / 362880.0).add(1 / 40320.0);
            sum = sum.mul(r).add(1 / 5040.0).mul(r).add(1 / 720.0);
            sum = sum.mul(r).add(1 / 120.0).mul(r).add(1 / 24.0);
            sum = sum.mul(r).add(1 / 6.0).mul(r).add(1 / 2.0);
            sum = sum.mul(r).add(1).mul(r).add(1);
            LongVector exponent = shifted.reinterpretAsLongs()
                    .add(Exponential.BIAS)
                    .lanewise(VectorOperators.LSHL, Exponential.MANTISSA);
            sum.mul(exponent.reinterpretAsDoubles()).intoArray(values, i);
        }
        for (int i = whole; i < count; i++) {
            values[i] = Exponential.exp(values[i]);
        }
    }
}
