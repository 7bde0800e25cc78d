/** Ways to average that are chosen while training goes on, by what gradients are like. */
package org.tersegrad.contrib.adaptive;
