package org.tersegrad.reducers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.signs.LionSign;
import org.tersegrad.compressors.signs.Sign;
import org.tersegrad.reducers.group.LocalGroup;

class MajorityVoteTest {
    private static float[] gradient(int size, int worker) {
        return CounterRandom.gaussians(size, 50L * size + worker);
    }

    /** One after the other: the sum of the signs, 0 where it is a tie. */
    private static int[] naive(int size, int workers) {
        int[] sums = new int[size];
        for (int w = 0; w < workers; w++) {
            float[] theirs = gradient(size, w);
            for (int i = 0; i < size; i++) {
                sums[i] += theirs[i] < 0 ? -1 : 1;
            }
        }
        return sums;
    }

    private static List<float[]> vote(MajorityVote vote, int size, int workers) {
        return LocalGroup.run(workers, group -> {
            float[] array = new float[size + 7];
            System.arraycopy(gradient(size, group.rank()), 0, array, 3, size);
            Reduction reduction = vote.reduction(Shape.vector(size), Seed.of(4), group);
            reduction.reduce(new FloatSlice(array, 3, size));
            assertThat(array[2] + array[size + 3]).isZero();
            return java.util.Arrays.copyOfRange(array, 3, size + 3);
        });
    }

    @Test
    void packedVotesAreTheNaiveOnes() {
        for (int workers = 1; workers <= 65; workers++) {
            int size = new int[] {0, 1, 63, 64, 65, 511, 513, 1500, 3001}[workers % 9];
            int[] sums = naive(size, workers);
            float[] expected = new float[size];
            for (int i = 0; i < size; i++) {
                expected[i] = sums[i] < 0 ? -1f : 1f;
            }
            for (float[] result : vote(new MajorityVote(MajorityVote.Tie.POSITIVE), size, workers)) {
                assertThat(result).as("%d workers", workers).isEqualTo(expected);
            }
            List<float[]> random = vote(new MajorityVote(), size, workers);
            for (int i = 0; i < size; i++) {
                if (sums[i] != 0) {
                    assertThat(random.get(0)[i]).isEqualTo(Math.signum(sums[i]));
                }
            }
            assertThat(random).allSatisfy(each -> assertThat(each).isEqualTo(random.get(0)));
        }
    }

    @Test
    void oneWorkerSendsItsSigns() {
        assertThat(vote(new MajorityVote(), 3000, 1).get(0))
                .isEqualTo(new Sign().compress(gradient(3000, 0)).decompress());
    }

    /** Of two workers that always differ, ties decided at random go either way, and another way in the next step. */
    @Test
    void tiesAtRandomHaveNoBias() {
        int size = 20_000;
        LocalGroup.run(2, group -> {
            Reduction reduction = new MajorityVote().reduction(Shape.vector(size), Seed.of(4), group);
            float[] last = {};
            for (int step = 0; step < 2; step++) {
                float[] mine = new float[size];
                java.util.Arrays.fill(mine, group.rank() == 0 ? 1f : -1f);
                reduction.reduce(FloatSlice.of(mine));
                double sum = 0;
                for (float each : mine) {
                    sum += each;
                }
                assertThat(sum).isCloseTo(0, within(5 * Math.sqrt(size)));
                assertThat(mine).isNotEqualTo(last);
                last = mine;
            }
            return 0;
        });
    }

    /** With one worker, or with the same gradients on all, it is Lion itself. */
    @Test
    void distributedLionIsLion() {
        int size = 1100;
        Compressor lion = new LionSign();
        for (DistributedLion.Form form : DistributedLion.Form.values()) {
            for (int workers : new int[] {1, 4}) {
                LocalGroup.run(workers, group -> {
                    Reduction reduction = new DistributedLion(form).reduction(Shape.vector(size), Seed.of(1), group);
                    Encoder alone = lion.encoder(Shape.vector(size), Seed.of(1));
                    Payload payload = Payload.allocate(lion.maxBytes(Shape.vector(size)));
                    for (int step = 0; step < 5; step++) {
                        float[] update = gradient(size, step);
                        alone.encode(FloatSlice.of(update), payload);
                        reduction.reduce(FloatSlice.of(update));
                        assertThat(update).isEqualTo(payload.decompress());
                    }
                    return 0;
                });
            }
        }
        assertThat(new DistributedLion(DistributedLion.Form.VOTE)).hasToString("dlion(vote)");
    }

    /** With error feedback Lion sees the sum, whose momentum advances too, and keeps what its sign has left. */
    @Test
    void distributedLionWithAResidualIsLionOfTheSum() {
        Shape shape = Shape.vector(70);
        Compressor lion = new LionSign();
        LocalGroup.run(3, group -> {
            Reduction reduction = new DistributedLion(DistributedLion.Form.AVERAGE).reduction(shape, Seed.of(1), group);
            Residual residual = new Residual(shape.size());
            Encoder alone = lion.encoder(shape, Seed.of(1));
            Payload payload = Payload.allocate(lion.maxBytes(shape));
            float[] left = new float[shape.size()];
            for (int step = 0; step < 5; step++) {
                float[] update = gradient(shape.size(), step);
                for (int i = 0; i < left.length; i++) {
                    left[i] += update[i];
                }
                alone.encode(FloatSlice.of(left), payload);
                reduction.reduce(FloatSlice.of(update), residual);
                assertThat(update).isEqualTo(payload.decompress());
                for (int i = 0; i < left.length; i++) {
                    left[i] -= update[i];
                }
                float[] kept = new float[shape.size()];
                residual.addTo(FloatSlice.of(kept), 1f);
                assertThat(kept).isEqualTo(left);
            }
            return 0;
        });
    }

    /** One bit an element to the owners of the parts, and one bit an element from each of them. */
    @Test
    void bitsAreOneForEachElementAndWay() {
        int size = 512 * 8;
        LocalGroup.run(4, group -> {
            Reduction reduction = new MajorityVote().reduction(Shape.vector(size), Seed.of(4), group);
            long bits = reduction.reduce(FloatSlice.of(gradient(size, group.rank())));
            assertThat(bits).isEqualTo(size * 3 / 4 + size / 4 * 3);
            return 0;
        });
    }
}
