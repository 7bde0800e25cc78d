package org.tersegrad.convergence.model;

import java.util.ArrayList;
import java.util.List;

/** The numbers in the parentheses of a model's text, counted from 0. Those at the end may be left out. */
public final class ModelArguments {
    private final String example;
    private final List<String> texts;

    ModelArguments(String example, List<String> texts) {
        this.example = example;
        this.texts = List.copyOf(texts);
    }

    /** Whether there are any. */
    public boolean any() {
        return !texts.isEmpty();
    }

    /** Refuses more of them than a model knows. */
    public ModelArguments atMost(int count) {
        if (texts.size() > count) {
            throw new IllegalArgumentException("there are " + texts.size() + " arguments and at most " + count
                    + " are expected, as in " + example);
        }
        return this;
    }

    /** A whole number; {@code otherwise} if it is left out. */
    public int asInt(int position, int otherwise) {
        if (position >= texts.size()) {
            return otherwise;
        }
        try {
            return Integer.parseInt(texts.get(position));
        } catch (NumberFormatException e) {
            throw expected("a whole number", position, e);
        }
    }

    /** All of them, as whole numbers. */
    public List<Integer> asInts() {
        List<Integer> ints = new ArrayList<>();
        for (int i = 0; i < texts.size(); i++) {
            ints.add(asInt(i, 0));
        }
        return ints;
    }

    /** A number; {@code otherwise} if it is left out. */
    public float asFloat(int position, float otherwise) {
        if (position >= texts.size()) {
            return otherwise;
        }
        try {
            return Float.parseFloat(texts.get(position));
        } catch (NumberFormatException e) {
            throw expected("a number", position, e);
        }
    }

    private IllegalArgumentException expected(String what, int position, NumberFormatException cause) {
        return new IllegalArgumentException(
                what + " is expected, as in " + example + ", not \"" + texts.get(position) + "\"", cause);
    }
}
