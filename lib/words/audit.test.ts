import { expect, test } from 'vitest';
import { actionWords, auditSentence, changeWords, fieldWords } from './audit.ts';

test('a change is a sentence about its subject; an action of an older release stays as it is', () => {
  expect(auditSentence({ action: 'network.add', subject: '192.0.2.0/24 of Example' })).toBe(
    'Allowed the network 192.0.2.0/24 of Example',
  );
  expect(actionWords('gone.thing')).toBe('gone.thing');
});

test.each([
  ['validFrom', 'Valid from'],
  ['perSecond', 'Limit, requests a second'],
  ['bandwidth_max_mbps', 'Highest download speed, Mbps'],
])('the field %s is %s', (field, words) => {
  expect(fieldWords(field)).toBe(words);
});

test('a change says what each field is and was, in the words of the screens', () => {
  const before = JSON.stringify({ enabled: true, note: '', perSecond: null });
  const after = JSON.stringify({ enabled: false, note: 'Ring first', perSecond: 70 });
  expect(changeWords(before, after)).toEqual([
    'Enabled: no, was yes',
    'Note: Ring first, was empty',
    'Limit, requests a second: 70, was empty',
  ]);
});

test('what was added says what it has, and what was removed what it had', () => {
  const row = JSON.stringify({ label: 'Map', expiresAt: null, scopes: ['map', 'broadband'] });
  expect(changeWords(null, row)).toEqual(['Label: Map', 'May be used for: map, broadband']);
  expect(changeWords(row, null)).toEqual(['Label: was Map', 'May be used for: was map, broadband']);
});

test('instants are days and times, and records within records are read out', () => {
  const after = JSON.stringify({
    importedAt: Date.parse('2026-11-20T12:00:00+13:00'),
    expiresAt: '2027-01-01 00:00:00+13:00',
    order: { first: 'Fibre', second: '' },
  });
  expect(changeWords(null, after)).toEqual([
    'Imported at: 20 Nov 2026 12:00',
    'Expires: 1 Jan 2027 00:00',
    'Order: First Fibre',
  ]);
});

test('a job is in the words of the screens: what it does, and each thing it was given on a line', () => {
  const given = (kind: string, parameters: object) =>
    changeWords(null, JSON.stringify({ number: 7, kind, parameters }));
  expect(given('register preview', { kind: 'merge' })).toEqual([
    'Number: 7',
    'Kind: Compares a register file',
    'The file is: changes',
  ]);
  expect(given('register release', { scheduleDate: Date.parse('2026-11-20T00:00:00+13:00') })).toContain(
    'Due: 20 Nov 2026 00:00',
  );
  expect(given('coverage inspection', { choices: { swap: false, columns: {} } })).toContain(
    'How the file is read: Latitude first no',
  );
  expect(given('backup', {})).toEqual(['Number: 7', 'Kind: Makes a backup']);
});

test('roles and outcomes are as their forms have them', () => {
  const [before, after] = [
    { role: 'viewer', outcome: null },
    { role: 'admin', outcome: 'not-so' },
  ];
  expect(changeWords(JSON.stringify(before), JSON.stringify(after)).join()).not.toMatch(/admin\b|not-so/);
});
