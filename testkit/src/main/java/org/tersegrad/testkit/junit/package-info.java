/**
 * The contract of a compressor as tests that anyone can run: list your recipes in a subclass of each class of laws.
 * {@code docs/testing.md} shows it from the first line to the last. The jar with this package needs JUnit 5, jqwik, AssertJ and Commons Math beside it.
 *
 * <pre>{@code
 * class MyLawsTest extends CompressorLaws {
 *     @Override
 *     protected List<Subject> subjects() {
 *         return List.of(new Subject(new MyCompressor(3), Trait.ODD));
 *     }
 * }
 * }</pre>
 */
package org.tersegrad.compressors.laws;
