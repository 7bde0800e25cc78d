/** Recipe names of the research variants. */
package org.tersegrad.contrib;
