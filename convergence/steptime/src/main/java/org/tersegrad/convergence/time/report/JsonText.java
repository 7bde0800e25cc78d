package org.tersegrad.convergence.time.report;

import tools.jackson.databind.json.JsonMapper;

/** JSON for a file. */
final class JsonText {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private JsonText() {}

    /** Writes maps, lists, texts, numbers and nulls; maps keep their order. */
    static String of(Object value) {
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value) + "\n";
    }
}
