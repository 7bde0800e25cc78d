package org.tersegrad.convergence.training.run;

import java.nio.ByteBuffer;

/** How the model of a server changes while its workers come to it one after the other, all of them in one thread. */
interface ServedUpdates {
    /** Goes on by as many gradients as there are workers at once. */
    void step(int step, float rate);

    /** The server's model. */
    float[] model();

    /** What the clock of the workers shows; not a number where there is none. */
    double virtualSeconds();

    /** How many bits a worker has sent. */
    long bitsSent(int rank);

    /** How many bits a worker has received. */
    long bitsReceived(int rank);

    /** The norm of a worker's residuals. */
    double residualNorm(int rank);

    /** How far a worker's model is from the server's, as a Euclidean norm. */
    double distance(int rank);

    /** How many bytes {@link #saveServer} writes. */
    int serverBytes();

    /** Writes what the server has. */
    void saveServer(ByteBuffer out);

    /** Reads that. */
    void restoreServer(ByteBuffer in);

    /** How many bytes {@link #saveWorker} writes now. */
    int workerBytes(int rank);

    /** Writes what a worker has, and what it has on its way to the server. */
    void saveWorker(int rank, ByteBuffer out);

    /** Reads that. */
    void restoreWorker(int rank, ByteBuffer in, long bitsSent, long bitsReceived);
}
