package org.tersegrad.reducers.elastic;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A membership service, as one of its members sees it: it says which members there are, and what each announces. It may be late
 * and it may be wrong for a while: members install views at different times, a partition has a view on each side, and announcements arrive
 * late, twice, or with some left out. {@link EpochProtocol} copes with that.
 */
public interface Membership extends AutoCloseable {
    /** Receiver of what happens. It never blocks and never sends. */
    interface Listener {
        /** The members have changed. */
        void installed(View view);

        /**
         * Another member has announced a message, perhaps not for the first time.
         *
         * @param member its name in views
         * @param message contents are undefined after the call
         */
        void received(String member, ByteBuffer message);
    }

    /**
     * Begins, with a first view, and tells the listener of all that happens, one thing at a time, in threads of the service.
     *
     * @throws IOException if this process cannot become a member
     */
    void start(Listener listener) throws IOException;

    /**
     * Announces a message to all other members of the current view, in place of the one before, and again now and then: a member that
     * installs its view late, or comes late, gets it as well. It returns at once.
     *
     * @param message not modified, not changed later: at most {@link Ready#MAX_BYTES}
     */
    void announce(ByteBuffer message);

    /** Leaves. */
    @Override
    void close();
}
