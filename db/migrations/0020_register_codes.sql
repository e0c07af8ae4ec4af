-- Alarms become codes with facts; the sentences of alarms that are raised now are kept until they are raised again.
ALTER TABLE alarm RENAME COLUMN sentence TO facts;
UPDATE alarm SET facts = json_object('code', 'worded', 'sentence', facts);

-- A report of a file in the watched folder is worded when it is written; reports that wait to be written are kept.
ALTER TABLE register_delivery ADD COLUMN outcome TEXT;
UPDATE register_delivery SET outcome = json_object('code', 'worded', 'report', report) WHERE report <> '';
ALTER TABLE register_delivery DROP COLUMN report;

-- Imports that were asked for keep their consent to many missing names.
UPDATE work SET parameters = json_set(json_remove(parameters, '$.force'), '$.acceptsMissing', parameters -> '$.force')
WHERE kind = 'register import' AND parameters -> '$.force' IS NOT NULL;
