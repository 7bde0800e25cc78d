/** One record a scheme: what a worker sends for one tensor. */
package org.tersegrad.compressors.schemes;
