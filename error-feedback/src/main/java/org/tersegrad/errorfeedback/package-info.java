/** Error feedback: what one step could not send is remembered and sent later. */
package org.tersegrad.errorfeedback;
