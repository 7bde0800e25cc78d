package org.tersegrad.convergence.time.recorded;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.tersegrad.convergence.time.Call;

/** What one worker has got from each worker of its group, all-gather by all-gather and all-to-all by all-to-all. */
final class ReceivedMessages {
    private final List<Round> rounds = new ArrayList<>();

    /**
     * One call.
     *
     * @param kind which one
     * @param messages in the order of ranks
     */
    record Round(Call.Kind kind, List<ByteBuffer> messages) {}

    /** A call begins. */
    void begin(Call.Kind kind) {
        rounds.add(new Round(kind, new ArrayList<>()));
    }

    /** Keeps a copy of the next worker's message. */
    void add(ByteBuffer message) {
        ByteBuffer copy = ByteBuffer.allocate(message.remaining()).put(message.duplicate());
        rounds.get(rounds.size() - 1).messages.add(copy.flip().asReadOnlyBuffer());
    }

    void clear() {
        rounds.clear();
    }

    /** One after the other. */
    List<Round> rounds() {
        return List.copyOf(rounds);
    }
}
