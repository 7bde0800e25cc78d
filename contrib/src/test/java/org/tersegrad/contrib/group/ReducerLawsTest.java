package org.tersegrad.contrib.group;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.testkit.junit.ReducerLaws;

/** Every reducer that a recipe can name, with error feedback and without. */
@Tag("any-jdk")
class ReducerLawsTest extends ReducerLaws {
    @Override
    protected List<Reducer> reducers() {
        return AllReducers.withAndWithoutErrorFeedback();
    }

    /** A wrapper takes them. */
    @Override
    protected boolean refusesNonFinite(Reducer reducer) {
        return !reducer.toString().contains("nonfinite");
    }
}
