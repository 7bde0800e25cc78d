/** Error feedback with an estimate on both sides, and on both ways of an exchange through a server. */
package org.tersegrad.contrib.feedback;
