package org.tersegrad.convergence.claims.training;

import static org.tersegrad.convergence.claims.training.TrainingClaim.Limit.points;
import static org.tersegrad.convergence.claims.training.TrainingClaim.Limit.pointsAtLeast;
import static org.tersegrad.convergence.claims.training.TrainingClaim.Limit.shown;

import java.util.List;
import java.util.Optional;
import org.tersegrad.compressors.floats.Natural;
import org.tersegrad.convergence.claims.Broken;
import org.tersegrad.convergence.claims.Claim;
import org.tersegrad.convergence.claims.Figure;
import org.tersegrad.convergence.claims.Statement;
import org.tersegrad.convergence.claims.training.TrainingClaim.Limit;
import org.tersegrad.convergence.claims.training.TrainingClaim.Place;
import org.tersegrad.convergence.training.Contestant;
import org.tersegrad.errorfeedback.ErrorFeedback;
import org.tersegrad.reducers.PowerSgd;
import org.tersegrad.reducers.TwoShot;
import org.tersegrad.reducers.model.Policy;

/** Claims about training on digits, a row each. */
public final class TrainingClaims {
    /** Points that a part must gain, or few bits must lose, at least: where they do nothing, the points are 0. */
    private static final double PART = 0.1;

    /** Sendings of an element in a run at 0.1 %. Theirs: 164 epochs of CIFAR-10 in batches of 128 to 1024. */
    private static final Limit SENDINGS =
            shown("sendings of an element in a run (theirs 8 to 64)", trained -> Figure.exact(0.001 * trained.steps()));

