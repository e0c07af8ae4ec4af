import { expect, test } from 'vitest';
import { isDeliveryName, kindOfDelivery } from './delivery.ts';

test.each([
  ['register-full-2026-11-21.csv.gz', 'replace'],
  ['FULL.csv', 'replace'],
  ['2026-11-21_changes.ndjson', 'merge'],
  ['nz.changes.3.csv', 'merge'],
  ['register.csv', undefined],
  ['fully.csv', undefined],
  ['full-changes.csv', undefined],
  ['20261121full2.csv', 'replace'],
])('%s', (name, kind) => {
  expect(kindOfDelivery(name)).toBe(kind);
});

test.each([
  ['full.csv', true],
  ['full.csv.gz', true],
  ['.full.csv', false],
  ['full.csv.done', false],
  ['full.csv.part', false],
  ['full.csv.TMP', false],
  ['full.csv.filepart', false],
  ['full.csv~', false],
])('%s is a delivery: %s', (name, isOne) => {
  expect(isDeliveryName(name)).toBe(isOne);
});
