/** Checks of messages, limits of rates and random draws, for several packages of this module and the programs on top of it. */
package org.tersegrad.reducers.internal;
