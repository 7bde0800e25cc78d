/**
 * The contract of compressors, reducers and groups as laws that any program can check.
 *
 * <p>{@link org.tersegrad.testkit.Laws} checks one subject and returns a {@link org.tersegrad.testkit.Verdict} for each law, with
 * the smallest counter-example that it found. Nothing in this package needs a test framework.
 *
 * <pre>{@code
 * for (Verdict verdict : Laws.of(TopK.fraction(0.1)).check()) {
 *     System.out.println(verdict);
 * }
 * }</pre>
 *
 * <p>In tests, subclass the classes of {@link org.tersegrad.testkit.junit}: each law is a test there.
 */
package org.tersegrad.testkit;
