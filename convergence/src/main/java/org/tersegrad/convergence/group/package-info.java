/** Groups of workers in one process, each a thread. */
package org.tersegrad.convergence.group;
