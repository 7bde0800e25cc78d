/** Gradients of embedding tables, of which a step touches a few rows: averaged as rows. */
package org.tersegrad.reducers.rows;
