package org.tersegrad.errorfeedback.group;

import java.util.List;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.laws.ReducerLaws;

/** Every reducer that a recipe can name, with error feedback and without. */
class ReducerLawsTest extends ReducerLaws {
    @Override
    protected List<Reducer> reducers() {
        return AllReducers.withAndWithoutErrorFeedback();
    }
}
