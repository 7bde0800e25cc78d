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

/** Claims about transformers that predict text, a row each. */
public final class TransformerClaims {
    /** The test loss, in nats a symbol, by which a method may be worse that is said to be as good: 5 % of perplexity. */
    private static final double AS_GOOD = 0.05;

    /** Gradients in each of 600 steps. */
    private static final Place GRADIENTS = new Place(
            new Course("gpt(2,64)", "sotu", 4, 4, 20, Optional.of(30), "cosine(warmup=1)"),
            small(1, 8),
            5,
            Trained::lossPicture);

    /** Model differences after each 30 of 1200 steps: a smaller model leaves time for 40 of them. */
    private static final Place ROUNDS = new Place(
            new Course("gpt(1,32)", "sotu", 4, 4, 8, Optional.of(150), "cosine(warmup=1)"),
            small(1, 14),
            3,
            Trained::lossPicture);

    /** The same for optimizers: on a text that every one of them learns, none is ahead. */
    private static final Place OPTIMIZERS =
            new Place(GRADIENTS.whole(), small(2, 8), GRADIENTS.seeds(), GRADIENTS.picture());

    private static final String IN_GRADIENTS =
            "gpt(2,64), 115,264 parameters, on speeches to Congress, 4 workers of 4 windows, 600 steps, 5 seeds.";
    private static final String IN_ROUNDS =
            "gpt(1,32), 19,680 parameters, on speeches to Congress, 4 workers of 4 windows, 1200 steps, 3 seeds.";

    private static final String DILOCO = "dense@diloco(30)@0.003";
    private static final String DEMO = "dct(k=32)+ef(decay=0.999)+lioncub(beta1=0,beta2=0)@sgd@0.003";
    private static final String DLION = "dlion(vote)@sgd@0.001";

