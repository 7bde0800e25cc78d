/** Error feedback with an estimate on both sides, and on both ways of an exchange through a server; differences of gradients. */
package org.tersegrad.contrib.feedback;
