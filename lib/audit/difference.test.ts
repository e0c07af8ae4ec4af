import { expect, test } from 'vitest';
import { differencesOf } from './difference.ts';

test.each([
  ['a change', '{"a":1,"b":"x"}', '{"a":2,"b":"x"}', [{ field: 'a', before: '1', after: '2' }]],
  [
    'something new',
    null,
    '{"enabled":true,"note":"","origins":["https://a.nz","https://b.nz"]}',
    [
      { field: 'enabled', before: undefined, after: 'yes' },
      { field: 'note', before: undefined, after: '–' },
      { field: 'origins', before: undefined, after: 'https://a.nz, https://b.nz' },
    ],
  ],
  ['something gone', '{"limit":null}', null, [{ field: 'limit', before: '–', after: undefined }]],
  ['a value that is not an object', '"one"', '"two"', [{ field: '', before: 'one', after: 'two' }]],
  ['no value', null, null, []],
])('%s is shown field by field', (_what, before, after, differences) => {
  expect(differencesOf(before, after)).toEqual(differences);
});
