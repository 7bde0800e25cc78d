package org.tersegrad.reducers.group;

/** The argument checks common to all groups, with the same messages. */
final class Refusals {
    private Refusals() {}

    static void requireRoot(int root, int size) {
        if (root < 0 || root >= size) {
            throw new IllegalArgumentException("a root is from 0 to " + (size - 1) + ", this is " + root);
        }
    }

    /** Messages for all workers follow one after the other in {@code remaining} bytes. */
    static void requireMessages(int[] lengths, int size, int remaining) {
        long sum = 0;
        for (int length : lengths) {
            sum += length;
        }
        if (lengths.length != size || sum > remaining) {
            throw new IllegalArgumentException("messages for " + lengths.length + " of " + size + " workers with " + sum
                    + " bytes, of which " + remaining + " are there");
        }
    }
}
