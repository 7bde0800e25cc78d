package org.example.reducer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.testkit.junit.ReducerLaws;

/** The reducer under all laws of reducers, in groups of one to five workers. */
class TrimmedMeanTest extends ReducerLaws {
    @Override
    protected List<Reducer> reducers() {
        return List.of(new TrimmedMean(0), new TrimmedMean(1), new TrimmedMean(2));
    }

    @Test
    void theMedianOfFiveIgnoresTwoWrongWorkers() {
        List<float[]> results = LocalGroup.run(5, group -> {
            float[] gradient = {group.rank() < 3 ? group.rank() : 1e30f};
            new TrimmedMean(2).reduction(Shape.vector(1), Seed.of(42), group).reduce(FloatSlice.of(gradient));
            return gradient;
        });
        results.forEach(result -> assertArrayEquals(new float[] {2}, result));
    }
}
