/**
 * The laws as tests of JUnit and jqwik: list your recipes in a subclass of each class of laws. {@code docs/how-to/testing.md} shows it from
 * the first line to the last.
 *
 * <pre>
 * class MyLawsTest extends CompressorLaws {
 *     protected List&lt;Subject&gt; subjects() {
 *         return List.of(new Subject(new MyCompressor(3), Claim.ODD));
 *     }
 * }
 * </pre>
 *
 * <p>Each method calls {@link org.tersegrad.testkit.Laws}, which needs no test framework.
 */
package org.tersegrad.testkit.junit;
