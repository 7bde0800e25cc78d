package org.tersegrad.compressors.samples;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Recipe;

/** All compressors, and settings that change how they work or what they write. */
public final class Recipes {
    /** Those of the list in testkit, which checks that none is missing here. */
    private static final List<String> SETTINGS = List.of(
            "half(rounding=stochastic)",
            "bf16(rounding=stochastic)",
            "topk(0.3)",
            "topk(1)",
            "topk(k=3)",
            "topk(0.1,values=fp16)",
            "topk(0.1,values=bf16)",
            "topk(0.1,values=int8)",
            "randomk(0.1)",
            "randomk(1,scaled=false)",
            "randomk(k=4,scaled=false)",
            "threshold(0.01)",
            "threshold(0)",
            "strom(0.005)",
            "qsgd(levels=7)",
            "qsgd(levels=1,norm=max)",
            "qsgd(levels=127,bucket=100)",
            "qsgd(levels=3,bucket=64)",
            "qsgd(levels=32767,bucket=1000)",
            "qsgd(levels=15,code=entropy)",
            "qsgd(levels=127,norm=max,code=entropy)",
            "terngrad(clip=2.5)",
            "sign(scaled=false)",
            "int8(rounding=nearest)",
            "int8(block=1048576,rounding=nearest)",
            "int4",
            "int4(rounding=nearest)",
            "lossless(bf16)",
            "int4(block=4096,rounding=nearest)",
            "eden(1)",
            "eden(2)",
            "eden(3,scale=unbiased)",
            "mxfp8(element=e5m2,rounding=stochastic)",
            "mxfp6(element=e3m2)",
            "mxfp4(rounding=stochastic)",
            "mxfp4(element=e3m0)",
            "nvfp4(rounding=stochastic)",
            "int8(affine=true)",
            "int8(block=1048576,rounding=nearest,affine=true)",
            "int4(affine=true)",
            "int4(block=100,rounding=nearest,affine=true)",
            "sign(zero=true)",
            "sign(scaled=false,zero=true)",
            "topk(0.1,sample=0.5)",
            "topk(1,values=int8,sample=0.01)",
            "dct(0.1)",
            "dct(k=4)",
            "lowrank(1)",
            "lowrank(4)",
            "topk(0.1)+chunked(100)",
            "qsgd(levels=7)+chunked(513)",
            "onebit+chunked(64)",
            "sign+skipsmall(100)",
            "lowrank(2)+skipsmall(0,vectors=true)",
            "topk(0.1)+nonfinite(zero)",
            "sign+nonfinite(skip)",
            "topk(0.01)+warmup(stages=4,steps=1)",
            "randomk(k=2)+warmup(stages=1,steps=2)",
            "int8+clip(1)");

    private Recipes() {}

    /** The example of every recipe, and the settings. */
    public static List<Compressor> all() {
        Set<Compressor> all = new LinkedHashSet<>();
        Recipe.entries().forEach(entry -> all.add(Recipe.parse(entry.example())));
        SETTINGS.forEach(recipe -> all.add(Recipe.parse(recipe)));
        return List.copyOf(all);
    }
}
