package org.tersegrad.compressors;

import org.tersegrad.compressors.internal.Workspace;
import org.tersegrad.compressors.internal.bodies.BodyView;
import org.tersegrad.compressors.internal.bodies.PackedBodies;
import org.tersegrad.compressors.internal.bodies.kinds.BodyKind;

/**
 * The weighted sum of many workers' payloads. The target gets the bits that {@link Payload#addTo} gives for one payload after
 * the other, in less time: payloads of signs, trits and fixed-width levels of 2, 4 or 8 bits wait until there are eight of them
 * and are added together, so that each element of the target is loaded and stored once. All others are added at once.
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
    private final Workspace workspace = new Workspace();
    private BodyKind kind = BodyKind.SIGNS;

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
     * @throws IllegalArgumentException if {@link Payload#addTo} would refuse the payload
     */
    public void add(Payload payload) {
        payload.requireGradientFor(target);
        BodyKind its = payload.scheme();
        BodyView body = payload.body();
        if (waiting.count() > 0 && !(its == kind && its.body().joins(waiting.view(0), body))) {
            finish();
        }
        if (!its.body().joins(body, body)) {
            payload.addTo(target, weight);
            return;
        }
        kind = its;
        payload.moveTo(waiting.next());
        if (waiting.count() == PackedBodies.MOST) {
            finish();
        }
    }

    /** Adds what still waits. The next payload may follow. */
    public void finish() {
        if (waiting.count() > 0) {
            kind.body().addAllTo(waiting, target.array(), target.offset(), weight, workspace);
            waiting.clear();
        }
    }

    /** Forgets what waits without adding it. */
    public void clear() {
        waiting.clear();
    }
}
