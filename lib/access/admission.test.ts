import { expect, test } from 'vitest';
import { entryStateOf, explainAdmission } from './admission.ts';

const now = 1000;
const entry = (network: string, more: object = {}) => ({
  network,
  registrar: 'Example',
  enabled: true,
  validFrom: null,
  validUntil: null,
  ...more,
});

test.each([
  ['it has no period', {}, 'active'],
  ['it becomes valid now', { validFrom: now }, 'active'],
  ['it becomes valid later', { validFrom: now + 1 }, 'not yet valid'],
  ['it ends later', { validUntil: now + 1 }, 'active'],
  ['it ends now', { validUntil: now }, 'no longer valid'],
  ['its registrar is disabled, whatever its period', { enabled: false, validUntil: now }, 'registrar disabled'],
])('R11: when %s (%o), the entry is: %s', (_when, more, state) => {
  expect(entryStateOf(entry('192.0.2.0/24', more), now)).toBe(state);
});

test('R11: the active entry with the longest prefix lets in; an inactive entry does not hide it', () => {
  const lapsed = entry('192.0.2.7/32', { validUntil: now });
  const by = entry('192.0.2.0/24');
  const wide = entry('192.0.0.0/16');
  expect(explainAdmission([lapsed, by, wide], now)).toEqual({
    by,
    others: [
      { entry: lapsed, state: 'no longer valid' },
      { entry: wide, state: 'active' },
    ],
  });
});

test('an address without a matching entry, or without an active one, is refused', () => {
  const disabled = entry('192.0.2.0/24', { enabled: false });
  expect(explainAdmission([], now)).toEqual({ by: undefined, others: [] });
  expect(explainAdmission([disabled], now)).toEqual({
    by: undefined,
    others: [{ entry: disabled, state: 'registrar disabled' }],
  });
});
