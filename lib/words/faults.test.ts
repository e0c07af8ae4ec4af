import { expect, test } from 'vitest';
import { nameFaultWords, timestampFaultWords } from '#lib/words/registry/registry.ts';

test('the reason why a text is not a .nz name gives the actual limits', () => {
  expect(nameFaultWords['name-too-long']).toBe('is longer than 253 characters');
  expect(nameFaultWords['label-too-long']).toBe('has a label longer than 63 octets');
});

test('the reason why a text is not a timestamp shows how to write one', () => {
  expect(timestampFaultWords['no-offset']).toBe('has no offset from UTC (write it like 2026-11-20 14:30:00+13:00)');
  expect(timestampFaultWords['year-out-of-range']).toBe('has a year outside 1900 to 2199');
  expect(timestampFaultWords['offset-out-of-range']).toBe('has an offset outside -14:00 to +14:00');
});