    private static final List<Claim> ROWS = List.of(
            // QSGD with 4 bits trains as well as floats of 32 bits.
            TrainingClaim.of(
                            new Statement(
                                    "qsgd-4bit",
                                    "Alistarh and others 2017, table 1",
                                    "QSGD with 4 bits and buckets of 512 is as accurate as 32 bits (-0.26 to +0.55 points); 2 bits and buckets of 128 lose"
                                            + " a little.",
                                    "An MLP of 128 units on digits, 8 workers, 30 epochs, 10 seeds, rates tuned with three others. Theirs: AlexNet to"
                                            + " ResNet-152 on ImageNet, 8 GPUs."),
                            Place.USUAL,
                            List.of("dense@1", "qsgd(4bit,bucket=512)@1", "qsgd(2bit,bucket=128)@0.3"),
                            points(-1, 1, "points of 4 bits above 32 bits", 1, 0),
                            points(-3, -PART, "points of 2 bits above 32 bits", 2, 0),
                            shown("accuracy of 32 bits", trained -> trained.accuracy(0)))
                    .broken(
                            "no buckets",
                            "A level and a sign of a whole tensor's norm are all that is sent.",
                            1,
                            "qsgd(levels=1,bucket=100000)@1",
                            "points of 4 bits above 32 bits")
                    .broken(
                            "32 bits in place of 2",
                            "Nothing is quantized.",
                            2,
                            "dense@1",
                            "points of 2 bits above 32 bits"),
            // TernGrad's largest element sets the scale of all; clipping at 2.5 standard deviations keeps it small.
            TrainingClaim.of(
                            new Statement(
                                    "terngrad-clipping",
                                    "Wen and others 2017, table 3",
                                    "TernGrad needs clipping at 2.5 standard deviations: without it AlexNet loses 2.7 points, with it nothing.",
                                    "An MLP of 128 units on digits, 8 workers, 30 epochs, 10 seeds; rates tuned with three others, and both at the higher of"
                                            + " the two. Theirs: AlexNet on ImageNet."),
                            Place.USUAL,
                            List.of("dense@1", "terngrad(clip=2.5)@1", "terngrad@0.3", "terngrad@1"),
                            pointsAtLeast(0.5, "points of clipping above none, each at its best rate", 1, 2),
                            pointsAtLeast(0.5, "points of clipping above none, both at rate 1", 1, 3),
                            points(-1, 1, "points of clipping above 32 bits", 1, 0))
                    .broken(
                            "no clipping",
                            "The largest element sets the scale of all.",
                            1,
                            "terngrad@1",
                            "both at rate 1"),
            // Natural compression of what workers send and of what they get back.
            TrainingClaim.of(
                            new Statement(
                                    "natural-both-ways",
                                    "Horvath and others 2019, sections 4 and 6",
                                    "Natural compression in both directions costs no accuracy, and saves a factor of 32 / 9 in each.",
                                    "An MLP of 128 units on digits, 8 workers, parts sent to their owners and means sent back, 30 epochs, 10 seeds, rates"
                                            + " tuned with three others. Theirs: ResNet-110 and AlexNet on CIFAR-10."),
                            Place.USUAL,
                            List.of("dense@1", "natural+twoshot@1"),
                            points(-1, 1, "points of natural compression above 32 bits", 1, 0),
                            new Limit(
                                    3,
                                    32 / 9.0,
                                    "bits sent by 32 bits, times those of natural compression, headers included",
                                    trained -> Figure.exact(trained.sent(0) / trained.sent(1))),
                            new Limit(
                                    3,
                                    32 / 9.0,
                                    "the same for bits received",
                                    trained -> Figure.exact(trained.received(0) / trained.received(1))),
                            new Limit(
                                    0.99,
                                    1.01,
                                    "share of the mean that arrives in a step",
                                    trained -> trained.share(1)))
                    .broken(
                            "always rounded down",
                            "Every element becomes the power of two below it, in both directions.",
                            1,
                            new Contestant(
                                    Policy.of(TwoShot.of(new Natural().with(Broken.ROUNDED_DOWN))), Optional.of(1f)),
                            "share of the mean"),
            // Deep Gradient Compression's parts, one by one: momentum correction, masking, warm-up.
            TrainingClaim.of(
                            new Statement(
                                    "dgc-ladder",
                                    "Lin and others 2018, section 3 and table 2",
                                    "With 0.1 % of the elements sent, momentum correction repairs the loss that momentum on the server has; masking and"
                                            + " warm-up add to it, up to SGD without compression.",
                                    "An MLP of 512 units on digits, 4 workers, 160 epochs, 4 of them warm-up, 10 seeds, rates tuned with three others"
                                            + " over 20 epochs. Theirs: ResNet-110 on CIFAR-10, 164 epochs."),
                            Place.digits("mlp(512)", 4, 160, 40),
                            List.of(
                                    "dense@0.3",
                                    "topk(0.001)+ef@0.1",
                                    "topk(0.001)+dgc(masking=false)@0.1",
                                    "topk(0.001)+dgc@0.1",
                                    "topk(0.001)+warmup(stages=4,steps=22)+dgc@0.3"),
                            pointsAtLeast(PART, "points of momentum correction above server momentum", 2, 1),
                            pointsAtLeast(PART, "points of masking above none", 3, 2),
                            pointsAtLeast(PART, "points of warm-up above none", 4, 3),
                            points(-1, 1, "points of all of it above SGD", 4, 0),
                            SENDINGS)
                    .broken(
                            "no memory",
                            "What is not sent is forgotten, and with it its momentum.",
                            4,
                            "topk(0.001)+warmup(stages=4,steps=22)@0.3",
                            "points of all of it above SGD"),
            // Deep Gradient Compression sends hundreds of times less than SGD, and learns as much.
            TrainingClaim.of(
                            new Statement(
                                    "dgc-ratio",
                                    "Lin and others 2018, tables 2 to 4: 270 to 600 times",
                                    "Gradients 270 times smaller and more cost no accuracy.",
                                    "An MLP of 512 units on digits, 38410 parameters, 4 workers, 0.1 % of the elements without their warm-up, 160"
                                            + " epochs, 10 seeds, rates tuned with three others over 20 epochs. Bits of whole messages, headers included."
                                            + " Theirs: ResNet-50, AlexNet, two LSTMs."),
                            Place.digits("mlp(512)", 4, 160, 40),
                            List.of("dense@0.3", "topk(0.001)+dgc@0.1"),
                            pointsAtLeast(-1, "points of DGC above SGD", 1, 0),
                            // a message goes to all three others
                            new Limit(
                                    270,
                                    Double.POSITIVE_INFINITY,
                                    "bits of a gradient, times those of its message",
                                    trained -> Figure.exact(32.0
                                            * (512 * 64 + 512 + 512 * 10 + 10)
                                            * trained.steps()
                                            / (trained.sent(1) / 3))),
                            SENDINGS)
                    .broken(
                            "no memory",
                            "What is not sent is forgotten.",
                            1,
                            "topk(0.001)@0.1",
                            "points of DGC above SGD"),
            // PowerSGD goes on from the factors of the last step, and keeps what they lack.
            new TrainingClaim(
                            new Statement(
                                    "powersgd-parts",
                                    "Vogels and others 2019, tables 1 and 2",
                                    "PowerSGD of rank 2 is as accurate as SGD; without error feedback, or from new random factors in every step, it is less"
                                            + " accurate (94.4 against 94.0 % for the latter).",
                                    "An MLP of 128 units on digits, 8 workers, 30 epochs, 10 seeds, rates tuned with three others; new factors at the rate of"
                                            + " warm ones. Theirs: ResNet-18 on CIFAR-10, 16 workers."),
                            Place.USUAL,
                            List.of(
                                    Contestant.parse("dense@1"),
                                    Contestant.parse("powersgd(2)+ef@0.3"),
                                    Contestant.parse("powersgd(2)@0.3"),
                                    new Contestant(
                                            Policy.of(ErrorFeedback.over(new ColdStart(PowerSgd.rank(2)))),
                                            Optional.of(0.3f))),
                            List.of(
                                    points(-1, 1, "points of PowerSGD above SGD", 1, 0),
                                    pointsAtLeast(PART, "points of error feedback above none", 1, 2),
                                    pointsAtLeast(PART, "points of a warm start above new factors", 1, 3)),
                            List.of())
                    .broken(
                            "no error feedback",
                            "What two factors lack is forgotten.",
                            1,
                            "powersgd(2)@0.3",
                            "points of error feedback above none"));

    private TrainingClaims() {}

    /** All of them. */
    public static List<Claim> all() {
        return ROWS;
    }
}
