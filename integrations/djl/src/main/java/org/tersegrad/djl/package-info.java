/** Training with DJL over a group of workers: gradients are averaged, compressed, before the optimizer sees them. */
package org.tersegrad.djl;
