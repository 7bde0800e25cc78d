/** What every group of workers and every reducer keeps, to be subclassed by the tests of either. */
package org.tersegrad.reducers.laws;
