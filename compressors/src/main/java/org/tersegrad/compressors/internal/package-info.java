/** How bodies are read, and arithmetic that several schemes share. Not for users; may change at any time. */
package org.tersegrad.compressors.internal;
