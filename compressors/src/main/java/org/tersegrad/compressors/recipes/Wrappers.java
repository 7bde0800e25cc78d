package org.tersegrad.compressors.recipes;

import static org.tersegrad.compressors.RecipeEntry.both;
import static org.tersegrad.compressors.RecipeEntry.wrapper;

import java.util.List;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.RecipeProvider;
import org.tersegrad.compressors.Wrapper;
import org.tersegrad.compressors.sparse.TopK;
import org.tersegrad.compressors.wrappers.Chunked;
import org.tersegrad.compressors.wrappers.Clip;
import org.tersegrad.compressors.wrappers.NonFinite;
import org.tersegrad.compressors.wrappers.SkipSmall;
import org.tersegrad.compressors.wrappers.Warmup;

/** The wrappers of this module by name, and how all wrappers go around compressors. */
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
                        .withFormats(Chunked.FORMAT, TopK.CHUNKS_FORMAT)
                        .withExamples(
                                "topk(0.1)+chunked(100)",
                                "qsgd(levels=7)+chunked(513)",
                                "onebit+chunked(64)",
                                "topk(0.1,values=bits2)+chunked(100)",
                                "topk(k=3,values=bits4)+chunked(64)"),
                wrapper(
                                "skipsmall",
                                "topk(0.01)+skipsmall(1000)",
                                "small tensors as they are",
                                (inner, a) -> new SkipSmall(inner, a.asInt("below"), a.asBoolean("vectors", false)),
                                new Parameter("below", "tensors with fewer elements are sent as they are"),
                                new Parameter("vectors", "true: so are all tensors of one row"))
                        .withExamples("sign+skipsmall(100)", "lowrank(2)+skipsmall(0,vectors=true)"),
                both(
                                "nonfinite",
                                "topk(0.01)+nonfinite(zero)",
                                "accepts infinities and NaNs",
                                a -> new NonFinite(a.asChoice("policy", NonFinite.Policy.class)),
                                new Parameter("policy", "zero: they count as 0; skip: so does the whole gradient"))
                        .withExamples("topk(0.1)+nonfinite(zero)", "sign+nonfinite(skip)"),
                both(
                                "warmup",
                                "topk(0.001)+warmup(stages=4,steps=100)",
                                "keeps more in the first steps; reducers average exactly then",
                                a -> new Warmup(a.asInt("stages"), a.asInt("steps")),
                                new Parameter("stages", "how many, 1 or more"),
                                new Parameter("steps", "of a stage, 1 or more"))
                        .withExamples("topk(0.01)+warmup(stages=4,steps=1)", "randomk(k=2)+warmup(stages=1,steps=2)"),
                both(
                                "clip",
                                "topk(0.01)+clip(1.0)",
                                "shortens gradients that are too long",
                                a -> Clip.ofWorker(a.asFloat("norm"), a.asInt("workers", 1)),
                                new Parameter("norm", "the largest Euclidean norm"),
                                new Parameter("workers", "n: norm / √n, the share of one of n workers"))
                        .withExamples("int8+clip(1)"));
    }

    @Override
    public List<RecipeEntry<?>> around(RecipeEntry<Wrapper> wrapper) {
        String example = wrapper.example();
        String wrapped = example.substring(0, example.lastIndexOf("+" + wrapper.name()));
        List<String> samples = wrapper.samples().recipes();
        return List.of(RecipeEntry.around(wrapper, Compressor.class, wrapped, Compressor::with)
                .withExamples(samples.subList(1, samples.size()).toArray(String[]::new)));
    }
}
