-- What was recorded of refusals in sentences becomes a code with facts; the sentences of old rows are kept as they are.
UPDATE work SET fault = json_object(
  'reason', json_object('code', 'worded', 'sentence', fault ->> 'sentence'),
  'faults', (
    SELECT json_group_array(json_object(
      'where', json_object('text', value ->> 'where'),
      'reason', json_object('code', 'worded', 'sentence', value ->> 'message')))
    FROM json_each(fault, '$.faults')),
  'total', fault ->> 'total')
WHERE fault ->> 'sentence' IS NOT NULL;

UPDATE register_run SET fault = json_object(
  'reason', json_object('code', 'worded', 'sentence', fault ->> 'message'),
  'faults', (
    SELECT json_group_array(json_object(
      'where', json_object('text', value ->> 'where'),
      'reason', json_object('code', 'worded', 'sentence', value ->> 'message')))
    FROM json_each(fault, '$.faults')),
  'total', fault ->> 'total')
WHERE fault ->> 'message' IS NOT NULL;
