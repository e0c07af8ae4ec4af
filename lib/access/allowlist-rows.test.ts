import { expect, test } from 'vitest';
import type { Address } from './address.ts';
import { parseAddress } from './address.ts';
import { type AllowlistRow, readAllowlistRows } from './allowlist-rows.ts';

const nowMs = Date.parse('2026-11-20T12:00:00+13:00');
const row = (id: number, registrarId: number, network: string, rest: object = {}): AllowlistRow => ({
  id,
  registrarId,
  network,
  validFrom: null,
  validUntil: null,
  perSecond: null,
  ...rest,
});

/** The registrar admitted at each address, and the unreadable rows. */
function read(rows: readonly AllowlistRow[], ...addresses: string[]) {
  const { allowlist, unreadable } = readAllowlistRows(rows);
  const registrars = addresses.map(
    (address) => allowlist.getEntry(parseAddress(address) as Address, nowMs)?.registrarId,
  );
  return { registrars, unreadable: unreadable.map(({ row: { id }, reason }) => [id, reason.code]) };
}

const good = row(1, 1, '192.0.2.0/24');

test.each([
  ['that is not a network', row(2, 2, 'office'), 'not-a-network'],
  ['with host bits', row(2, 2, '198.51.100.7/24'), 'host-bits'],
  ['that is empty', row(2, 2, ''), 'not-a-network'],
  ['that is a number', row(2, 2, 7 as unknown as string), 'not-a-network'],
  ['whose period is text', row(2, 2, '198.51.100.0/24', { validFrom: 'soon' }), 'period-unreadable'],
  ['whose end is not a number', row(2, 2, '198.51.100.0/24', { validUntil: Number.NaN }), 'period-unreadable'],
  ['whose limit is 0', row(2, 2, '198.51.100.0/24', { perSecond: 0 }), 'limit-unreadable'],
  ['whose limit is text', row(2, 2, '198.51.100.0/24', { perSecond: 'many' }), 'limit-unreadable'],
])('R11: a row %s lets nobody in and refuses nobody else', (_title, bad, code) => {
  expect(read([bad, good], '192.0.2.7', '198.51.100.7')).toEqual({
    registrars: [1, undefined],
    unreadable: [[2, code]],
  });
});

test('R11: addresses in a network stored for two registrars, in any spelling, are refused, even inside a larger network', () => {
  const rows = [good, row(2, 2, '198.51.100.0/24'), row(3, 3, '::ffff:c633:6400/120'), row(4, 4, '198.51.0.0/16')];
  expect(read(rows, '192.0.2.7', '198.51.100.7', '198.51.101.7')).toEqual({
    registrars: [1, null, 4],
    unreadable: [
      [2, 'network-of-several-registrars'],
      [3, 'network-of-several-registrars'],
    ],
  });
});

test('R11: a network stored twice for one registrar lets that registrar in', () => {
  expect(read([good, row(2, 1, '::ffff:c000:200/120')], '192.0.2.7')).toEqual({ registrars: [1], unreadable: [] });
});

test('R11: an empty allowlist lets nobody in', () => {
  expect(read([], '192.0.2.7')).toEqual({ registrars: [undefined], unreadable: [] });
});
