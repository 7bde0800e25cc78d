package org.tersegrad.convergence.corpus;

import java.util.LinkedHashMap;
import java.util.Map;
import org.tersegrad.convergence.data.DataUnavailableException;

/**
 * Provenance of the tensors in one file.
 *
 * @param training as in {@code mlp-digits-iid}
 * @param kind {@code gradient}, {@code momentum} or {@code difference}
 * @param step steps taken before, 0 at the start
 * @param worker counted from 0
 * @param facts more about the training, as text by name
 */
public record Origin(String training, String kind, int step, int worker, Map<String, String> facts) {
    public Origin {
        facts = Map.copyOf(facts);
    }

    /** The metadata of a file; one that is not from a corpus is named after the file, with step and worker 0. */
    static Origin of(Safetensors file) {
        Map<String, String> facts = new LinkedHashMap<>(file.metadata());
        String name = String.valueOf(file.file().getFileName());
        String training = facts.remove("training");
        String kind = facts.remove("kind");
        int step = number(file, "step", facts.remove("step"));
        int worker = number(file, "worker", facts.remove("worker"));
        return new Origin(
                training == null ? name.replace(Corpus.SUFFIX, "") : training,
                kind == null ? "tensor" : kind,
                step,
                worker,
                facts);
    }

    private static int number(Safetensors file, String name, String text) {
        if (text == null) {
            return 0;
        }
        if (!text.matches("\\d{1,9}")) {
            throw new DataUnavailableException(
                    file.file() + " is damaged: the " + name + " in its metadata is '" + text + "', no number.");
        }
        return Integer.parseInt(text);
    }

    /** The metadata of a file, in a fixed order. */
    Map<String, String> metadata() {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("training", training);
        texts.put("kind", kind);
        texts.put("step", Integer.toString(step));
        texts.put("worker", Integer.toString(worker));
        facts.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(each -> texts.put(each.getKey(), each.getValue()));
        return texts;
    }
}
