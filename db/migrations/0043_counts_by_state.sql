-- compatible
-- Metrics count jobs and imports by state, every few seconds, without reading what is in them.
CREATE INDEX work_state ON work (queue, state);
CREATE INDEX register_run_state ON register_run (state);
