import { expect, test } from 'vitest';
import { explainAdmission, standingOf } from './admission.ts';

const now = 1000;
const entry = (network: string, more: object = {}) => ({
  ...{ network, registrar: 'Example', enabled: true, validFrom: null, validUntil: null },
  ...more,
});

test.each([
  ['it has no ends', {}, 'counts'],
  ['its first instant has come', { validFrom: now }, 'counts'],
  ['its first instant is to come', { validFrom: now + 1 }, 'not yet valid'],
  ['its last instant is to come', { validUntil: now + 1 }, 'counts'],
  ['its last instant has come', { validUntil: now }, 'no longer valid'],
  ['its registrar is disabled, whatever its times', { enabled: false, validUntil: now }, 'registrar disabled'],
])('R11: when %s (%o), the entry is: %s', (_when, more, standing) => {
  expect(standingOf(entry('192.0.2.0/24', more), now)).toBe(standing);
});

test('R11: the longest prefix that counts lets in; an entry that does not count hides no other', () => {
  const lapsed = entry('192.0.2.7/32', { validUntil: now });
  const by = entry('192.0.2.0/24');
  const wide = entry('192.0.0.0/16');
  expect(explainAdmission([lapsed, by, wide], now)).toEqual({
    by,
    others: [
      { entry: lapsed, standing: 'no longer valid' },
      { entry: wide, standing: 'counts' },
    ],
  });
});

test('nothing that holds the address, or nothing that counts, refuses it', () => {
  const disabled = entry('192.0.2.0/24', { enabled: false });
  expect(explainAdmission([], now)).toEqual({ by: undefined, others: [] });
  expect(explainAdmission([disabled], now)).toEqual({
    by: undefined,
    others: [{ entry: disabled, standing: 'registrar disabled' }],
  });
});
