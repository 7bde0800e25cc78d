package org.tersegrad.compressors.recipes;

import java.util.List;
import java.util.stream.Stream;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeProvider;
import org.tersegrad.compressors.floats.Dense;
import org.tersegrad.compressors.floats.Half;
import org.tersegrad.compressors.floats.Lossless;
import org.tersegrad.compressors.floats.Mx;
import org.tersegrad.compressors.floats.Natural;
import org.tersegrad.compressors.floats.Nvfp4;
import org.tersegrad.compressors.levels.BlockInteger;
import org.tersegrad.compressors.levels.EntropyLevels;
import org.tersegrad.compressors.levels.ErrorBounded;
import org.tersegrad.compressors.levels.FourMeans;
import org.tersegrad.compressors.levels.Qsgd;
import org.tersegrad.compressors.levels.TernGrad;
import org.tersegrad.compressors.signs.LionSign;
import org.tersegrad.compressors.signs.OneBit;
import org.tersegrad.compressors.signs.Sign;
import org.tersegrad.compressors.sparse.RandomK;
import org.tersegrad.compressors.sparse.Strom;
import org.tersegrad.compressors.sparse.Threshold;
import org.tersegrad.compressors.sparse.TopK;
import org.tersegrad.compressors.transforms.CosineTopK;
import org.tersegrad.compressors.transforms.Eden;
import org.tersegrad.compressors.transforms.LowRank;

/**
 * The one list of schemes. Everything that enumerates schemes or their formats derives from it: the grammar, readers of payloads,
 * the laws, golden files, malformed samples, benchmarks, tables in documents.
 */
public final class Schemes implements RecipeProvider {
    @Override
    public List<RecipeEntry<?>> entries() {
        return Stream.<List<? extends RecipeEntry<?>>>of(
                        List.of(Dense.ENTRY),
                        List.of(Half.FP16_ENTRY, Half.BF16_ENTRY),
                        List.of(Lossless.ENTRY),
                        List.of(Natural.ENTRY),
                        List.of(LowRank.ENTRY),
                        Mx.ENTRIES,
                        List.of(Nvfp4.ENTRY),
                        List.of(TopK.ENTRY),
                        List.of(RandomK.ENTRY),
                        List.of(CosineTopK.ENTRY),
                        List.of(Threshold.ENTRY),
                        List.of(Strom.ENTRY),
                        List.of(Qsgd.ENTRY),
                        List.of(TernGrad.ENTRY),
                        List.of(EntropyLevels.ENTRY),
                        List.of(ErrorBounded.ENTRY),
                        List.of(FourMeans.ENTRY),
                        List.of(Eden.ENTRY),
                        BlockInteger.ENTRIES,
                        List.of(Sign.ENTRY),
                        List.of(OneBit.ENTRY),
                        List.of(LionSign.ENTRY))
                .<RecipeEntry<?>>flatMap(List::stream)
                .toList();
    }
}
