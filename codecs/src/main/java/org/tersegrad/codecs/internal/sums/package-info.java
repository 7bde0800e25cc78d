/** Several packed messages added to one tensor. */
package org.tersegrad.codecs.internal.sums;
