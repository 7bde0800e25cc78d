package org.tersegrad.convergence.time.profiles;

import org.tersegrad.compressors.Shape;

/**
 * The layers of BERT for pre-training (J. Devlin et al., 2019), on sentences of 64 tokens and with a vocabulary that is padded to a
 * multiple of 8.
 *
 * <p>The matrix of words is that of the decoder, too. So its gradient begins first and is complete last, and nothing is left behind
 * which it could be sent unnoticed.
 *
 * @param layers of the encoder
 * @param hidden features of a token
 */
record Bert(int layers, int hidden) {
    private static final int VOCABULARY = 30528;
    private static final int POSITIONS = 512;
    private static final int TOKENS = 64;

    static final Bert BASE = new Bert(12, 768);
    static final Bert LARGE = new Bert(24, 1024);

    LayerShapes shapes() {
        LayerShapes shapes = new LayerShapes();
        shapes.add("embeddings.word_embeddings.weight", new Shape(VOCABULARY, hidden), 0);
        shapes.add("embeddings.position_embeddings.weight", new Shape(POSITIONS, hidden), 0);
        shapes.add("embeddings.token_type_embeddings.weight", new Shape(2, hidden), 0);
        normalize(shapes, "embeddings.norm");
        for (int layer = 0; layer < layers; layer++) {
            encoder(shapes, "encoder" + layer + ".");
        }
        shapes.linear("pooler", hidden, hidden, 1);
        shapes.linear("predictions.transform", hidden, hidden, TOKENS);
        normalize(shapes, "predictions.norm");
        shapes.add("predictions.decoder.bias", Shape.vector(VOCABULARY), 4.0 * hidden * VOCABULARY * TOKENS);
        shapes.linear("seq_relationship", hidden, 2, 1);
        return shapes;
    }

    private void encoder(LayerShapes shapes, String name) {
        // Scores and weighted sums of all pairs of tokens: two products forwards, four backwards.
        double attention = 8.0 * TOKENS * TOKENS * hidden;
        shapes.linear(name + "query", hidden, hidden, TOKENS);
        shapes.linear(name + "key", hidden, hidden, TOKENS);
        shapes.linear(name + "value", hidden, hidden, TOKENS, attention);
        shapes.linear(name + "attention", hidden, hidden, TOKENS);
        normalize(shapes, name + "attention_norm");
        shapes.linear(name + "intermediate", hidden, 4 * hidden, TOKENS);
        shapes.linear(name + "output", 4 * hidden, hidden, TOKENS);
        normalize(shapes, name + "output_norm");
    }

    private void normalize(LayerShapes shapes, String name) {
        shapes.normalization(name, hidden, (double) TOKENS * hidden);
    }
}
