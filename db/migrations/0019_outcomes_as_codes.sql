-- What came of a job becomes a code with facts. The sentences of old rows are kept; what was found of a file that waits
-- to be imported is kept as it was, beside them.
UPDATE work SET outcome = json_set(outcome, '$.code', 'worded')
WHERE outcome ->> 'sentence' IS NOT NULL;
