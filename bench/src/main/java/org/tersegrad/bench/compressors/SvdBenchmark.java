package org.tersegrad.bench.compressors;

import java.util.Arrays;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.SingularValueDecomposition;
import org.ejml.data.FMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_FDRM;
import org.ejml.interfaces.decomposition.SingularValueDecomposition_F32;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.Warmup;
import org.tersegrad.bench.BenchmarkDefaults;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;

/**
 * A square matrix of which a message holds rank 4: by a step of {@code lowrank(4)}, and by a singular value decomposition of
 * which one would keep four vectors on each side.
 *
 * <p>That is not the same work. The decomposition is exact and computes all vectors, as these libraries have no other; a step of
 * ours is two thin products and comes near only because the next step goes on from it. It checks that the two libraries agree, that
 * no step is better than the best there is, and that the twentieth on a matrix that does not change is worse by less than 1 %. The
 * time of a cold start is that of as many steps as one wants.
 */
public class SvdBenchmark extends BenchmarkDefaults {
    private static final int RANK = 4;
    private static final int STEPS = 20;

    /** A layer of 512 inputs and as many outputs. Of a matrix twice as wide Commons Math needs minutes. */
    @Param("512")
    public int side;

    private final Compressor lowRank = Recipe.parse("lowrank(" + RANK + ")");
    private Encoder encoder = lowRank.encoder(Shape.vector(0), Seed.of(1));
    private Payload payload = Payload.allocate(Payload.HEADER_BYTES);
    private FloatSlice gradient = FloatSlice.of();
    private FMatrixRMaj matrix = new FMatrixRMaj(1, 1);
    private FMatrixRMaj scratch = new FMatrixRMaj(1, 1);
    private Array2DRowRealMatrix doubles = new Array2DRowRealMatrix(1, 1);
    private SingularValueDecomposition_F32<FMatrixRMaj> svd = DecompositionFactory_FDRM.svd(1, 1, true, true, false);

    @Setup
    public void setup() {
        float[] values = decaying(side);
        matrix = new FMatrixRMaj(side, side, true, values);
        scratch = matrix.copy();
        svd = DecompositionFactory_FDRM.svd(side, side, true, true, false);
        doubles = new Array2DRowRealMatrix(side, side);
        for (int i = 0; i < values.length; i++) {
            doubles.setEntry(i / side, i % side, values[i]);
        }
        Shape shape = new Shape(side, side);
        encoder = lowRank.encoder(shape, Seed.of(1));
        payload = Payload.allocate(lowRank.maxBytes(shape));
        gradient = FloatSlice.of(values);
        check(values);
    }

    /** Noise, and eight directions in it of which each is half as strong as the one before. */
    private static float[] decaying(int side) {
        float[] values = gaussian(side * side);
        float[] directions = gaussian(16 * side);
        for (int d = 0; d < 8; d++) {
            float strength = (float) Math.pow(2, 3 - d);
            for (int i = 0; i < values.length; i++) {
                values[i] += strength * directions[2 * d * side + i / side] * directions[(2 * d + 1) * side + i % side];
            }
        }
        return values;
    }

    private void check(float[] values) {
        double[] exact = commonsSvd().getSingularValues();
        float[] other = ejmlSvd().getSingularValues().clone();
        Arrays.sort(other);
        double best = 0;
        for (int i = 0; i < exact.length; i++) {
            double peer = other[exact.length - 1 - i];
            require(Math.abs(peer - exact[i]) <= 1e-4 * exact[0], "ejmlSvd");
            best += i < RANK ? 0 : exact[i] * exact[i];
        }
        for (int i = 0; i < STEPS; i++) {
            lowRank();
        }
        float[] decoded = lowRank().decompress();
        double error = 0;
        for (int i = 0; i < values.length; i++) {
            error += ((double) values[i] - decoded[i]) * ((double) values[i] - decoded[i]);
        }
        require(error > best * (1 - 1e-5) && error < best * 1.01, "lowRank");
    }

    @Benchmark
    public Payload lowRank() {
        encoder.encode(gradient, payload);
        return payload;
    }

    /** In floats, as ours. */
    @Benchmark
    public SingularValueDecomposition_F32<FMatrixRMaj> ejmlSvd() {
        scratch.setTo(matrix); // which the decomposition overwrites
        require(svd.decompose(scratch), "EJML's decomposition");
        return svd;
    }

    /** In doubles: it has no other. Once takes seconds, and there is little noise in that. */
    @Benchmark
    @Warmup(iterations = 1)
    @Measurement(iterations = 3)
    public SingularValueDecomposition commonsSvd() {
        return new SingularValueDecomposition(doubles);
    }
}
