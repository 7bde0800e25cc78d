package org.tersegrad.testkit;

import java.util.Arrays;
import java.util.Optional;

/**
 * A case in which a law fails.
 *
 * @param tensor the gradient, for laws that are tried with gradients: the smallest one that was found
 * @param cause the exception that the law or the subject threw for it
 */
public record CounterExample(Optional<Tensor> tensor, Throwable cause) {
    private static final int SHOWN = 16;

    /** The violation in words. */
    public String message() {
        String message = cause.getMessage();
        return cause instanceof AssertionError && message != null ? message : cause.toString();
    }

    /** Tensor, first values and message, indented. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        tensor.ifPresent(each -> {
            float[] values = each.values();
            text.append("        ").append(each).append('\n');
            text.append("        values ")
                    .append(Arrays.toString(Arrays.copyOf(values, Math.min(SHOWN, values.length))));
            text.append(values.length > SHOWN ? " and " + (values.length - SHOWN) + " more\n" : "\n");
        });
        return text.append("        ").append(message()).toString();
    }
}
