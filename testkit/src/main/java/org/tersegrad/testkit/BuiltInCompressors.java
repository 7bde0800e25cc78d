package org.tersegrad.testkit;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.Traits;

/**
 * The compressors of all lists that keep no residual, as subjects of the laws. A new scheme is among them by its line in the list
 * of schemes; claims beyond the laws for all are added here if its author makes any. The author of a wrapper can try it around
 * all of them.
 */
public final class BuiltInCompressors {
    /** Claims, and the recipes that make them. */
    private static final String CLAIMS = """
            ODD SCALES PERMUTES IDEMPOTENT: dense; bf16; topk(0.01); topk(0.3); topk(1); topk(k=3); topk(0.1,values=bf16); \
              randomk(1,scaled=false); threshold(0); sign; onebit; lossless; lossless(bf16); \
              int8(block=1048576,rounding=nearest); topk(0.01)+warmup(stages=4,steps=1)
            ODD PERMUTES IDEMPOTENT: half; topk(0.1,values=fp16); threshold(0.001); threshold(0.01); sign(scaled=false); \
              sign(scaled=false,zero=true)
            ODD SCALES IDEMPOTENT: bf16(rounding=stochastic); int8(rounding=nearest); int4(rounding=nearest); \
              int4(block=4096,rounding=nearest); mxfp8; mxfp8(element=e5m2,rounding=stochastic); mxfp6; mxfp6(element=e3m2); \
              mxfp4; mxfp4(rounding=stochastic); mxfp4(element=e3m0); natural; topk(0.1)+chunked(100); onebit+chunked(64); \
              sign+skipsmall(100); randomk(k=4,scaled=false); topk(0.1,values=bits1); topk(bits=1)
            ODD SCALES PERMUTES: topk(0.1,values=int8); sign(zero=true)
            ODD SCALES: qsgd(levels=7); qsgd(levels=1,norm=max); qsgd(levels=127,bucket=100); qsgd(levels=3,bucket=64); \
              qsgd(levels=32767,bucket=1000); qsgd(levels=15,code=entropy); qsgd(levels=127,norm=max,code=entropy); terngrad; \
              terngrad(clip=2.5); int8; int4; nvfp4; nvfp4(rounding=stochastic); topk(0.1,sample=0.5); \
              topk(1,values=int8,sample=0.01); dct(0.1); dct(k=4); lowrank(1); lowrank(4); qsgd(levels=7)+chunked(513); \
              topk(0.1,values=bits2); topk(0.1,values=bits3); topk(0.1,values=bits4); topk(bits=0.5,values=bits2); \
              topk(0.1,values=bits2)+chunked(100); topk(k=3,values=bits4)+chunked(64); \
              lowrank(2)+skipsmall(0,vectors=true); randomk(0.01); randomk(0.1); randomk(k=2)+warmup(stages=1,steps=2)
            ODD IDEMPOTENT: half(rounding=stochastic); bounded(0.001); bounded(0.1)
            PERMUTES IDEMPOTENT: lion
            SCALES: eden(1); eden(2); eden(3,scale=unbiased); eden(4); eden(0.5); eden(2.5); eden(7.5,scale=unbiased); int8(affine=true); int4(affine=true); \
              int4(block=100,rounding=nearest,affine=true)
            SCALES PERMUTES: int8(block=1048576,rounding=nearest,affine=true)
            ODD PERMUTES: strom(0.001); strom(0.005)
            ODD: int8+clip(1)
            ODD SCALES TAKES_ANYTHING: topk(0.1)+nonfinite(zero); topk(0.01)+nonfinite(zero); sign+nonfinite(skip)
            """;

    /** Every recipe of the lists. */
    public static final List<Subject> ALL = entries()
            .flatMap(entry -> entry.samples().recipes().stream())
            .map(BuiltInCompressors::subject)
            .toList();

    /** One recipe or two for every name: those that differ most from each other. */
    public static final List<Subject> ONE_OF_EACH = entries()
            .flatMap(entry -> ends(entry.samples().recipes()))
            .map(BuiltInCompressors::subject)
            .toList();

    private BuiltInCompressors() {}

    private static Stream<RecipeEntry<Compressor>> entries() {
        return Recipe.entries().stream()
                .filter(entry ->
                        !Recipe.parse(entry.example()).traits(Traits.ANY_SHAPE).remembers());
    }

    private static Stream<String> ends(List<String> recipes) {
        String last = recipes.get(recipes.size() - 1);
        return recipes.size() > 4 ? Stream.of(recipes.get(0), last) : Stream.of(last);
    }

    private static Subject subject(String recipe) {
        Compressor compressor = Recipe.parse(recipe);
        return new Subject(compressor, Claims.BY_RECIPE.getOrDefault(compressor.toString(), Set.of()));
    }

    /** All claims by the recipe that makes them. */
    static Map<String, Set<Claim>> claims() {
        return Claims.BY_RECIPE;
    }

    private static final class Claims {
        static final Map<String, Set<Claim>> BY_RECIPE = read();

        private static Map<String, Set<Claim>> read() {
            Map<String, Set<Claim>> claims = new HashMap<>();
            for (String line : CLAIMS.lines().toList()) {
                int colon = line.indexOf(':');
                Set<Claim> set = Arrays.stream(line.substring(0, colon).split(" ", -1))
                        .map(Claim::valueOf)
                        .collect(Collectors.toSet());
                for (String recipe : line.substring(colon + 1).split(";", -1)) {
                    claims.put(recipe.strip(), set);
                }
            }
            return claims;
        }
    }
}
