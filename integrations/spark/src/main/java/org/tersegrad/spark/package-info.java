/**
 * Training on Spark: every partition of an RDD is a worker, the driver is the switch between them, and gradients are compressed
 * in both directions.
 */
package org.tersegrad.spark;
