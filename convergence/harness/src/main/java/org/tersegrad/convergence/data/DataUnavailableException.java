package org.tersegrad.convergence.data;

/** Data that cannot be had: not on this machine, damaged, or not to be fetched. The message is a sentence for the user. */
public final class DataUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Names what is missing, and what to do about it. */
    public DataUnavailableException(String sentence) {
        super(sentence);
    }

    /** The same, after something else had failed. */
    public DataUnavailableException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
