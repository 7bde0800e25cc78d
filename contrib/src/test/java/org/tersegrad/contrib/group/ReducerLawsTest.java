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

    /** A wrapper takes them, and random-k does not look at elements that it does not send. */
    @Override
    protected boolean refusesNonFinite(Reducer reducer) {
        String recipe = reducer.toString();
        return !recipe.contains("nonfinite") && !recipe.equals("randomk(0.01)");
    }
}
