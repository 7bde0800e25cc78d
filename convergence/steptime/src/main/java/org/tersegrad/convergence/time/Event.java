package org.tersegrad.convergence.time;

/**
 * Something that takes time in a step.
 *
 * @param kind what it is
 * @param start seconds since the step began
 * @param end not before {@code start}
 * @param label which tensors it is about
 */
public record Event(Kind kind, double start, double end, String label) {
    /** A track of events; those of one lane never overlap. */
    public enum Lane {
        /** The computations of one worker. */
        DEVICE,
        /** Copies from the device to its host. */
        COPY_DOWN,
        /** The computations of the host. */
        HOST,
        /** The transfers of its network. */
        NETWORK,
        /** Copies from the host to the device. */
        COPY_UP
    }

    /** The kinds of work that take time. */
    public enum Kind {
        /** The forward pass. */
        FORWARD(Lane.DEVICE),
        /** Computation of a measured step, of which passes are not told apart. */
        COMPUTE(Lane.DEVICE),
        /** The backward pass of a tensor. */
        BACKWARD(Lane.DEVICE),
        /** Encoding a gradient. */
        ENCODE(Lane.DEVICE),
        /** Decoding and adding the messages of all workers. */
        ADD(Lane.DEVICE),
        /** The update of the parameters. */
        OPTIMIZER(Lane.DEVICE),
        /** The device has nothing to do until something has come. */
        WAIT(Lane.DEVICE),
        /** Messages are on their way. */
        WIRE(Lane.NETWORK),
        /** A gradient is copied to the host. */
        COPY_DOWN(Lane.COPY_DOWN),
        /** {@link #ENCODE} by the host. */
        HOST_ENCODE(Lane.HOST),
        /** {@link #ADD} by the host. */
        HOST_ADD(Lane.HOST),
        /** An averaged gradient is copied to the device. */
        COPY_UP(Lane.COPY_UP);

        private final Lane lane;

        Kind(Lane lane) {
            this.lane = lane;
        }

        /** The lane of this kind. */
        public Lane lane() {
            return lane;
        }
    }

    public Event {
        if (!(start >= 0 && end >= start)) {
            throw new IllegalArgumentException(kind + " " + label + " from " + start + " s to " + end + " s");
        }
    }

    /** The lane of this event. */
    public Lane lane() {
        return kind.lane();
    }

    /** The duration. */
    public double seconds() {
        return end - start;
    }
}