    private static final List<Claim> ROWS = List.of(
            TrainingClaim.of(
                            new Statement(
                                    "diloco",
                                    "Douillard and others 2023, section 3",
                                    "DiLoCo on 8 workers is as good as AdamW that averages gradients in every step, and sends a share of 1 / H of"
                                            + " the bits.",
                                    IN_ROUNDS
                                            + " H = 30. Theirs: 60 to 400 million parameters on C4, 88,000 steps, H = 500."),
                            ROUNDS,
                            List.of("dense@0.003", DILOCO),
                            excess(AS_GOOD, "test loss of DiLoCo less that of AdamW", 1, 0),
                            fewerBits(29.9, "bits of AdamW, times those of DiLoCo", 1, 0),
                            shown("test loss of AdamW", trained -> trained.loss(0)))
                    .broken(
                            "a hundredth of the outer step",
                            "Workers drop nearly all of what they have learned in a round.",
                            1,
                            "dense@diloco(30,rate=0.007)@0.003",
                            "test loss of DiLoCo"),
            TrainingClaim.of(
                            new Statement(
                                    "muloco-2bit",
                                    "Therien and others 2025, abstract",
                                    "With Muon inside DiLoCo and error feedback, differences of 2 bits an element cost next to nothing, and the model"
                                            + " is better than with DiLoCo at 8 times fewer bits.",
                                    IN_ROUNDS
                                            + " H = 30; means of rows of 32 elements cost 5 more bits an element. Theirs: 220 million parameters and"
                                            + " more."),
                            ROUNDS,
                            List.of(
                                    "dense@diloco(30)@muon(plain)@0.02",
                                    "server(up=fourmeans+ef(decay=0.9),down=fourmeans)@diloco(30)@muon(plain)@0.02",
                                    DILOCO),
                            excess(AS_GOOD, "test loss with 2 bits less that with 32", 1, 0),
                            excess(-AS_GOOD, "test loss with 2 bits less that of DiLoCo", 1, 2),
                            fewerBits(4, "bits of DiLoCo, times those of 2 bits (theirs 8)", 1, 2))
                    .broken(
                            "little comes back",
                            "The server sends a hundredth of the elements back and forgets the rest.",
                            1,
                            "server(up=fourmeans+ef(decay=0.9),down=topk(0.01))@diloco(30)@muon(plain)@0.02",
                            "test loss with 2 bits less that with 32"),
            TrainingClaim.of(
                            new Statement(
                                    "sparseloco",
                                    "Sarfi and others 2025, abstract",
                                    "SparseLoCo, which sends 1 to 3 % of the differences in 2 bits with error feedback in place of outer momentum, is"
                                            + " better than DiLoCo with all of them.",
                                    IN_ROUNDS
                                            + " H = 30, 3 %. Theirs: 512 million parameters, 20 billion symbols, H = 15 to 100."),
                            ROUNDS,
                            List.of(DILOCO, sparse("+ef(decay=0.95)"), sparse("")),
                            excess(0, "test loss of SparseLoCo less that of DiLoCo", 1, 0),
                            excess(-AS_GOOD, "test loss with error feedback less that without", 1, 2),
                            fewerBits(30, "bits of DiLoCo, times those of SparseLoCo", 1, 0),
                            shown(
                                    "sendings of an element in a run",
                                    trained -> Figure.exact(0.03 * trained.steps() / 30)))
                    .broken(
                            "no error feedback",
                            "What is not sent after a round is forgotten.",
                            1,
                            sparse(""),
                            "test loss with error feedback"),
            TrainingClaim.of(
                            new Statement(
                                    "demo",
                                    "Peng, Quesnelle and Kingma 2024, abstract",
                                    "DeMo, which sends few coefficients of momenta's cosine transforms and steps along signs, is as good as AdamW with"
                                            + " up to 85 times less data.",
                                    IN_GRADIENTS
                                            + " Chunks of 64 x 64, 32 coefficients. Theirs: 300 million and 1 billion parameters, 100 billion"
                                            + " symbols."),
                            GRADIENTS,
                            List.of("dense@0.003", DEMO),
                            excess(AS_GOOD, "test loss of DeMo less that of AdamW", 1, 0),
                            // a message goes to all three others, a dense gradient crosses one and a half times
                            new Limit(
                                    50,
                                    Double.POSITIVE_INFINITY,
                                    "bits of a gradient, times those of its message (theirs up to 85)",
                                    trained -> Figure.exact(trained.sent(0) / 1.5 / (trained.sent(1) / 3))))
                    .broken(
                            "a thirtieth of the rate",
                            "Steps have the size of their rate, whatever the momentum is.",
                            1,
                            "dct(k=32)+ef(decay=0.999)+lioncub(beta1=0,beta2=0)@sgd@0.0001",
                            "test loss of DeMo"),
            TrainingClaim.of(
                            new Statement(
                                    "muon-steps",
                                    "Liu and others 2025, section 3; Jordan and others 2024",
                                    "Muon reaches the loss of AdamW with about half of the steps (1.35 to 2 times fewer).",
                                    IN_GRADIENTS
                                            + " An evaluation after each 30 steps; both rates fall to 0 at the end. Theirs: up to 1.5 billion"
                                            + " parameters, and a mixture of 16 billion."),
                            OPTIMIZERS,
                            List.of("dense@0.003", "dense@muon@0.02"),
                            new Limit(
                                    0,
                                    0.75,
                                    "share of the steps after which Muon is where AdamW ends",
                                    trained -> trained.stepShare(1, 0)),
                            excess(-AS_GOOD, "test loss of Muon less that of AdamW", 1, 0))
                    .broken(
                            "no orthogonal steps",
                            "Momenta are the steps, as they are.",
                            1,
                            "dense@sgd@0.02",
                            "test loss of Muon"),
            TrainingClaim.of(
                            new Statement(
                                    "onebit-adam",
                                    "Tang and others 2021, abstract",
                                    "After a warm-up with exact gradients, Adam whose momenta are sent as signs with error feedback is as good as Adam,"
                                            + " at up to 5 times fewer bits.",
                                    IN_GRADIENTS
                                            + " A warm-up of 120 steps (theirs 15 to 25 %). Theirs: BERT-Large, 152,000 steps."),
                            GRADIENTS,
                            List.of("dense@0.003", "sign+ef+twoshot+adam(120,beta2=0.99)@sgd@0.003"),
                            excess(AS_GOOD, "test loss of 1-bit Adam less that of Adam", 1, 0),
                            fewerBits(4, "bits of Adam, times those of 1-bit Adam (theirs up to 5)", 1, 0))
                    .broken(
                            "no warm-up",
                            "The variance is that of the first gradient.",
                            1,
                            "sign+ef+twoshot+adam(1,beta2=0.99)@sgd@0.003",
                            "test loss of 1-bit Adam"),
            TrainingClaim.of(
                            new Statement(
                                    "dlion",
                                    "Liu and others 2024, abstract and section 5",
                                    "A majority vote on the signs of workers' Lion updates is as good as Lion and AdamW with exact means, at about 32"
                                            + " times fewer bits.",
                                    IN_GRADIENTS
                                            + " Beside it signSGD: votes on gradients, with momentum after the vote. Theirs: GPT-2 and others."),
                            GRADIENTS,
                            List.of("dense@lion@0.001", DLION, "dense@0.003", "vote@sgd@0.001"),
                            excess(AS_GOOD, "test loss of votes on Lion less that of Lion", 1, 0),
                            excess(AS_GOOD, "test loss of votes on Lion less that of AdamW", 1, 2),
                            fewerBits(25, "bits of exact means, times those of votes (theirs 32)", 1, 0),
                            shown("test loss of votes on Lion less that of signSGD", trained -> trained.excess(1, 3)))
                    .broken(
                            "a tenth of the rate",
                            "Steps have the size of their rate, whatever the gradient is.",
                            1,
                            "dlion(vote)@sgd@0.0001",
                            "test loss of votes on Lion less that of Lion"),
            TrainingClaim.of(
                            new Statement(
                                    "block-floats",
                                    "Rouhani and others 2023, abstract; NVFP4: NVIDIA 2025, section 5",
                                    "Floats of 8 bits in blocks of 32 with a shared exponent replace those of 32 bits at no cost; of 4 bits,"
                                            + " NVFP4 is better than MXFP4.",
                                    IN_GRADIENTS
                                            + " Gradients to their owners and means back, in the same format. Theirs: operands of matrix"
                                            + " products, up to 12 billion parameters."),
                            GRADIENTS,
                            List.of("dense@0.003", "mxfp8+twoshot@0.003", "nvfp4+twoshot@0.003", "mxfp4+twoshot@0.003"),
                            excess(AS_GOOD, "test loss of MXFP8 less that of 32 bits", 1, 0),
                            excess(AS_GOOD, "test loss of NVFP4 less that of 32 bits", 2, 0),
                            excess(0, "test loss of NVFP4 less that of MXFP4", 2, 3),
                            fewerBits(3.5, "bits of 32 bits, times those of MXFP8", 1, 0))
                    .broken(
                            "no blocks",
                            "A tensor has one scale and one level.",
                            1,
                            "qsgd(levels=1,bucket=100000)+twoshot@0.003",
                            "test loss of MXFP8"));

    private TransformerClaims() {}

    /** The part for tests, with 30 steps an epoch. */
    private static Course small(int order, int epochs) {
        String text = "synthetic-text(characters=20000,symbols=9,order=" + order + ")";
        return new Course("gpt(1,16)", text, 4, 4, epochs, Optional.of(30), "cosine(warmup=1)");
    }

    private static String sparse(String memory) {
        return "topk(0.03,values=bits2)+chunked(4096)" + memory + "@diloco(30,rate=1,momentum=0)@0.003";
    }

    /** All of them. */
    public static List<Claim> all() {
        return ROWS;
    }
}
