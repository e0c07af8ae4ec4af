-- compatible
-- What stands in the way of a running job, such as a server that does not answer: a reason as JSON.
ALTER TABLE work ADD COLUMN obstacle TEXT;
