package org.tersegrad.compressors.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ExcerptTest {
    @Test
    void aHundredCharactersOnEachSideOfAnIndex() {
        String text = "a".repeat(150) + "b" + "c".repeat(150);
        assertThat(Excerpt.around(text, 150)).isEqualTo("..." + "a".repeat(100) + "b" + "c".repeat(99) + "...");
        assertThat(Excerpt.around(text, 100)).startsWith("aaa").endsWith("...").hasSize(203);
        assertThat(Excerpt.around(text, 101)).startsWith("...aaa");
        assertThat(Excerpt.around(text, 201)).startsWith("...").endsWith("ccc").hasSize(203);
        assertThat(Excerpt.around(text, 200)).endsWith("ccc...");
    }

    @Test
    void aShortTextIsWhole() {
        assertThat(Excerpt.of("x".repeat(100))).isEqualTo("x".repeat(100));
        assertThat(Excerpt.of("x".repeat(101))).isEqualTo("x".repeat(100) + "...");
    }

    @Test
    void aTextMayBeAsLongAsTheLimit() {
        Excerpt.requireLength("a recipe", "abc", 3);
        assertThatThrownBy(() -> Excerpt.requireLength("a recipe", "abcd", 3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a recipe has at most 3 characters, this has 4: abcd");
    }
}
