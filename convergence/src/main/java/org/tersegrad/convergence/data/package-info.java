/** What models learn from: data sets, built in, read from files or made up. */
package org.tersegrad.convergence.data;
