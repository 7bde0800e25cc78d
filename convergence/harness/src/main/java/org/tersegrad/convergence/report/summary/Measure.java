package org.tersegrad.convergence.report.summary;

import java.util.Locale;
import org.tersegrad.convergence.training.Evaluation;

/** The quantities that curves show, in the units of charts: bytes and percent. */
public enum Measure {
    /** Data sent by one worker. */
    SENT("bits sent", "Data sent per worker (1 MB = 8 million bits)"),
    /** Data received by one worker. */
    RECEIVED("bits received", "Data received per worker (1 MB = 8 million bits)"),
    /** The workers' virtual clock, or the time on a modelled network. */
    SECONDS("seconds", "Virtual seconds (a usual step takes 1)"),
    /** Gradients averaged so far. */
    STEP("steps", "Steps"),
    /** Passes over the training examples so far. */
    EPOCH("epochs", "Epochs"),
    /** The share of test examples that are classified correctly. */
    ACCURACY("test accuracy", "Test accuracy (%)"),
    /** The loss on the test examples. */
    TEST_LOSS("test loss", "Test loss"),
    /** The loss on the training examples. */
    TRAIN_LOSS("train loss", "Train loss"),
    /** The norm of the residuals of error feedback. */
    RESIDUAL("residual norm", "Norm of the residual, mean over workers"),
    /** The relative error of an averaged gradient. */
    ERROR("compression error", "Error of the averaged gradient, relative to the true mean"),
    /** The distance of workers' models from their mean. */
    CONSENSUS("consensus distance", "Consensus distance");

    private final String label;
    private final String title;

    Measure(String label, String title) {
        this.label = label;
        this.title = title;
    }

    /** The name in the data of a page. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** A short name, in lower case. */
    public String label() {
        return label;
    }

    /** The title of an axis. */
    public String title() {
        return title;
    }

    /** Whether it goes along the lower axis: a cost, of which curves have a mean and no band. */
    public boolean isCost() {
        return compareTo(EPOCH) <= 0;
    }

    /** Whether it spans powers of ten in the usual comparison. */
    public boolean isLogarithmic() {
        return compareTo(SECONDS) <= 0;
    }

    /** Whether it is in bytes. */
    public boolean isBytes() {
        return this == SENT || this == RECEIVED;
    }

    double of(Evaluation evaluation) {
        return switch (this) {
            case SENT -> evaluation.bits().sent() / 8.0;
            case RECEIVED -> evaluation.bits().received() / 8.0;
            case SECONDS -> evaluation.at().virtualSeconds();
            case STEP -> evaluation.step();
            case EPOCH -> evaluation.at().epoch();
            case ACCURACY -> 100 * evaluation.test().accuracy();
            case TEST_LOSS -> evaluation.test().loss();
            case TRAIN_LOSS -> evaluation.trainLoss();
            case RESIDUAL -> evaluation.diagnostics().residualNorm();
            case ERROR -> evaluation.diagnostics().compressionError();
            case CONSENSUS -> evaluation.diagnostics().consensusDistance();
        };
    }
}
