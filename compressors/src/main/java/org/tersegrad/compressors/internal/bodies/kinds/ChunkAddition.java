package org.tersegrad.compressors.internal.bodies.kinds;

import java.util.Arrays;
import org.tersegrad.compressors.internal.Crew;
import org.tersegrad.compressors.internal.Workspace;
import org.tersegrad.compressors.internal.bodies.BodyView;

/**
 * Adds the chunks of a body on several threads. Each element is in one chunk, so the sums are those of one thread. What the threads
 * need to work with is kept from call to call.
 */
public final class ChunkAddition {
    private Workspace[] workspaces = {};

    /** Where the first chunk of each piece begins. */
    private int[] starts = {};

    /**
     * {@code target += weight * decoded}, for a body of chunks that was validated or written by an encoder.
     *
     * @param target modified in {@code [offset, offset + body.elements)}
     */
    public void addTo(BodyView body, float[] target, int offset, float weight, Crew crew) {
        int elements = ChunksBody.pieceElements(ChunksBody.chunk(body));
        int pieces = body.elements == 0 ? 0 : (body.elements - 1) / elements + 1;
        prepare(pieces, Math.min(pieces, crew.workers()));
        ChunksBody.findPieces(body, elements, starts);
        crew.run(pieces, (piece, worker) -> {
            int from = piece * elements;
            int to = Math.min(body.elements - from, elements) + from;
            ChunksBody.addChunks(body, starts[piece], from, to, target, offset, weight, workspaces[worker]);
        });
    }

    private void prepare(int pieces, int workers) {
        if (starts.length < pieces) {
            starts = new int[pieces];
        }
        int ready = workspaces.length;
        if (ready < workers) {
            workspaces = Arrays.copyOf(workspaces, workers);
            for (int i = ready; i < workers; i++) {
                workspaces[i] = new Workspace();
            }
        }
    }
}
