package org.tersegrad.compressors.internal;

import org.tersegrad.codecs.IndexSetReader;
import org.tersegrad.codecs.Rans;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.internal.bodies.BlockBody;
import org.tersegrad.compressors.internal.bodies.BodyView;
import org.tersegrad.compressors.levels.LevelsBody;
import org.tersegrad.compressors.sparse.RandomSubset;
import org.tersegrad.compressors.transforms.ChunkGrid;

/**
 * What reading bodies needs to work with. Each part is made when it is first needed, of a size that no message can
 * choose, and then reused.
 */
public final class Workspace {
    private float[] floats = {};
    private float[] factors = {};
    private float[] scratch = {};
    private float[] sums = {};
    private int[] ints = {};
    private int[] section = {};
    private int[] signs = {};
    private final IndexSetReader indices = new IndexSetReader();
    private final RandomSubset subset = new RandomSubset();
    private Rans[] symbols = {};
    private final BodyView inner = new BodyView();
    private final ChunkGrid grid = ChunkGrid.of(Shape.vector(0));
    private final CosineTransform cosines = new CosineTransform();

    /** The levels at hand, and where the next section of them begins. */
    public int[] fields = {};

    public int sectionAt;

    /** One block of floats. */
    public float[] floats() {
        if (floats.length == 0) {
            floats = new float[BlockBody.BLOCK];
        }
        return floats;
    }

    /** One block of integers. */
    public int[] ints() {
        if (ints.length == 0) {
            ints = new int[BlockBody.BLOCK];
        }
        return ints;
    }

    /** Random signs for one block. */
    public int[] signs() {
        if (signs.length == 0) {
            signs = new int[BlockBody.BLOCK / Integer.SIZE];
        }
        return signs;
    }

    /** One section of entropy-coded levels. */
    public int[] section() {
        if (section.length == 0) {
            section = new int[LevelsBody.SECTION];
        }
        return section;
    }

    /** The floats of a low-rank body. Its bytes are there, so no message can make this large. */
    public float[] factors(BodyView body) {
        if (factors.length < body.length / 4) {
            factors = new float[body.length / 4];
        }
        return factors;
    }

    /** Sums that are rounded to 16 bits afterwards; no more than the receiver's tensor has elements. */
    public float[] sums(int count) {
        if (sums.length < count) {
            sums = new float[count];
        }
        return sums;
    }

    /** Working memory of a kernel. */
    public float[] scratch(int count) {
        if (scratch.length < count) {
            scratch = new float[count];
        }
        return scratch;
    }

    public IndexSetReader indices() {
        return indices;
    }

    /** An entropy coder for this many symbols, at most 256. */
    public Rans symbols(int alphabet) {
        if (symbols.length == 0) {
            symbols = new Rans[257];
        }
        Rans coder = symbols[alphabet];
        if (coder == null) {
            coder = new Rans(alphabet);
            symbols[alphabet] = coder;
        }
        return coder;
    }

    public RandomSubset subset() {
        return subset;
    }

    /** The chunks of a matrix. */
    public ChunkGrid grid() {
        return grid;
    }

    /** Its tables are made when they are first needed. */
    public CosineTransform cosines() {
        return cosines;
    }

    /** For a body inside a body. */
    public BodyView inner() {
        return inner;
    }
}
