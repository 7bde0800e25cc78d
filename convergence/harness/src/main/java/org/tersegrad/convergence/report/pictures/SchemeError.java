package org.tersegrad.convergence.report.pictures;

/**
 * The error of a compressor C on one gradient x, as means over several messages.
 *
 * @param recipe of the compressor
 * @param gradient what kind of gradient it is
 * @param bitsPerElement of a message
 * @param error |C(x) − x|² / |x|², the normalized mean squared error
 * @param bias |E C(x) − x|² / |x|², the part of the error that stays when messages are averaged
 * @param cosine of the angle between C(x) and x
 */
public record SchemeError(
        String recipe, String gradient, double bitsPerElement, double error, double bias, double cosine) {}
