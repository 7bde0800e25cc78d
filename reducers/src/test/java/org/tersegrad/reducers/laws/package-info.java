/** What every group of workers keeps, to be subclassed by the tests of groups. */
package org.tersegrad.reducers.laws;
