package org.tersegrad.spark;

import java.io.Serializable;

/**
 * A row of data to classify.
 *
 * @param values not copied
 * @param label its class, counted from 0
 */
@SuppressWarnings("ArrayRecordComponent") // data, never compared
public record LabelledVector(float[] values, int label) implements Serializable {}
