package org.tersegrad.compressors.recipes;

import static org.tersegrad.compressors.RecipeEntry.wrapper;

import java.util.List;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.RecipeProvider;
import org.tersegrad.compressors.sparse.Sparsifier;
import org.tersegrad.compressors.wrappers.Chunked;
import org.tersegrad.compressors.wrappers.Clip;
import org.tersegrad.compressors.wrappers.NonFinite;
import org.tersegrad.compressors.wrappers.SkipSmall;
import org.tersegrad.compressors.wrappers.Warmup;

/** The wrappers of this module by name. */
public final class Wrappers implements RecipeProvider {
    @Override
    public List<RecipeEntry<?>> entries() {
        return List.of(
                wrapper(
                                "chunked",
                                "topk(0.01)+chunked(4096)",
                                "each run of elements by itself",
                                (inner, a) -> new Chunked(inner, a.asInt("chunk")),
                                new Parameter("chunk", "elements of a run"))
                        .withFormats(Chunked.FORMAT),
                wrapper(
                        "skipsmall",
                        "topk(0.01)+skipsmall(1000)",
                        "small tensors as they are",
                        (inner, a) -> new SkipSmall(inner, a.asInt("below"), a.asBoolean("vectors", false)),
                        new Parameter("below", "tensors with fewer elements are sent as they are"),
                        new Parameter("vectors", "true: so are all tensors of one row")),
                wrapper(
                        "nonfinite",
                        "topk(0.01)+nonfinite(zero)",
                        "accepts infinities and NaNs",
                        (inner, a) -> new NonFinite(inner, a.asChoice("policy", NonFinite.Policy.class)),
                        new Parameter("policy", "zero: they count as 0; skip: so does the whole gradient")),
                wrapper(
                        "warmup",
                        "topk(0.001)+warmup(stages=4,steps=100)",
                        "keeps more in the first steps",
                        (inner, a) -> new Warmup(sparsifier(inner), a.asInt("stages"), a.asInt("steps")),
                        new Parameter("stages", "how many, 1 or more"),
                        new Parameter("steps", "of a stage, 1 or more")),
                wrapper(
                        "clip",
                        "topk(0.01)+clip(1.0)",
                        "shortens gradients that are too long",
                        (inner, a) -> Clip.ofWorker(inner, a.asFloat("norm"), a.asInt("workers", 1)),
                        new Parameter("norm", "the largest Euclidean norm"),
                        new Parameter("workers", "n: norm / √n, the share of one of n workers")));
    }

    private static Sparsifier sparsifier(Compressor inner) {
        if (inner instanceof Sparsifier sparsifier) {
            return sparsifier;
        }
        throw new IllegalArgumentException(
                "the schedule changes how many elements are kept, as in topk or randomk, and cannot for " + inner);
    }
}
