package org.tersegrad.reducers.group;

import org.tersegrad.codecs.MalformedInputException;

/** Collective calls; the number goes before every message. */
enum GroupCall {
    FAILURE(0, "failure"),
    ALL_REDUCE_SUM(1, "allReduceSum of "),
    ALL_REDUCE_MAX(2, "allReduceMax of "),
    REDUCE_SCATTER_SUM(3, "reduceScatterSum of "),
    BROADCAST(4, "broadcast of "),
    ALL_GATHER(5, "allGather"),
    ALL_TO_ALL(6, "allToAll"),
    SPLIT(7, "split"),
    BARRIER(8, "barrier"),
    REFUSAL(9, "refuse"),
    JOIN(10, "join");

    private static final GroupCall[] ALL = values();

    final byte number;
    private final String words;

    GroupCall(int number, String words) {
        this.number = (byte) number;
        this.words = words;
    }

    static GroupCall of(int number, int peer) {
        for (GroupCall call : ALL) {
            if (call.number == number) {
                return call;
            }
        }
        throw new MalformedInputException(0, "message of worker " + peer + ": a call with number " + number);
    }

    /** The call in words, with the length if it has one. */
    String with(int length) {
        return words.endsWith(" ") ? words + length : words;
    }
}
