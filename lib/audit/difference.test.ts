import { expect, test } from 'vitest';
import { differencesOf } from './difference.ts';

test.each([
  ['a change', '{"a":1,"b":"x"}', '{"a":2,"b":"x"}', [{ field: 'a', before: 1, after: 2 }]],
  [
    'something new',
    null,
    '{"enabled":true,"origins":["https://a.nz"]}',
    [
      { field: 'enabled', before: undefined, after: true },
      { field: 'origins', before: undefined, after: ['https://a.nz'] },
    ],
  ],
  ['something gone', '{"limit":null}', null, [{ field: 'limit', before: null, after: undefined }]],
  ['a value that is not an object', '"one"', '"two"', [{ field: '', before: 'one', after: 'two' }]],
  ['equal lists', '{"a":[1]}', '{"a":[1]}', []],
  ['no value', null, null, []],
])('%s is shown field by field', (_what, before, after, differences) => {
  expect(differencesOf(before, after)).toEqual(differences);
});
