package org.tersegrad.compressors;

/**
 * The weighted sum of many workers' payloads. The target gets the bits that {@link Payload#addTo} gives for one payload after
 * the other, in less time: payloads of signs, trits and fixed-width levels of 2, 4 or 8 bits wait until there are eight of them
 * and are added together, so that each element of the target is loaded and stored once; sparse ones of large tensors wait too, and
 * are added part by part of the target, which stays in the cache. All others are added at once.
 *
 * <pre>{@code
 * Payload payload = Payload.allocate(1000);
 * float[] mean = new float[3];
 * PayloadSum sum = new PayloadSum(FloatSlice.of(mean), 0.5f);
 * for (float each : new float[] {1f, 3f}) {
 *     Recipe.parse("sign").encoder(Shape.vector(3), Seed.of(1)).encode(FloatSlice.of(each, -each, each), payload);
 *     sum.add(payload);
 * }
 * sum.finish();   // mean is 2, -2, 2
 * }</pre>
 */
public final class PayloadSum {
    private final FloatSlice target;
    private final float weight;
    private final PackedBodies waiting = new PackedBodies();
    private BodyFormat format = NamedFormat.INSTANCE;

    /**
     * The sum in {@code target}, to which payloads are added.
     *
     * @param target modified by {@link #add} and {@link #finish}; as long as the gradients were
     */
    public PayloadSum(FloatSlice target, float weight) {
        this.target = target;
        this.weight = weight;
    }

    /**
     * {@code target += weight * decoded}, now or later.
     *
     * @param payload modified: it may be empty afterwards, since its message is not copied but taken out
     * @throws IllegalArgumentException if {@link Payload#addTo} would reject the payload
     */
    public void add(Payload payload) {
        payload.requireGradientFor(target);
        Body body = payload.body();
        if (!(payload.format() instanceof PackedFormat its && its.joins(body, body))) {
            finish();
            payload.addTo(target, weight);
            return;
        }
        if (waiting.count() > 0 && !(format == its && its.joins(waiting.view(0), body))) {
            finish();
        }
        if (waiting.count() == 0) {
            format = its;
        }
        payload.moveTo(waiting.next());
        if (waiting.count() == PackedBodies.MOST) {
            finish();
        }
    }

    /** Adds what still waits. The next payload may follow. */
    public void finish() {
        if (waiting.count() > 0) {
            ((PackedFormat) format).addAllTo(waiting, target.array(), target.offset(), weight);
            waiting.clear();
        }
    }

    /** Forgets what waits without adding it. */
    public void clear() {
        waiting.clear();
    }
}
