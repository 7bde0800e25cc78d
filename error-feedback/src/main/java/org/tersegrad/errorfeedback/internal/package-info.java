/** The names of this module in recipes. */
package org.tersegrad.errorfeedback.internal;
