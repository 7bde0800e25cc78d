package org.tersegrad.reducers.group;

/** Two listeners of one worker. */
record TwoListeners(GroupListener first, GroupListener second) implements GroupListener {
    @Override
    public Span begin(Activity activity, Subject subject, int rank, long bytes) {
        Span its = first.begin(activity, subject, rank, bytes);
        Span others = second.begin(activity, subject, rank, bytes);
        return sent -> {
            others.end(sent);
            its.end(sent);
        };
    }

    @Override
    public void joined(int rank, int workers) {
        first.joined(rank, workers);
        second.joined(rank, workers);
    }

    @Override
    public void regrouped(int rank, int workers) {
        first.regrouped(rank, workers);
        second.regrouped(rank, workers);
    }

    @Override
    public void failed(RuntimeException failure) {
        first.failed(failure);
        second.failed(failure);
    }

    @Override
    public void arrived(int rank) {
        first.arrived(rank);
        second.arrived(rank);
    }
}
