package org.tersegrad.convergence.claims.training;

import static org.tersegrad.convergence.claims.training.TrainingClaim.Limit.excess;
import static org.tersegrad.convergence.claims.training.TrainingClaim.Limit.fewerBits;
import static org.tersegrad.convergence.claims.training.TrainingClaim.Limit.shown;

import java.util.List;
import java.util.Optional;
import org.tersegrad.convergence.claims.Claim;
import org.tersegrad.convergence.claims.Figure;
import org.tersegrad.convergence.claims.Statement;
import org.tersegrad.convergence.claims.training.TrainingClaim.Course;
import org.tersegrad.convergence.claims.training.TrainingClaim.Limit;
import org.tersegrad.convergence.claims.training.TrainingClaim.Place;

/**
 * Claims about residual networks on CIFAR-10, a row each. They are judged by the test loss: with few test images, accuracies of seeds
 * differ by more than the claims are about.
 */
public final class ResNetClaims {
    /** The test loss by which a method may be worse that is said to be as good as SGD. */
    private static final double AS_GOOD = 0.1;

    private static final String SETTING =
            "resnet(8), 75,290 parameters, on 2000 images of CIFAR-10, 4 workers of 2 images, 600 steps, 3 seeds.";

    private static final Limit SENDINGS =
            shown("sendings of an element in a run", trained -> Figure.exact(0.02 * trained.steps()));

    private static final Limit SGD = shown("test accuracy of SGD", trained -> trained.accuracy(0));

    private static final List<Claim> ROWS = List.of(
            TrainingClaim.of(
                            new Statement(
                                    "powersgd-resnet",
                                    "Vogels and others 2019, table 3",
                                    "PowerSGD of rank 2 is as accurate as SGD on a residual network for CIFAR-10.",
                                    SETTING + " Theirs: ResNet-18, 300 epochs, 136 times fewer bits."),
                            photographs(5),
                            List.of("dense@0.03", "powersgd(2)+ef@0.01"),
                            excess(AS_GOOD, "test loss of PowerSGD less that of SGD", 1, 0),
                            fewerBits(8, "bits of SGD, times those of PowerSGD", 1, 0),
                            shown("points of PowerSGD above SGD", trained -> trained.points(1, 0)),
                            SGD)
                    .broken(
                            "no error feedback, rank 1, a low rate",
                            "What one factor lacks is forgotten, in steps of a third.",
                            1,
                            "powersgd(1)@0.003",
                            "test loss of PowerSGD"),
            TrainingClaim.of(
                            new Statement(
                                    "dgc-resnet",
                                    "Lin and others 2018, table 2",
                                    "Deep Gradient Compression with its warm-up is as accurate as SGD on a residual network for CIFAR-10.",
                                    SETTING
                                            + " 2 % of the elements. Theirs: ResNet-110, 0.1 %, 8 to 64 sendings of an element."),
                            photographs(3),
                            List.of("dense@0.03", "topk(0.02)+warmup(stages=4,steps=5)+dgc@0.03"),
                            excess(AS_GOOD, "test loss of DGC less that of SGD", 1, 0),
                            fewerBits(8, "bits of SGD, times those of DGC", 1, 0),
                            shown("points of DGC above SGD", trained -> trained.points(1, 0)),
                            SENDINGS)
                    .broken(
                            "no memory",
                            "What is not sent is forgotten.",
                            1,
                            "topk(0.02)+warmup(stages=4,steps=5)@0.03",
                            "test loss of DGC"));

    private ResNetClaims() {}

    /**
     * Small batches make many steps of few images: 12 sendings of an element at 2 %.
     *
     * @param few epochs of the part for tests
     */
    private static Place photographs(int few) {
        return new Place(
                new Course(
                        "resnet(8)", "cifar10(training=2000,test=1000)", 4, 2, 4, Optional.of(150), "cosine(warmup=1)"),
                new Course("resnet(8)", "digits", 4, 2, few, Optional.of(50), "cosine(warmup=1)"),
                3,
                Trained::lossPicture);
    }

    /** All of them. */
    public static List<Claim> all() {
        return ROWS;
    }
}
