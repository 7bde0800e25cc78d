package org.tersegrad.contrib.group;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.Traits;
import org.tersegrad.errorfeedback.ErrorFeedback;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.ReducerRecipe;

/** Every reducer that a recipe can name, and some with settings that change what they do. */
public final class AllReducers {
    private AllReducers() {}

    /** Those without a memory, and those compressors that remember by themselves. */
    static List<Reducer> plain() {
        Set<Reducer> all = new LinkedHashSet<>();
        Stream.concat(ReducerRecipe.entries().stream(), Recipe.entries().stream())
                .filter(entry -> !entry.name().startsWith("stranger"))
                .map(RecipeEntry::example)
                .map(ReducerRecipe::parse)
                .forEach(all::add);
        Stream.of(
                        "powersgd(2)",
                        "powersgd(3,residual=aggregated)",
                        "powersgd(2,rate=2,start=2)",
                        "acpsgd(2)",
                        "dion(20,momentum=0.5)",
                        "accordion(fine=dense,coarse=powersgd(1),every=1,change=1)",
                        "accordion(fine=topk(0.3),coarse=int4+sharedscale,every=2)",
                        "sign+ef+twoshot+adam(2)",
                        "sign+ef+twoshot+zerooneadam(1)",
                        "topk(0.1)+ef21+adam(1,beta1=0.5,beta2=0.9)",
                        "int4+twoshot+lioncub(sync=2)",
                        "int8+sharedscale+lioncub(beta1=0.5)",
                        "sharedrandomk(0.1,scaled=false)",
                        "randomblock(0.1,scaled=false)",
                        "gtopk(0.1)",
                        "vote(positive)",
                        "dlion(average)",
                        "terngrad(2.5)+sharedscale",
                        "qsgd(levels=1)+sharedscale",
                        "qsgd(levels=7,bucket=100)+sharedscale",
                        "int8+sharedscale",
                        "int4(nearest,block=600)+sharedscale",
                        "int8(rounding=dither)+sharedscale",
                        "qsgd(levels=7,bucket=100,rounding=correlated)+sharedscale",
                        "int4(rounding=dither)+twoshot",
                        "terngrad(rounding=correlated)",
                        "arctopk(0.3)",
                        "sketch(0.02,rows=3,width=4)",
                        "sign+ef+twoshot",
                        "topk(0.1)+ef21+twoshot",
                        "randomk(0.1)+diana+twoshot",
                        "server(up=randomk(0.1)+efbv,down=int8+diana,participation=0.5)",
                        "permk+marina(0.3)",
                        "twoshot(up=topk(0.1)+dgc(0.5),down=int4+ef)",
                        "server(up=sign+ef,down=sign+ef,sharded=true,participation=0.5)",
                        "server(up=topk(0.1)+ef21,down=topk(0.1)+ef21)",
                        "dense+clip(1)",
                        "dense+nonfinite(skip)",
                        "powersgd(2)+ef",
                        "powersgd(2)+ef+warmup(stages=4,steps=100)",
                        "powersgd(2)+warmup(stages=1,steps=2)",
                        "sign+ef+twoshot+warmup(stages=2,steps=1)",
                        "int4+gather+warmup(stages=1,steps=1)",
                        "vote+nonfinite(zero)",
                        "powersgd(2)+ef+clip(0.5)",
                        "sign+ef+twoshot+clip(1)+nonfinite(skip)",
                        "sign+ef+median",
                        "topk(0.3)+centredclip(1)",
                        "int8+twoshot+hierarchical(2)",
                        "powersgd(2)+ef+hierarchical(2)")
                .map(ReducerRecipe::parse)
                .forEach(all::add);
        return List.copyOf(all);
    }

    /** All, with error feedback wherever it is allowed, and without. */
    public static List<Reducer> withAndWithoutErrorFeedback() {
        Set<Reducer> all = new LinkedHashSet<>(plain());
        for (Reducer each : plain()) {
            if (takesErrorFeedback(each)) {
                all.add(ErrorFeedback.over(each));
            }
        }
        return new ArrayList<>(all);
    }

    static boolean takesErrorFeedback(Reducer reducer) {
        Traits traits = reducer.traits(Traits.ANY_SHAPE);
        return !traits.remembers() && traits.errorFeedbackRefusal().isEmpty();
    }
}
