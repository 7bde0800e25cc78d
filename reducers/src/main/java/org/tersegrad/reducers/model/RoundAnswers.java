package org.tersegrad.reducers.model;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.reducers.internal.MessageChecks;

/**
 * The messages of a switch to the workers in one round: it forwards their messages, and adds up the summands. A switch has no
 * state, knows neither tensors nor recipes, and never decompresses: compressed messages stay compressed.
 *
 * <p>Sums and maxima are made in the order of ranks, {@code ((x0 + x1) + x2) + ...}, and checked, as every {@link
 * org.tersegrad.reducers.Collective} does.
 *
 * @param forAll not copied: the same for every worker, to be sent once where the transport can
 * @param forEach not copied: beside that, for each worker what only it gets
 */
@SuppressWarnings("ArrayRecordComponent") // bytes to be sent, never compared
public record RoundAnswers(byte[] forAll, List<byte[]> forEach) {
    /**
     * Answers one round.
     *
     * @param messages not modified: what each worker's {@link ModelRounds} gave, in the order of ranks
     * @throws MalformedInputException if a message is not one, its sums have another length than those of worker 0, or a sum
     *     or maximum meets NaN, infinity, or more than a float can hold; names the worker
     */
    public static RoundAnswers of(List<byte[]> messages) {
        if (messages.isEmpty()) {
            throw new IllegalArgumentException("at least 1 worker's message, not 0");
        }
        int workers = messages.size();
        List<List<ByteBuffer>> blocks = new ArrayList<>();
        for (int worker = 0; worker < workers; worker++) {
            blocks.add(split(worker, messages.get(worker), workers));
        }
        List<ByteBuffer> shared = new ArrayList<>();
        shared.add(combine(blocks, RoundBlocks.SUMS));
        shared.add(combine(blocks, RoundBlocks.MAXIMA));
        blocks.forEach(each -> shared.add(each.get(RoundBlocks.TO_ALL)));
        blocks.forEach(each -> shared.add(each.get(RoundBlocks.PAYLOADS)));
        List<byte[]> own = new ArrayList<>();
        for (int worker = 0; worker < workers; worker++) {
            int its = RoundBlocks.TO_EACH + worker;
            own.add(RoundBlocks.join(blocks.stream().map(each -> each.get(its)).toList()));
        }
        return new RoundAnswers(RoundBlocks.join(shared), own);
    }

    private static List<ByteBuffer> split(int worker, byte[] message, int workers) {
        try {
            return RoundBlocks.split(message, RoundBlocks.TO_EACH + workers);
        } catch (MalformedInputException e) {
            throw new MalformedInputException(e.offset(), "message of worker " + worker + ": " + e.reason());
        }
    }

    /** The sums, or the maxima, of all workers. */
    private static ByteBuffer combine(List<List<ByteBuffer>> blocks, int kind) {
        int bytes = blocks.get(0).get(kind).remaining();
        ByteBuffer combined = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int worker = 0; worker < blocks.size(); worker++) {
            ByteBuffer theirs = blocks.get(worker).get(kind);
            if (theirs.remaining() != bytes || bytes % Float.BYTES != 0) {
                throw new MalformedInputException(
                        0,
                        "message of worker " + worker + ": " + theirs.remaining() + " bytes of floats, worker 0 has "
                                + bytes);
            }
            for (int at = 0; at < bytes; at += Float.BYTES) {
                float value = theirs.getFloat(at);
                float result = worker == 0 ? value : combine(combined.getFloat(at), value, kind);
                if (!Float.isFinite(value) || !Float.isFinite(result)) {
                    throw MessageChecks.notFinite(worker, at / Float.BYTES, value);
                }
                combined.putFloat(at, result);
            }
        }
        return combined;
    }

    private static float combine(float before, float value, int kind) {
        return kind == RoundBlocks.SUMS ? before + value : Math.max(before, value);
    }
}
