import { expect, test } from 'vitest';
import { actionWords, changeWords } from './audit.ts';

test.each([
  ['network.add', 'Network added'],
  ['provider.alias-remove', 'Provider other name removed'],
  ['alarm.acknowledge', 'alarm.acknowledge'],
])('%s is %s', (action, words) => {
  expect(actionWords(action)).toBe(words);
});

test('a change says what each field is and was, in the words of the screens', () => {
  const before = JSON.stringify({ enabled: true, note: '', perSecond: null });
  const after = JSON.stringify({ enabled: false, note: 'Ring first', perSecond: 70 });
  expect(changeWords(before, after)).toEqual([
    'Enabled: no, was yes',
    'Note: Ring first, was empty',
    'Requests a second: 70, was empty',
  ]);
});

test('what was added says what it has, and what was removed what it had', () => {
  const row = JSON.stringify({ label: 'Map', expiresAt: null, scopes: ['map', 'broadband'] });
  expect(changeWords(null, row)).toEqual(['Label: Map', 'May be used for: map, broadband']);
  expect(changeWords(row, null)).toEqual(['Label: was Map', 'May be used for: was map, broadband']);
});
